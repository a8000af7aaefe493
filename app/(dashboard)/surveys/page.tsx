import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { SurveyList } from "@/components/surveys/survey-list";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/permissions";
import { listProjects } from "@/lib/gateway/demand-reads";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { projectsQuery } from "@/lib/projects/queries";
import { prefetch } from "@/lib/routes/prefetch";
import { loadSurveyListState, surveyListQuery } from "@/lib/surveys/list-state";
import { surveysQuery } from "@/lib/surveys/queries";

export const metadata: Metadata = { title: "Surveys" };

export default async function SurveysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const state = await loadSurveyListState(searchParams);
  const read = await prefetch(
    { queryKey: surveysQuery(state).queryKey, read: () => listSurveys(context, surveyListQuery(state)) },
    { queryKey: projectsQuery().queryKey, read: () => listProjects(context, { page_size: 500 }) },
  );
  return (
    <HydrationBoundary state={read}>
      <SurveyList mayCreate={may(context.viewer.role, "surveys:write")} />
    </HydrationBoundary>
  );
}
