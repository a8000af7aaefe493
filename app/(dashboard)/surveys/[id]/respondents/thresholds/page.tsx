import type { Metadata } from "next";
import { ThresholdsPage } from "@/components/respondents/thresholds-page";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { thresholdsOptions } from "@/lib/respondents/queries";
import { getThresholds } from "@/lib/respondents/stored-thresholds";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Thresholds" };

export default async function ThresholdsRoute({ params }: { params: Promise<{ id: string }> }) {
  const context = await pageContext("quality:review");
  const id = decodeURIComponent((await params).id);
  const read = await prefetch({ queryKey: thresholdsOptions(id).queryKey, read: () => getThresholds(context, id) });
  return (
    <PageData of={context.viewer.personId} state={read}>
      <ThresholdsPage surveyId={id} />
    </PageData>
  );
}
