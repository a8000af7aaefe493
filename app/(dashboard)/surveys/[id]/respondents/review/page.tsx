import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ReviewPage } from "@/components/respondents/review-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { loadRespondentFilter, reviewQuery } from "@/lib/respondents/list-state";
import { reviewOptions } from "@/lib/respondents/queries";
import { listRespondents } from "@/lib/respondents/read-respondents";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Review" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function ReviewRoute({ params, searchParams }: Props) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const filter = await loadRespondentFilter(searchParams);
  const { query } = reviewQuery(id, filter);
  const read = await prefetch({
    queryKey: reviewOptions(id, filter).queryKey,
    read: () => listRespondents(context, { ...query, survey_id: id }),
  });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <ReviewPage surveyId={id} reviewer={context.viewer.name} />
    </PageData>
  );
}
