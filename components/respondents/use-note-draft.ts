"use client";

import { useMemo } from "react";
import type { DraftSummary } from "@/components/drafts/draft-offer";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { describeNotes, noteDraft, readNoteDraft } from "@/lib/respondents/note-draft";

/** Notes that no decision has saved yet, kept as the reviewer's draft of the survey's review; and those kept earlier. */
export function useNoteDraft(surveyId: string, notes: ReadonlyMap<string, string>) {
  const draft = noteDraft(notes);
  const control = useKeptDraft({
    thing: "reviews",
    thingId: surveyId,
    enabled: true,
    content: draft && { base: null, draft },
  });
  const found = control.offer ?? control.other;
  const earlier = useMemo(() => (found ? readNoteDraft(found.draft) : null), [found]);
  const summary: DraftSummary | null = earlier && { ...describeNotes(earlier), changedSince: false };
  return { control, earlier, summary, typed: notes.size };
}
