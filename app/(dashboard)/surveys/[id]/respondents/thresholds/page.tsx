import type { Metadata } from "next";
import { ThresholdsPage } from "@/components/respondents/thresholds-page";
import { pageContext } from "@/lib/auth/viewer";

export const metadata: Metadata = { title: "Thresholds" };

export default async function ThresholdsRoute({ params }: { params: Promise<{ id: string }> }) {
  await pageContext("quality:review");
  return <ThresholdsPage surveyId={decodeURIComponent((await params).id)} />;
}
