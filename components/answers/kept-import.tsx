"use client";

import { OfferCard } from "@/components/drafts/offer-card";
import { useFormat } from "@/components/ui/use-format";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";

type Props = {
  kept: KeptDraft;
  /** Whether this version of the product can go on with it. */
  isReadable: boolean;
  problem: string | null;
  onTakeUp: () => void;
  onDiscard: () => void;
};

/** Offers the file that was being looked at elsewhere, with what was corrected of it. */
export function KeptImport({ kept, isReadable, problem, onTakeUp, onDiscard }: Props) {
  const when = useFormat().instant(kept.updated_at);
  return (
    <OfferCard
      title={`You were looking at a file on ${when}, and have not imported it`}
      says={[
        isReadable
          ? "Go on where you were, with what you corrected; a file is kept for a week."
          : "It was kept by an earlier version and cannot be taken up: choose the file again.",
      ]}
      problem={problem}
      goOn={isReadable ? { label: "Go on", run: onTakeUp } : null}
      discard={{ label: "Discard it", run: onDiscard }}
    />
  );
}
