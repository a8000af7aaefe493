"use client";

import { SegmentedControl } from "@mantine/core";
import { useFormat } from "@/components/ui/use-format";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { emptyQuota, type QuotaDraft, sameContent } from "@/lib/surveys/draft";
import type { Edited } from "@/lib/surveys/quotas/grid-edit";
import { inPlaceOf } from "@/lib/surveys/quotas/list-difference";
import classes from "./tools.module.css";

export type Mode = "replace" | "add";

type Props = { present: readonly QuotaDraft[]; mode: Mode; onChange: (mode: Mode) => void };

/** Whether new quotas take the place of the present ones or come after them. */
export function ReplaceOrAdd({ present, mode, onChange }: Props) {
  const format = useFormat();
  if (present.every(isBlank)) return null;
  const count = format.count(present.length);
  return (
    <SegmentedControl
      className={classes.segments ?? ""}
      transitionDuration={0}
      aria-label="The present quotas"
      value={mode}
      onChange={(value) => onChange(value as Mode)}
      data={[
        { value: "replace", label: present.length === 1 ? "Replace the present quota" : `Replace ${count} quotas` },
        { value: "add", label: present.length === 1 ? "Add to it" : "Add to them" },
      ]}
    />
  );
}

/** The list that a mode makes. A row nobody has typed into is no quota to keep. */
export function listWith(present: readonly QuotaDraft[], next: readonly QuotaDraft[], mode: Mode): Edited {
  const quotas =
    mode === "replace" ? inPlaceOf(present, next) : [...present.filter((quota) => !isBlank(quota)), ...next];
  if (quotas.length <= MAX_QUOTAS) return { quotas };
  const [count, most] = [quotas.length, MAX_QUOTAS].map((each) => each.toLocaleString("en"));
  return { problem: `Together these are ${count} quotas. A survey can have at most ${most}.` };
}

const isBlank = (quota: QuotaDraft) => quota.quota_id === null && sameContent(quota, emptyQuota());
