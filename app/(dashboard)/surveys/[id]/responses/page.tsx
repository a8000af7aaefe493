import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { listResponses } from "@/lib/gateway/demand-reads";
import { fieldedElsewhere } from "@/lib/gateway/fielding";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { responseListParsers, responseListQuery } from "@/lib/responses/list-state";
import { responsesQuery } from "@/lib/responses/queries";
import { prefetch } from "@/lib/routes/prefetch";
import { surveyQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";
import { Responses } from "./responses";

export const metadata: Metadata = { title: "Responses" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function ResponsesPage({ params, searchParams }: Props) {
  const context = await pageContext("surveys:read");
  const id = decodeURIComponent((await params).id);
  const { opened, state } = await openList(context, "responses", responseListParsers, await searchParams);
  const readSurvey = async () => {
    const { items, revision } = await listSurveys(context, { ids: [id] });
    const survey = items.find((item) => item.id === id);
    return survey && revision ? { survey, revision } : null;
  };
  const read = await prefetch(
    opened,
    { queryKey: surveyQuery(id).queryKey, read: readSurvey },
    {
      queryKey: responsesQuery(id, state).queryKey,
      read: () => listResponses(context, responseListQuery(id, state).query),
    },
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Responses
        surveyId={id}
        mayWrite={may(context.viewer.role, "surveys:write")}
        fieldedElsewhere={fieldedElsewhere(context.viewer)}
        accounts={context.viewer.accounts}
      />
    </PageData>
  );
}
