import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { respondentListParsers, respondentListQuery } from "@/lib/respondents/list-state";
import { respondentListOptions, summaryOptions } from "@/lib/respondents/queries";
import { listRespondents, summarize } from "@/lib/respondents/read-respondents";
import { prefetch } from "@/lib/routes/prefetch";
import { surveyQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";
import { Respondents } from "./respondents";

export const metadata: Metadata = { title: "Respondents" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function RespondentsPage({ params, searchParams }: Props) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const { opened, state } = await openList(context, "respondents", respondentListParsers, await searchParams);
  const readSurvey = async () => {
    const { items, revision } = await listSurveys(context, { ids: [id] });
    const survey = items.find((item) => item.id === id);
    return survey && revision ? { survey, revision } : null;
  };
  const { query } = respondentListQuery(id, state);
  const read = await prefetch(
    opened,
    { queryKey: surveyQuery(id).queryKey, read: readSurvey },
    {
      queryKey: respondentListOptions(id, state).queryKey,
      read: () => listRespondents(context, { ...query, survey_id: id }),
    },
    { queryKey: summaryOptions(id).queryKey, read: () => summarize(context, id) },
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Respondents
        surveyId={id}
        mayWrite={may(context.viewer.role, "surveys:write")}
        mayDelete={may(context.viewer.role, "quality:delete")}
        accounts={context.viewer.accounts}
      />
    </PageData>
  );
}
