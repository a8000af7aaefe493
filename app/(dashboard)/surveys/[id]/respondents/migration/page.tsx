import type { Metadata } from "next";
import { MigrationPage } from "@/components/respondents/migration-page";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Copy to version 3" };

export default async function MigrationRoute({ params }: { params: Promise<{ id: string }> }) {
  const { viewer } = await pageContext("quality:review");
  const surveyId = decodeURIComponent((await params).id);
  return <MigrationPage surveyId={surveyId} mayWrite={may(viewer.role, "surveys:write")} />;
}
