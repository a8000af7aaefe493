"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useLoaded } from "@/components/ui/use-loaded";
import { type ImportInWork, importDraft } from "@/lib/answers/imports/kept-import";
import { isUnreadable, lookedQuery } from "@/lib/answers/queries";
import { draftQuery } from "@/lib/drafts/queries";
import { whenNeeded } from "@/lib/http/when-needed";
import { useInto } from "./use-into";

const loadReader = whenNeeded(() => import("@/lib/answers/imports/read-kept-import"));

type Working = {
  projectId: string;
  enabled: boolean;
  /** Null: no file is being looked at. */
  work: ImportInWork | null;
  onTakeUp: (work: ImportInWork) => void;
};

/**
 * Keeps which file is being looked at and what was corrected of it. Where the address names the file that was kept, as
 * after a reload, its corrections are taken up at once; a file kept elsewhere is offered.
 */
export function useImportDraft({ projectId, enabled, work, onTakeUp }: Working) {
  const isRefused = useIsRefused(projectId, work);
  const draft = useMemo(() => (work && !isRefused ? importDraft(work) : null), [work, isRefused]);
  const kept = useKeptDraft({
    ...{ thing: "imports" as const, thingId: projectId, enabled },
    content: draft && { base: null, draft },
  });
  const { isPending } = useQuery({ ...draftQuery("imports", projectId), enabled });
  const { offer, other, adopt } = kept;
  const found = offer ?? other;
  const reader = useLoaded(loadReader, found !== null);
  const read = useMemo(() => reader?.readImportDraft(found?.draft) ?? null, [reader, found]);
  const isSame = offer !== null && read !== null && read.file === work?.file && work.plan === null;
  useEffect(() => {
    if (!isSame || !offer || !read) return;
    adopt(offer);
    onTakeUp(read);
  });
  const takeUp = (of: typeof offer) => {
    if (!of || !read) return;
    adopt(of);
    onTakeUp(read);
  };
  return {
    kept,
    read,
    isReading: enabled && (isPending || (found !== null && reader === null) || isSame),
    takeUp,
  };
}

/** Whether the file was looked at and can never be imported: there is nothing in it to go on with. */
function useIsRefused(project: string, work: ImportInWork | null): boolean {
  const into = useInto(project);
  const { file, plan, mode } = work ?? { file: "", plan: null, mode: "append" as const };
  const { error } = useQuery({ ...lookedQuery(into, file, { plan, mode }), enabled: false });
  return work !== null && isUnreadable(error, plan);
}
