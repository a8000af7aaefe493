"use client";

import { useMemo } from "react";
import type { DraftSummary } from "@/components/drafts/draft-offer";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { NEW_THING } from "@/lib/contracts/terms/drafts";
import { describeSwitchDraft, readSwitchDraft, switchDraft } from "@/lib/duplicates/kept-draft";
import type { SwitchValues } from "@/lib/duplicates/switch-form";

/** The form's draft: kept while it differs from an empty form, and what was kept earlier, in words. */
export function useSwitchDraft(values: SwitchValues) {
  const draft = useMemo(() => switchDraft(values), [values]);
  const kept = useKeptDraft({
    thing: "duplicates",
    thingId: NEW_THING,
    enabled: true,
    content: draft && { base: null, draft },
  });
  const found = kept.offer ?? kept.other;
  const read = useMemo(() => readSwitchDraft(found?.draft), [found]);
  const summary: DraftSummary | null = read && { ...describeSwitchDraft(read), changedSince: false };
  return { kept, read, summary, fieldsHere: draft ? describeSwitchDraft(values).fields : 0 };
}
