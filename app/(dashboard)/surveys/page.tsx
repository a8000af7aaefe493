import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import * as z from "zod";
import { PageData } from "@/components/session/page-data";
import type { SessionViewer } from "@/lib/auth/viewer";
import { pageContext } from "@/lib/auth/viewer";
import { storedPage, storedSurvey, storedUsers } from "@/lib/contracts/interfaces/stored-replies";
import { may } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { readEverything } from "@/lib/http/every-page";
import { prefetchNames } from "@/lib/projects/prefetch-names";
import { managedProjectsQuery, usersQuery } from "@/lib/projects/queries";
import { managedBy } from "@/lib/projects/whole-lists";
import { prefetch, readSoon, remembered } from "@/lib/routes/prefetch";
import { waitingQuery } from "@/lib/soft-launches/queries";
import { listWaiting } from "@/lib/soft-launches/read-launches";
import { checkSurveyList } from "@/lib/surveys/list-checks";
import { type SurveyListState, surveyListParsers, surveyListQuery } from "@/lib/surveys/list-state";
import { listedSurvey } from "@/lib/surveys/listed-survey";
import { NO_SURVEYS, surveysQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";
import { Surveys } from "./surveys";

export const metadata: Metadata = { title: "Surveys" };

export default async function SurveysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const { email, personId, accounts, role } = context.viewer;
  const { opened, state: asked, holds } = await openList(context, "surveys", surveyListParsers, await searchParams);
  // Whatever fails here, or is late, is asked for by the browser.
  const everyone = usersRead(context);
  const users = asked.manager === null ? null : await readSoon(everyone);
  const { state, managerId } = checkSurveyList(asked, holds, { projectIds: null, users, email });
  const managing = typeof managerId === "string" ? managedRead(context, managerId) : null;
  const managed = managing && (await readSoon(managing));
  const isFindable = managerId === null || managed !== null;
  const found = isFindable ? surveysRead(context, state, managed) : null;
  const surveys = found && (await readSoon(found));
  const read = await prefetch(
    opened,
    { queryKey: waitingQuery().queryKey, read: () => listWaiting(context) },
    ...prefetchNames(context, surveys?.items.map(({ project_id }) => project_id) ?? []),
    ...prefetchNames(context, [asked.project]),
    ...(asked.manager === null ? [] : [everyone]),
    ...(managing ? [managing] : []),
    ...(found ? [found] : []),
  );
  return (
    <PageData of={personId} state={read}>
      <Surveys mayCreate={may(role, "surveys:write")} email={email} accounts={accounts} />
    </PageData>
  );
}

type ListContext = SignedInContext<SessionViewer>;

function usersRead(context: ListContext) {
  const { queryKey } = usersQuery();
  return remembered(context, { queryKey, read: () => everyUser(context), stored: storedUsers });
}

function managedRead(context: ListContext, managerId: string) {
  const { queryKey } = managedProjectsQuery(managerId);
  const read = async () => {
    const query = { project_manager_ids: [managerId] };
    return managedBy(managerId, await readEverything((paging) => listProjects(context, { ...query, ...paging })));
  };
  return remembered(context, { queryKey, read, stored: z.array(z.string()) });
}

function surveysRead(context: ListContext, state: SurveyListState, managed: string[] | null) {
  const { queryKey } = surveysQuery(state, managed);
  const query = surveyListQuery(state, managed);
  const read = async () => {
    if (!query) return NO_SURVEYS;
    const page = await listSurveys(context, query);
    return { ...page, items: page.items.map(listedSurvey) };
  };
  return remembered(context, { queryKey, read, stored: storedPage(storedSurvey) });
}
