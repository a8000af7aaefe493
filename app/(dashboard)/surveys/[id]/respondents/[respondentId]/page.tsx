import type { Metadata } from "next";
import { RespondentPage } from "@/components/respondents/respondent-page";
import { pageContext } from "@/lib/auth/viewer";

export const metadata: Metadata = { title: "Respondent" };

type Props = { params: Promise<{ id: string; respondentId: string }> };

export default async function RespondentRoute({ params }: Props) {
  const context = await pageContext("quality:review");
  const { id, respondentId } = await params;
  return (
    <RespondentPage
      surveyId={decodeURIComponent(id)}
      respondentId={decodeURIComponent(respondentId)}
      reviewer={context.viewer.name}
    />
  );
}
