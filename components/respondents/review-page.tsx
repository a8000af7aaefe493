"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useEffect, useMemo, useState } from "react";
import { NothingListed } from "@/components/lists/list-page";
import { LinkButton } from "@/components/ui/button";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Trail } from "@/components/ui/trail";
import { Waiting } from "@/components/ui/waiting";
import { respondentFilterParsers, reviewQuery } from "@/lib/respondents/list-state";
import { reviewKey, reviewOptions } from "@/lib/respondents/queries";
import { NOBODY_SCORED } from "@/lib/respondents/words";
import { respondentsHref } from "./hrefs";
import { Review } from "./review";

type Props = { surveyId: string; reviewer: string };

/** The review of a survey's respondents, one after another: which of them is in the address. */
export function ReviewPage({ surveyId, reviewer }: Props) {
  const [filter] = useQueryStates(respondentFilterParsers);
  const [at, setAt] = useQueryState("at", parseAsString.withOptions({ history: "replace" }));
  const [opened, setOpened] = useState(at);
  const list = useQuery(reviewOptions(surveyId, filter));
  const { notices } = reviewQuery(surveyId, filter);
  const queries = useQueryClient();
  // The next review begins with those who are left.
  useEffect(() => () => queries.removeQueries({ queryKey: reviewKey(surveyId) }), [queries, surveyId]);
  const ids = useMemo(() => {
    const found = list.data?.respondents.map(({ respondent_id }) => respondent_id) ?? [];
    // A pasted link shows its respondent, also once they are decided of.
    return opened !== null && list.data && !found.includes(opened) ? [opened, ...found] : found;
  }, [list.data, opened]);
  const readMore = async () => {
    setOpened(null);
    await setAt(null);
    await list.refetch();
  };
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      <LeftOut notices={notices} />
      {list.data && ids.length > 0 && (
        <Review
          key={list.dataUpdatedAt}
          surveyId={surveyId}
          ids={ids}
          later={Math.max(0, list.data.total_respondents - list.data.respondents.length)}
          reviewer={reviewer}
          onMore={() => void readMore()}
        />
      )}
      {list.data && ids.length === 0 && <NothingToReview surveyId={surveyId} isScored={list.data.survey !== null} />}
      {!list.data && <PageHeader title="Review" />}
      {list.isPending && <Waiting what="Reading who is to be reviewed…" />}
      {list.error && !list.data && (
        <LoadError what="The review" error={list.error} onRetry={() => void list.refetch()} />
      )}
    </>
  );
}

function NothingToReview({ surveyId, isScored }: { surveyId: string; isScored: boolean }) {
  return (
    <>
      <PageHeader title="Review" />
      <NothingListed
        says={
          isScored ? "Nobody is left to review here." : `${NOBODY_SCORED} The list of respondents says how to score.`
        }
        narrowed={false}
        onClear={() => {}}
      >
        <LinkButton href={respondentsHref(surveyId)}>Back to respondents</LinkButton>
      </NothingListed>
    </>
  );
}
