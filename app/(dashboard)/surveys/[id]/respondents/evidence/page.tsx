import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { respondentsHref } from "@/components/respondents/hrefs";
import { RespondentPage } from "@/components/respondents/respondent-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { evidenceOptions } from "@/lib/respondents/queries";
import { getEvidence } from "@/lib/respondents/read-evidence";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Respondent" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** The respondent id is a parameter: it can be any text, such as the name of another page or two dots. */
export default async function EvidenceRoute({ params, searchParams }: Props) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const { respondent } = await searchParams;
  if (typeof respondent !== "string") redirect(respondentsHref(id));
  const read = await prefetch({
    queryKey: evidenceOptions(id, respondent).queryKey,
    read: () => getEvidence(context, id, respondent),
  });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <RespondentPage key={respondent} surveyId={id} respondentId={respondent} reviewer={context.viewer.name} />
    </PageData>
  );
}
