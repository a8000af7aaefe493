import type { Metadata } from "next";
import { HistoryButton } from "@/components/audit/history-button";
import { SessionsLink } from "@/components/field-sessions/sessions-link";
import { RespondentsLink } from "@/components/respondents/respondents-link";
import { ResponsesLink } from "@/components/responses/responses-link";
import { PageData } from "@/components/session/page-data";
import { SoftLaunchButton } from "@/components/soft-launches/soft-launch-button";
import { SoftLaunchPanel } from "@/components/soft-launches/soft-launch-panel";
import { CopySurveyButton } from "@/components/surveys/copies/copy-button";
import { SurveyPage } from "@/components/surveys/editor/survey-page";
import { pageContext } from "@/lib/auth/viewer";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import { storedDefinitions, storedPage, storedProject } from "@/lib/contracts/interfaces/stored-replies";
import { may } from "@/lib/contracts/rules/permissions";
import { surveyChecksQuery } from "@/lib/field-sessions/queries";
import { getDefinitions, listProjects } from "@/lib/gateway/demand-reads";
import { connectionView } from "@/lib/gateway/environment";
import { callFielding } from "@/lib/gateway/fielding";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { copiedSurvey } from "@/lib/gateway/survey-copy";
import { projectsQuery } from "@/lib/projects/queries";
import { prefetch, remembered } from "@/lib/routes/prefetch";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { readSoftLaunch } from "@/lib/soft-launches/read-launches";
import { copiedSurveyQuery, definitionsQuery, surveyQuery } from "@/lib/surveys/queries";

export const metadata: Metadata = { title: "Survey" };

export default async function SurveyRoute({ params }: { params: Promise<{ id: string }> }) {
  const context = await pageContext("surveys:read");
  const id = decodeURIComponent((await params).id);
  const readOne = async () => {
    const { items, revision } = await listSurveys(context, { ids: [id] });
    const survey = items.find((item) => item.id === id);
    return survey && revision ? { survey, revision } : null;
  };
  const connection = connectionView(context.viewer);
  const checks = {
    queryKey: surveyChecksQuery(id).queryKey,
    read: () => callFielding(context, fielding.getSurveyChecks, { query: { survey_id: id } }),
  };
  const read = await prefetch(
    { queryKey: surveyQuery(id).queryKey, read: readOne },
    { queryKey: copiedSurveyQuery(id).queryKey, read: () => copiedSurvey(context, id) },
    { queryKey: softLaunchQuery(id).queryKey, read: () => readSoftLaunch(context, id) },
    ...(connection.fieldedElsewhere === null ? [checks] : []),
    remembered(context, {
      queryKey: definitionsQuery().queryKey,
      read: () => getDefinitions(context),
      stored: storedDefinitions,
    }),
    remembered(context, {
      queryKey: projectsQuery().queryKey,
      read: () => listProjects(context, { page_size: 500 }),
      stored: storedPage(storedProject),
    }),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <SoftLaunchPanel id={id} readOnly={!may(context.viewer.role, "surveys:write")} />
      <SurveyPage
        id={id}
        connection={connection}
        readOnly={!may(context.viewer.role, "surveys:write")}
        actions={
          <>
            <ResponsesLink surveyId={id} />
            <RespondentsLink surveyId={id} />
            <SessionsLink surveyId={id} refused={connection.fieldedElsewhere} />
            <CopySurveyButton
              id={id}
              allowed={may(context.viewer.role, "surveys:write")}
              isBuiltIn={connection.environment === "built-in"}
            />
            <SoftLaunchButton id={id} readOnly={!may(context.viewer.role, "surveys:write")} />
            <HistoryButton
              thing="surveys"
              id={id}
              accounts={context.viewer.accounts}
              allowed={may(context.viewer.role, "audit:read")}
            />
          </>
        }
      />
    </PageData>
  );
}
