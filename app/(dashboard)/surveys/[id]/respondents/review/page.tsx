import type { Metadata } from "next";
import { ReviewPage } from "@/components/respondents/review-page";
import { pageContext } from "@/lib/auth/viewer";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewRoute({ params }: { params: Promise<{ id: string }> }) {
  const context = await pageContext("quality:review");
  return <ReviewPage surveyId={decodeURIComponent((await params).id)} reviewer={context.viewer.name} />;
}
