"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormat } from "@/components/ui/use-format";
import { historyQuery } from "@/lib/audit/queries";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { holds } from "@/lib/contracts/rules/same-survey";
import type { ChangeSince } from "@/lib/surveys/earlier-save";

/** How the survey stands to the one that the editor began with. */
export type Since = Pick<ChangeSince, "hasArrived" | "isChangedOtherwise"> & {
  isChanged: boolean;
  before: Survey;
  now: Survey;
};

/** ", by whom and when", as far as the survey's history tells; empty where it does not. */
export function useWhoChanged({ before, now }: Since): string {
  const format = useFormat();
  const { data } = useQuery({ ...historyQuery("surveys", now.id), retry: false });
  const entry = data && changeBetween(data.entries, before, now);
  return entry ? `, by ${entry.who}, ${format.instant(entry.at)}` : "";
}

/** The newest change that the survey has now and had not before. */
function changeBetween(entries: readonly AuditEntry[], before: Survey, now: Survey): AuditEntry | undefined {
  return entries.find(({ outcome, after }) => {
    if (outcome !== "done" || !after) return false;
    const left = after as Partial<Survey>;
    return holds(left, now) && !holds(left, before);
  });
}
