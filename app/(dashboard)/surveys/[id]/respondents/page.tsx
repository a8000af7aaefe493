import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { RespondentList } from "@/components/respondents/respondent-list";
import { PageData } from "@/components/session/page-data";
import { ListViewBar } from "@/components/views/list-view-bar";
import { pageContext } from "@/lib/auth/viewer";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { respondentListParsers } from "@/lib/respondents/list-state";
import { prefetch } from "@/lib/routes/prefetch";
import { surveyQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";

export const metadata: Metadata = { title: "Respondents" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function RespondentsPage({ params, searchParams }: Props) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const { opened } = await openList(context, "respondents", respondentListParsers, await searchParams);
  const readSurvey = async () => {
    const { items, revision } = await listSurveys(context, { ids: [id] });
    const survey = items.find((item) => item.id === id);
    return survey && revision ? { survey, revision } : null;
  };
  const read = await prefetch(opened, { queryKey: surveyQuery(id).queryKey, read: readSurvey });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <RespondentList
        surveyId={id}
        views={<ListViewBar list="respondents" accounts={context.viewer.accounts} />}
        exporter={null}
      />
    </PageData>
  );
}
