import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { SessionsRefused } from "@/components/field-sessions/sessions-refused";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import { may } from "@/lib/contracts/rules/permissions";
import { fieldSessionParsers, fieldSessionQuery } from "@/lib/field-sessions/list-state";
import { fieldSessionsQuery, sessionSummaryQuery } from "@/lib/field-sessions/queries";
import { callFielding, fieldedElsewhere } from "@/lib/gateway/fielding";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { prefetch } from "@/lib/routes/prefetch";
import { suppliersQuery } from "@/lib/suppliers/queries";
import { surveyQuery } from "@/lib/surveys/queries";
import { openList } from "@/lib/views/open-list";
import { Sessions } from "./sessions";

export const metadata: Metadata = { title: "Sessions" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function SessionsPage({ params, searchParams }: Props) {
  const context = await pageContext("surveys:read");
  const id = decodeURIComponent((await params).id);
  const elsewhere = fieldedElsewhere(context.viewer);
  if (elsewhere !== null) return <SessionsRefused surveyId={id} reason={elsewhere} />;
  const { opened, state } = await openList(context, "field-sessions", fieldSessionParsers, await searchParams);
  const readSurvey = async () => {
    const { items, revision } = await listSurveys(context, { ids: [id] });
    const survey = items.find((item) => item.id === id);
    return survey && revision ? { survey, revision } : null;
  };
  const read = await prefetch(
    opened,
    { queryKey: surveyQuery(id).queryKey, read: readSurvey },
    {
      queryKey: fieldSessionsQuery(id, state).queryKey,
      read: () => callFielding(context, fielding.listSessions, { query: fieldSessionQuery(id, state).query }),
    },
    {
      queryKey: sessionSummaryQuery(id).queryKey,
      read: () => callFielding(context, fielding.summarizeSessions, { query: { survey_id: id } }),
    },
    {
      queryKey: suppliersQuery().queryKey,
      read: async () => (await callFielding(context, fielding.listSuppliers)).suppliers,
    },
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Sessions surveyId={id} mayWrite={may(context.viewer.role, "surveys:write")} accounts={context.viewer.accounts} />
    </PageData>
  );
}
