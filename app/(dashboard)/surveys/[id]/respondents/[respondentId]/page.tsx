import { redirect } from "next/navigation";
import { respondentHref } from "@/components/respondents/hrefs";

type Props = { params: Promise<{ id: string; respondentId: string }> };

/** Where a respondent stood in former releases: links that people kept still lead to them. */
export default async function FormerRespondentRoute({ params }: Props) {
  const { id, respondentId } = await params;
  redirect(respondentHref(decodeURIComponent(id), decodeURIComponent(respondentId)));
}
