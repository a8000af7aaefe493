import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PivotsPage } from "@/components/pivots/pivots-page";
import { ViewBar } from "@/components/views/view-bar";
import { pageContext } from "@/lib/auth/viewer";
import { pivotParsers } from "@/lib/pivots/address";
import { prefetch } from "@/lib/routes/prefetch";
import { openList } from "@/lib/views/open-list";
import { viewsQuery } from "@/lib/views/queries";

export const metadata: Metadata = { title: "Pivots" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const { views } = await openList(context, "pivots", pivotParsers, await searchParams);
  const read = await prefetch({ queryKey: viewsQuery("pivots").queryKey, read: async () => views });
  return (
    <HydrationBoundary state={read}>
      <PivotsPage views={<ViewBar list="pivots" accounts={context.viewer.accounts} />} />
    </HydrationBoundary>
  );
}
