"use client";

import { useQuery } from "@tanstack/react-query";
import { Button, LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { type PageAction, usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { Trail } from "@/components/ui/trail";
import { useGo } from "@/components/ui/use-go";
import { Waiting } from "@/components/ui/waiting";
import { checkHref } from "@/lib/checks/address";
import { type ReviewDecision, reviewDecisions } from "@/lib/contracts/terms/respondents";
import { decided, rowAfter, standingOf } from "@/lib/respondents/outbox";
import { evidenceOptions } from "@/lib/respondents/queries";
import { decisionVerbs } from "@/lib/respondents/words";
import { EvidenceView } from "./evidence-view";
import { respondentsHref, reviewHref } from "./hrefs";
import classes from "./review.module.css";
import { useOutbox } from "./use-outbox";

type Props = { surveyId: string; respondentId: string; reviewer: string };

/** What speaks for and against one respondent, with what can be decided. */
export function RespondentPage({ surveyId, respondentId, reviewer }: Props) {
  const { data, error, isPending, refetch } = useQuery(evidenceOptions(surveyId, respondentId));
  const outbox = useOutbox(surveyId);
  const standing = outbox.standings.get(respondentId);
  const row = data ? rowAfter(data.respondent, standing, reviewer, new Date().toISOString()) : null;
  const go = useGo();
  const decide = (decision: ReviewDecision) => {
    if (!row) return;
    const before = standingOf(row);
    outbox.put(respondentId, before, decided(before, decision, before.note));
  };
  const review = `${reviewHref(surveyId)}?at=${encodeURIComponent(respondentId)}`;
  usePageActions([
    ...reviewDecisions.map(
      (decision): PageAction => ({
        id: `decide-${decision}`,
        label: `${decisionVerbs[decision]} this respondent`,
        run: () => decide(decision),
        refused: row ? null : "The evidence is not loaded.",
      }),
    ),
    { id: "check", label: "Check this respondent", run: () => go(checkHref(surveyId, respondentId)) },
    { id: "review-from-here", label: "Review from this respondent on", run: () => go(review) },
  ]);
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      <PageHeader title={`Respondent ${respondentId}`}>
        {row &&
          reviewDecisions.map((decision) => (
            <Button
              key={decision}
              aria-pressed={row.review?.decision === decision}
              onClick={() => decide(decision)}
              isBusy={outbox.waiting.length > 0 && outbox.problem === null}
            >
              {decisionVerbs[decision]}
            </Button>
          ))}
        <Button onClick={outbox.undo} disabled={outbox.past.length === 0}>
          Undo
        </Button>
        <LinkButton href={review}>Open in review</LinkButton>
        <LinkButton href={checkHref(surveyId, respondentId)}>Check this respondent</LinkButton>
      </PageHeader>
      {outbox.problem !== null && <NotSaved problem={outbox.problem} onRetry={outbox.tryAgain} />}
      {isPending && <Waiting what="Reading the evidence…" />}
      {error && !data && <LoadError what="The evidence" error={error} onRetry={() => void refetch()} />}
      {data && row && <EvidenceView surveyId={surveyId} evidence={data} row={row} />}
    </>
  );
}

function NotSaved({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div className={classes.stopped} role="alert">
      <p>
        <b>The decision could not be saved.</b> {problem}
      </p>
      <Button isSmall onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
