import type { Metadata } from "next";
import { ScorePage } from "@/components/respondents/score-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { prefetch } from "@/lib/routes/prefetch";
import { surveyQuery } from "@/lib/surveys/queries";

export const metadata: Metadata = { title: "Score responses" };

export default async function ScoreRoute({ params }: { params: Promise<{ id: string }> }) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const read = await prefetch({
    queryKey: surveyQuery(id).queryKey,
    read: async () => {
      const { items, revision } = await listSurveys(context, { ids: [id] });
      const survey = items.find((item) => item.id === id);
      return survey && revision ? { survey, revision } : null;
    },
  });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <ScorePage surveyId={id} mayWrite={may(context.viewer.role, "surveys:write")} />
    </PageData>
  );
}
