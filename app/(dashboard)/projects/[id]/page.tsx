import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import * as z from "zod";
import { HistoryButton } from "@/components/audit/history-button";
import { ExportMenu } from "@/components/exports/export-menu";
import { ProjectPage } from "@/components/projects/project-page";
import { PageData } from "@/components/session/page-data";
import { SurveyList } from "@/components/surveys/survey-list";
import { pageContext } from "@/lib/auth/viewer";
import { storedPage, storedProject, storedSurvey, storedUsers } from "@/lib/contracts/interfaces/stored-replies";
import { may } from "@/lib/contracts/rules/permissions";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { prefetchNames } from "@/lib/projects/prefetch-names";
import { projectDetail, projectDetailAsked, projectDetailQuery, usersQuery } from "@/lib/projects/queries";
import { prefetch, remembered } from "@/lib/routes/prefetch";
import { checkSurveyList } from "@/lib/surveys/list-checks";
import { loadSurveyListState, surveyListQuery, withinProject } from "@/lib/surveys/list-state";
import { NO_SURVEYS, surveysQuery } from "@/lib/surveys/queries";

export const metadata: Metadata = { title: "Project" };

const storedDetail = z.object({ project: storedProject, as_of: z.string().nullable() }).nullable();

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function ProjectRoute({ params, searchParams }: Props) {
  const context = await pageContext("surveys:read");
  const id = decodeURIComponent((await params).id);
  const { role, email, accounts } = context.viewer;
  const asked = withinProject(await loadSurveyListState(searchParams), id);
  const { state } = checkSurveyList(asked, {}, { projectIds: null, users: null, email });
  const query = surveyListQuery(state);
  const read = await prefetch(
    remembered(context, {
      queryKey: projectDetailQuery(id).queryKey,
      read: async () => projectDetail(id, await listProjects(context, projectDetailAsked(id))),
      stored: storedDetail,
    }),
    ...prefetchNames(context, [id]),
    remembered(context, { queryKey: usersQuery().queryKey, read: () => everyUser(context), stored: storedUsers }),
    remembered(context, {
      queryKey: surveysQuery(state, null).queryKey,
      read: async () => (query ? listSurveys(context, query) : NO_SURVEYS),
      stored: storedPage(storedSurvey),
    }),
  );
  const mayWrite = may(role, "surveys:write");
  return (
    <PageData of={context.viewer.personId} state={read}>
      <ProjectPage
        id={id}
        mayWrite={mayWrite}
        email={email}
        accounts={accounts}
        actions={<HistoryButton thing="projects" id={id} accounts={accounts} allowed={may(role, "audit:read")} />}
      >
        <SurveyList mayCreate={mayWrite} email={email} project={id} exporter={<ExportMenu table="surveys" />} />
      </ProjectPage>
    </PageData>
  );
}
