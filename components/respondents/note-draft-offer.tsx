"use client";

import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { DraftOffer } from "@/components/drafts/draft-offer";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import type { ReviewWork } from "./use-review";

/** Offers notes that were typed earlier, or in another window, and were not saved with a decision. */
export function NoteDraftOffer({ review: { draft, restoreNotes } }: { review: ReviewWork }) {
  const { control, earlier, summary, typed } = draft;
  const restore = (kept: KeptDraft | null) => {
    if (!kept || !earlier) return;
    restoreNotes(earlier);
    control.adopt(kept);
  };
  return (
    <>
      {control.offer && (
        <DraftOffer
          kept={control.offer}
          summary={summary}
          noun="note"
          typed={typed > 0}
          problem={control.discardProblem}
          onTakeUp={() => restore(control.offer)}
          onDiscard={() => control.offer && control.discard(control.offer)}
        />
      )}
      {control.state.elsewhere && (
        <DraftElsewhere
          control={control}
          summary={summary}
          fieldsHere={typed}
          onTakeUpOther={() => restore(control.other)}
        />
      )}
    </>
  );
}
