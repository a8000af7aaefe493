import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { QuestionsPage } from "@/components/questions/questions-page";
import { PageData } from "@/components/session/page-data";
import { openLastProject } from "@/lib/answers/open-last-project";
import { questionReads } from "@/lib/answers/questions/question-reads";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Questions" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const { viewer } = context;
  const search = await searchParams;
  if (!search.project) await openLastProject(viewer, "/questions", search);
  const read = await prefetch(...(await questionReads(context, [search.project].flat()[0] ?? null)));
  return (
    <PageData of={viewer.personId} state={read}>
      <QuestionsPage mayWrite={may(viewer.role, "answers:write")} />
    </PageData>
  );
}
