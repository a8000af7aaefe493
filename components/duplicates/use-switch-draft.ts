"use client";

import { useMemo } from "react";
import type { DraftSummary } from "@/components/drafts/draft-offer";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useLoaded } from "@/components/ui/use-loaded";
import { NEW_THING } from "@/lib/contracts/terms/drafts";
import { describeSwitchDraft, switchDraft } from "@/lib/duplicates/kept-draft";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { whenNeeded } from "@/lib/http/when-needed";

const loadReader = whenNeeded(() => import("@/lib/duplicates/read-kept-draft"));

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
  const reader = useLoaded(loadReader, found !== null);
  const read = useMemo(() => reader?.readSwitchDraft(found?.draft) ?? null, [reader, found]);
  const summary: DraftSummary | null = read && { ...describeSwitchDraft(read), changedSince: false };
  /** Whether the draft has been read: only then is it known to fit the form or not. */
  const isRead = found === null || reader !== null;
  return { kept, read, isRead, summary, fieldsHere: draft ? describeSwitchDraft(values).fields : 0 };
}
