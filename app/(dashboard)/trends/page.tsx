import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { prefetch } from "@/lib/routes/prefetch";
import { trendParsers } from "@/lib/trends/address";
import { openList } from "@/lib/views/open-list";
import { Trends } from "./trends";

export const metadata: Metadata = { title: "Trends" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const { role, accounts } = context.viewer;
  const { opened } = await openList(context, "trends", trendParsers, await searchParams);
  const read = await prefetch(opened);
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Trends role={role} accounts={accounts} />
    </PageData>
  );
}
