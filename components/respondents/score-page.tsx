"use client";

import { useQuery } from "@tanstack/react-query";
import { NothingListed } from "@/components/lists/list-page";
import { LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Trail } from "@/components/ui/trail";
import { Waiting } from "@/components/ui/waiting";
import { questionsQuery } from "@/lib/answers/queries";
import { scoringFeedOptions } from "@/lib/respondents/queries";
import { surveyQuery } from "@/lib/surveys/queries";
import { respondentsHref } from "./hrefs";
import { ScoreForm } from "./score-form";

/** Which questions of the survey's project are given to which check, what scoring costs, and its start. */
export function ScorePage({ surveyId, mayWrite }: { surveyId: string; mayWrite: boolean }) {
  const survey = useQuery(surveyQuery(surveyId));
  const projectId = survey.data?.survey.project_id ?? null;
  const feed = useQuery({ ...scoringFeedOptions(projectId ?? ""), enabled: projectId !== null });
  const questions = useQuery({ ...questionsQuery(projectId ?? ""), enabled: projectId !== null });
  const failed = [survey, feed, questions].find(({ error, data }) => error !== null && !data);
  const isRead = feed.data !== undefined && questions.data !== undefined;
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      {projectId !== null && feed.data && questions.data && questions.data.questions.length > 0 ? (
        <ScoreForm
          key={feed.data.saved?.at ?? "suggested"}
          surveyId={surveyId}
          projectId={projectId}
          feed={feed.data}
          questions={questions.data.questions}
          mayWrite={mayWrite}
        />
      ) : (
        <>
          <PageHeader title="Score responses" />
          {failed?.error ? (
            <LoadError what="The project" error={failed.error} onRetry={() => void failed.refetch()} />
          ) : isRead ? (
            <NothingListed says="The project of this survey has no answers yet." narrowed={false} onClear={() => {}}>
              <LinkButton href={`/answers?${new URLSearchParams({ project: projectId ?? "" })}`}>
                Import answers
              </LinkButton>
            </NothingListed>
          ) : survey.data !== undefined && projectId === null ? (
            <p>This survey is in no project, so that there are no responses to score.</p>
          ) : (
            <Waiting what="Reading the project’s questions…" />
          )}
        </>
      )}
    </>
  );
}
