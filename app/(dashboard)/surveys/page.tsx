import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ExportMenu } from "@/components/exports/export-menu";
import { PageData } from "@/components/session/page-data";
import { WaitingNotice } from "@/components/soft-launches/waiting-notice";
import { SurveyList } from "@/components/surveys/survey-list";
import { ListViewBar } from "@/components/views/list-view-bar";
import type { SessionViewer } from "@/lib/auth/viewer";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { readEverything } from "@/lib/http/every-page";
import { managedProjectsQuery, projectsQuery, usersQuery } from "@/lib/projects/queries";
import { managedBy } from "@/lib/projects/whole-lists";
import { prefetch } from "@/lib/routes/prefetch";
import { waitingQuery } from "@/lib/soft-launches/queries";
import { listWaiting } from "@/lib/soft-launches/read-launches";
import { checkSurveyList } from "@/lib/surveys/list-checks";
import { type SurveyListState, surveyListParsers, surveyListQuery } from "@/lib/surveys/list-state";
import { NO_SURVEYS, surveysQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";
import { viewsQuery } from "@/lib/views/queries";

export const metadata: Metadata = { title: "Surveys" };

export default async function SurveysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const [users, projects] = [everyUser(context), listProjects(context, { page_size: 500 })];
  // Whatever fails here is asked for again by the browser.
  const [{ views, state: asked, holds }, knownNow] = await Promise.all([
    openList(context, "surveys", surveyListParsers, await searchParams),
    users.catch(() => null),
    projects.catch(() => null),
  ]);
  const { email } = context.viewer;
  const { state, managerId } = checkSurveyList(asked, holds, { projectIds: null, users: knownNow, email });
  const managed = typeof managerId === "string" ? await managedIds(context, managerId) : null;
  const read = await prefetch(
    { queryKey: viewsQuery("surveys").queryKey, read: async () => views },
    { queryKey: waitingQuery().queryKey, read: () => listWaiting(context) },
    { queryKey: usersQuery().queryKey, read: () => users },
    { queryKey: projectsQuery().queryKey, read: () => projects },
    ...(managed && managerId
      ? [{ queryKey: managedProjectsQuery(managerId).queryKey, read: async () => managed }]
      : []),
    ...(managerId === null || managed ? [surveysOf(context, state, managed)] : []),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <WaitingNotice />
      <SurveyList
        mayCreate={may(context.viewer.role, "surveys:write")}
        email={email}
        views={<ListViewBar list="surveys" accounts={context.viewer.accounts} />}
        exporter={<ExportMenu table="surveys" />}
      />
    </PageData>
  );
}

async function managedIds(context: SignedInContext<SessionViewer>, managerId: string): Promise<string[] | null> {
  const read = readEverything((paging) => listProjects(context, { project_manager_ids: [managerId], ...paging }));
  return read.then(
    (projects) => managedBy(managerId, projects),
    () => null,
  );
}

function surveysOf(context: SignedInContext<SessionViewer>, state: SurveyListState, managed: string[] | null) {
  const query = surveyListQuery(state, managed);
  return {
    queryKey: surveysQuery(state, managed).queryKey,
    read: async () => (query ? listSurveys(context, query) : NO_SURVEYS),
  };
}
