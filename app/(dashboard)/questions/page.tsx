import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { QuestionsPage } from "@/components/questions/questions-page";
import { openLastProject } from "@/lib/answers/open-last-project";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";

export const metadata: Metadata = { title: "Questions" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { viewer } = await pageContext("answers:read");
  const search = await searchParams;
  if (!search.project) await openLastProject(viewer, "/questions", search);
  return <QuestionsPage mayWrite={may(viewer.role, "answers:write")} />;
}
