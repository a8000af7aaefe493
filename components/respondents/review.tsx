"use client";

import { type RefObject, useEffect, useRef } from "react";
import { DraftStatus } from "@/components/drafts/draft-status";
import { Button, LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { type PageAction, usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { ProgressBar } from "@/components/ui/progress-bar";
import { refusedProps } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { Waiting } from "@/components/ui/waiting";
import { MOST_NOTE, type ReviewDecision, reviewDecisions } from "@/lib/contracts/terms/respondents";
import { decisionNames, decisionVerbs } from "@/lib/respondents/words";
import { EvidenceView } from "./evidence-view";
import { respondentsHref } from "./hrefs";
import { NoteDraftOffer } from "./note-draft-offer";
import classes from "./review.module.css";
import { type ReviewWork, useReview } from "./use-review";
import { useReviewKeys } from "./use-review-keys";

type Props = {
  surveyId: string;
  ids: readonly string[];
  /** How many come after these. */
  later: number;
  reviewer: string;
  onMore: () => void;
};

const decisionKeys: Record<ReviewDecision, string> = { exclude: "X", keep: "A", flag: "F" };

/** One respondent after another, with everything that a decision needs on one screen. */
export function Review({ surveyId, ids, later, reviewer, onMore }: Props) {
  const { count } = useFormat();
  const review = useReview(surveyId, ids, reviewer);
  const note = useRef<HTMLTextAreaElement>(null);
  const { id, index, row, evidence, outbox } = review;
  useLeaveGuard(outbox.waiting.length > 0);
  useReviewKeys({
    next: review.next,
    previous: review.previous,
    exclude: () => review.decide("exclude"),
    keep: () => review.decide("keep"),
    flag: () => review.decide("flag"),
    undo: review.undo,
    note: () => note.current?.focus(),
  });
  usePageActions(actionsOf(review));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever comes next is read from the top
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, [id]);
  const place = `${count(Math.min(index + 1, ids.length))} of ${count(ids.length)}`;
  return (
    <div className={classes.review}>
      <PageHeader title={id === null ? "Review" : `Review ${id}`} aside={id !== null && place}>
        <Saving review={review} />
      </PageHeader>
      <ProgressBar percent={(index * 100) / ids.length} label="Reviewed" />
      <p role="status" className="visually-hidden">
        {review.announcement}
      </p>
      {outbox.problem !== null && <Stopped review={review} problem={outbox.problem} />}
      <NoteDraftOffer review={review} />
      {id === null ? (
        <Ended surveyId={surveyId} review={review} later={later} onMore={onMore} />
      ) : (
        <>
          {evidence.data && row && <EvidenceView surveyId={surveyId} evidence={evidence.data} row={row} />}
          {evidence.isPending && <Waiting what="Reading the evidence…" />}
          {evidence.error && !evidence.data && (
            <LoadError what="The evidence" error={evidence.error} onRetry={() => void evidence.refetch()} />
          )}
          <Controls review={review} note={note} />
        </>
      )}
    </div>
  );
}

const actionsOf = ({ decide, undo, refused, id }: ReviewWork): PageAction[] => [
  ...reviewDecisions.map((decision) => ({
    id: `review-${decision}`,
    label: `${decisionVerbs[decision]} this respondent`,
    run: () => decide(decision),
    refused: id === null ? "Everybody here is reviewed." : refused,
  })),
  { id: "review-undo", label: "Undo the last decision", run: undo },
];

/** Whether what was decided is saved. */
function Saving({ review: { outbox } }: { review: ReviewWork }) {
  const { count } = useFormat();
  const { waiting, saved, problem } = outbox;
  if (problem !== null) return <span className={classes.saving}>{count(waiting.length)} not saved</span>;
  if (waiting.length > 0) return <span className={classes.saving}>Saving {count(waiting.length)}…</span>;
  return saved > 0 ? <span className={classes.saving}>All decisions saved</span> : null;
}

function Stopped({ review, problem }: { review: ReviewWork; problem: string }) {
  const { count } = useFormat();
  const { waiting, tryAgain } = review.outbox;
  const [first] = waiting;
  const others = waiting.length - 1;
  return (
    <div className={classes.stopped} role="alert">
      <p>
        <b>The decision about {first?.respondentId} could not be saved.</b> {problem}
        {others > 0 && ` ${count(others)} more ${others === 1 ? "waits" : "wait"} behind it, in order.`}
      </p>
      <div>
        <Button isSmall onClick={tryAgain}>
          Try again
        </Button>
        <Button isSmall look="subtle" onClick={review.discard}>
          Discard this decision
        </Button>
      </div>
    </div>
  );
}

function Controls({ review, note }: { review: ReviewWork; note: RefObject<HTMLTextAreaElement | null> }) {
  const present = review.row?.review?.decision;
  return (
    <section className={classes.controls} aria-label="Decide">
      <textarea
        ref={note}
        rows={1}
        aria-label="Note"
        placeholder="Note (N)"
        maxLength={MOST_NOTE}
        value={review.note}
        onChange={(event) => review.writeNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if ((event.key !== "Enter" || event.shiftKey) && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        onBlur={review.saveNote}
      />
      <DraftStatus control={review.draft.control} />
      <div className={classes.buttons}>
        <Button onClick={review.previous} disabled={review.index === 0}>
          <span className="visually-hidden">Previous respondent</span>‹ <kbd>K</kbd>
        </Button>
        {reviewDecisions.map((decision) => (
          <Button
            key={decision}
            onClick={() => review.decide(decision)}
            aria-pressed={present === decision}
            aria-keyshortcuts={decisionKeys[decision]}
            data-decision={decision}
            {...refusedProps(review.refused)}
          >
            {decisionVerbs[decision]} <kbd>{decisionKeys[decision]}</kbd>
          </Button>
        ))}
        <Button onClick={review.undo} disabled={review.outbox.past.length === 0} aria-keyshortcuts="U Control+Z">
          Undo <kbd>U</kbd>
        </Button>
        <Button onClick={review.next}>
          <span className="visually-hidden">Next respondent</span>
          <kbd>J</kbd> ›
        </Button>
      </div>
    </section>
  );
}

type EndedProps = Pick<Props, "surveyId" | "later" | "onMore"> & { review: ReviewWork };

function Ended({ surveyId, review, later, onMore }: EndedProps) {
  const { count } = useFormat();
  const { outbox } = review;
  const decisions = [...outbox.standings.values()];
  const parts = reviewDecisions.map((decision) => {
    const some = decisions.filter((standing) => standing.decision === decision).length;
    return `${decisionNames[decision]} ${count(some)}`;
  });
  const isSaved = outbox.waiting.length === 0;
  return (
    <div className={classes.ended}>
      <p>
        <b>You are at the end.</b> {parts.join(" · ")}
      </p>
      <div>
        <Button onClick={review.previous}>Back to the last</Button>
        <Button onClick={review.undo} disabled={outbox.past.length === 0}>
          Undo <kbd>U</kbd>
        </Button>
        {later > 0 && (
          <Button
            onClick={onMore}
            {...refusedProps(isSaved ? null : "Wait until all decisions are saved.")}
          >{`Review ${count(later)} more`}</Button>
        )}
        <LinkButton look="primary" href={respondentsHref(surveyId)}>
          Back to respondents
        </LinkButton>
      </div>
    </div>
  );
}
