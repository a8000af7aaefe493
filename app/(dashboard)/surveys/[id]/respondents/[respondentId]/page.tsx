import type { Metadata } from "next";
import { RespondentPage } from "@/components/respondents/respondent-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { evidenceOptions } from "@/lib/respondents/queries";
import { getEvidence } from "@/lib/respondents/read-evidence";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Respondent" };

type Props = { params: Promise<{ id: string; respondentId: string }> };

export default async function RespondentRoute({ params }: Props) {
  const context = await pageContext("quality:review");
  const parts = await params;
  const [id, respondentId] = [decodeURIComponent(parts.id), decodeURIComponent(parts.respondentId)];
  const read = await prefetch({
    queryKey: evidenceOptions(id, respondentId).queryKey,
    read: () => getEvidence(context, id, respondentId),
  });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <RespondentPage surveyId={id} respondentId={respondentId} reviewer={context.viewer.name} />
    </PageData>
  );
}
