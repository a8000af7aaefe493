import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import type { TrendState } from "./address";
import { extentBy } from "./extent-by";
import { listTrendNotes } from "./notes";
import { getTrendExtent } from "./project-extent";
import { extentQuery, trendNotesQuery } from "./queries";

/** What the page of trends asks of its project before it can ask for a trend, under the browser's keys. */
export function trendReads(
  context: SignedInContext<SessionViewer>,
  { project, zone, includeExcluded }: Pick<TrendState, "project" | "zone" | "includeExcluded">,
) {
  if (project === null) return [];
  const notes = {
    queryKey: trendNotesQuery(project).queryKey,
    read: async () => (await listTrendNotes(context, project)).notes,
  };
  if (connectionOf(context.viewer).analysis.url !== null) return [notes];
  const days = { timeZone: zone ?? context.viewer.settings.timeZone, includeExcluded };
  const extent = {
    queryKey: extentQuery(project, days).queryKey,
    read: async () => {
      const { signal } = new AbortController(); // a page that nobody waits for any more is rendered to its end
      const { extent } = await getTrendExtent(context, project, { includesExcluded: includeExcluded, signal });
      if (extent === null) throw new Error("Another service draws the trends.");
      return extentBy(extent, days);
    },
    isFigure: true,
  };
  return [notes, extent];
}
