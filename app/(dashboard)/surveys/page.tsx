import type { QueryKey } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ExportMenu } from "@/components/exports/export-menu";
import { PageData } from "@/components/session/page-data";
import { WaitingNotice } from "@/components/soft-launches/waiting-notice";
import { SurveyList } from "@/components/surveys/survey-list";
import { ListViewBar } from "@/components/views/list-view-bar";
import type { SessionViewer } from "@/lib/auth/viewer";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { readEverything } from "@/lib/http/every-page";
import { prefetchNames } from "@/lib/projects/prefetch-names";
import { managedProjectsQuery, usersQuery } from "@/lib/projects/queries";
import { managedBy } from "@/lib/projects/whole-lists";
import { prefetch } from "@/lib/routes/prefetch";
import { waitingQuery } from "@/lib/soft-launches/queries";
import { listWaiting } from "@/lib/soft-launches/read-launches";
import { checkSurveyList } from "@/lib/surveys/list-checks";
import { type SurveyListState, surveyListParsers, surveyListQuery } from "@/lib/surveys/list-state";
import { NO_SURVEYS, surveysQuery } from "@/lib/surveys/queries";
import { listedSurvey } from "@/lib/surveys/survey-table";
import { openList } from "@/lib/views/open-list";

export const metadata: Metadata = { title: "Surveys" };

export default async function SurveysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const { email, personId, accounts, role } = context.viewer;
  const { opened, state: asked, holds } = await openList(context, "surveys", surveyListParsers, await searchParams);
  // Whatever fails here is asked for again by the browser.
  const users = asked.manager === null ? null : await everyUser(context).catch(() => null);
  const { state, managerId } = checkSurveyList(asked, holds, { projectIds: null, users, email });
  const managed = typeof managerId === "string" ? await managedIds(context, managerId) : null;
  const isFindable = managerId === null || managed !== null;
  const surveys = isFindable ? await surveysOf(context, state, managed).catch(() => null) : null;
  const read = await prefetch(
    opened,
    { queryKey: waitingQuery().queryKey, read: () => listWaiting(context) },
    ...prefetchNames(context, surveys?.items.map(({ project_id }) => project_id) ?? []),
    ...prefetchNames(context, [asked.project]),
    ...given(usersQuery().queryKey, users),
    ...given(managedProjectsQuery(managerId ?? null).queryKey, managed),
    ...given(surveysQuery(state, managed).queryKey, surveys),
  );
  return (
    <PageData of={personId} state={read}>
      <WaitingNotice />
      <SurveyList
        mayCreate={may(role, "surveys:write")}
        email={email}
        views={<ListViewBar list="surveys" accounts={accounts} />}
        exporter={<ExportMenu table="surveys" />}
      />
    </PageData>
  );
}

/** What was read already, for the browser too; nothing where it could not be. */
const given = (queryKey: QueryKey, value: unknown) => (value === null ? [] : [{ queryKey, read: async () => value }]);

async function managedIds(context: SignedInContext<SessionViewer>, managerId: string): Promise<string[] | null> {
  const read = readEverything((paging) => listProjects(context, { project_manager_ids: [managerId], ...paging }));
  return read.then(
    (projects) => managedBy(managerId, projects),
    () => null,
  );
}

async function surveysOf(context: SignedInContext<SessionViewer>, state: SurveyListState, managed: string[] | null) {
  const query = surveyListQuery(state, managed);
  if (!query) return NO_SURVEYS;
  const page = await listSurveys(context, query);
  return { ...page, items: page.items.map(listedSurvey) };
}
