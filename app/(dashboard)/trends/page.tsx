import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { openLastProject } from "@/lib/answers/open-last-project";
import { questionReads } from "@/lib/answers/questions/question-reads";
import { pageContext } from "@/lib/auth/viewer";
import { prefetch } from "@/lib/routes/prefetch";
import { trendParsers } from "@/lib/trends/address";
import { trendReads } from "@/lib/trends/trend-reads";
import { openList } from "@/lib/views/open-list";
import { Trends } from "./trends";

export const metadata: Metadata = { title: "Trends" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const { role, accounts } = context.viewer;
  const search = await searchParams;
  const { opened, state } = await openList(context, "trends", trendParsers, search);
  if (state.project === null) await openLastProject(context.viewer, "/trends", search);
  const read = await prefetch(
    opened,
    ...(await questionReads(context, state.project)),
    ...trendReads(context, state.project),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Trends role={role} accounts={accounts} />
    </PageData>
  );
}
