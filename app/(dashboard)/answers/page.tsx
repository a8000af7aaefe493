import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnswersPage } from "@/components/answers/answers-page";
import { openLastProject } from "@/lib/answers/open-last-project";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Answers" };

export default async function ImportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { viewer } = await pageContext("answers:read");
  const search = await searchParams;
  if (!search.project) await openLastProject(viewer, "/answers", search);
  return <AnswersPage mayWrite={may(viewer.role, "answers:write")} />;
}
