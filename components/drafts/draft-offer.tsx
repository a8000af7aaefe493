"use client";

import { useFormat } from "@/components/ui/use-format";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import { draftTime } from "./draft-time";
import { OfferCard } from "./offer-card";

/** What can be said of a kept draft; null where a later version of the product cannot read it any more. */
export type DraftSummary = { fields: number; text: string; changedSince: boolean };

type Props = {
  kept: KeptDraft;
  /** null: it cannot be put into the form any more, only read. */
  summary: DraftSummary | null;
  /** "survey", "project". */
  noun: string;
  /** Something was typed already: taking the draft up replaces it. */
  typed: boolean;
  problem: string | null;
  onTakeUp: () => void;
  onDiscard: () => void;
};

export const countFields = (count: number) => `${count} ${count === 1 ? "field" : "fields"}`;

/** Offers what was typed earlier and not saved. */
export function DraftOffer({ kept, summary, noun, typed, problem, onTakeUp, onDiscard }: Props) {
  const when = draftTime(useFormat(), kept.updated_at);
  const text = summary?.text ?? JSON.stringify(kept.draft, null, 2);
  return (
    <OfferCard
      mb="md"
      title={`You have unsaved changes from ${when}${summary ? `, ${countFields(summary.fields)}` : ""}`}
      says={[
        ...(summary ? [] : ["They are of an earlier kind and do not fit this form. Copy what you need from them."]),
        ...(summary?.changedSince
          ? [`The ${noun} was changed since then: the save will show both, to choose from.`]
          : []),
        ...(typed && summary
          ? ["What you type now is not kept as a draft until you decide; taking these up replaces it."]
          : []),
      ]}
      problem={problem}
      goOn={summary && { label: "Take them up", run: onTakeUp }}
      show={{ label: "Show them", hide: "Hide them", over: `Unsaved changes from ${when}`, text }}
      discard={{ label: "Discard them", run: onDiscard }}
    />
  );
}
