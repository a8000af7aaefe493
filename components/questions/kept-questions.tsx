"use client";

import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { OfferCard } from "@/components/drafts/offer-card";
import { useFormat } from "@/components/ui/use-format";
import { doing } from "@/lib/answers/questions/kept-questions";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import type { KeptQuestionsControl } from "./use-kept-questions";

type Props = {
  kept: KeptQuestionsControl;
  /** Something was typed already: going on with what was typed earlier replaces it. */
  isTyped: boolean;
};

/** What was typed on the page of questions earlier, or is typed in another window, and waits for a decision. */
export function KeptQuestions({ kept, isTyped }: Props) {
  const { control, summary, canGoOn, isOffered, fieldsHere, takeUp } = kept;
  if (control.state.elsewhere) {
    const taken = canGoOn ? summary : null;
    return <DraftElsewhere {...{ control, fieldsHere }} summary={taken} onTakeUpOther={takeUp} />;
  }
  if (!isOffered || !control.offer) return null;
  return <Offer {...{ kept, isTyped }} offer={control.offer} />;
}

function Offer({ kept, isTyped, offer }: Props & { offer: KeptDraft }) {
  const { control, read, summary, gone, canGoOn, takeUp } = kept;
  const when = useFormat().instant(offer.updated_at);
  const was = read ? `You were ${doing(read)}` : "You were typing on this page";
  return (
    <OfferCard
      mb="md"
      title={`${was} on ${when}, and have not saved it`}
      says={[
        whatCanBeDone(kept),
        ...(isTyped && canGoOn
          ? ["What you type now is not kept as a draft until you decide; going on replaces it."]
          : []),
      ]}
      problem={control.discardProblem}
      goOn={canGoOn ? { label: "Go on", run: takeUp } : null}
      show={{
        ...{ label: "Show it", hide: "Hide it" },
        over: gone === null ? `Typed on ${when}` : `Typed about “${gone}” on ${when}`,
        text: summary?.text ?? JSON.stringify(offer.draft, null, 2),
      }}
      discard={{ label: "Discard it", run: () => control.discard(offer) }}
    />
  );
}

function whatCanBeDone({ summary, gone, canGoOn }: KeptQuestionsControl): string {
  if (!summary) return "It was kept by an earlier version and does not fit these forms. Copy what you need from it.";
  const rest = canGoOn ? " Going on takes up the weight alone." : "";
  if (gone !== null) return `The question “${gone}” is not there any more: copy what you need of it.${rest}`;
  return summary.changedSince
    ? "The question was changed since then: both are shown, to choose from. Nothing is saved by going on."
    : "Go on where you were, with what you typed. Nothing is saved by that.";
}
