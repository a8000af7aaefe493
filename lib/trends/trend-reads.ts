import "server-only";
import { questionsQuery } from "@/lib/answers/queries";
import { listQuestions } from "@/lib/answers/questions/questions";
import type { SessionViewer } from "@/lib/auth/viewer";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import type { Prefetched } from "@/lib/routes/prefetch";
import type { TrendState } from "./address";
import { extentBy } from "./extent-by";
import { listTrendNotes } from "./notes";
import { getTrendExtent } from "./project-extent";
import { extentQuery, trendNotesQuery } from "./queries";

/** What the page of trends asks of its project before it can ask for a trend, under the browser's keys. */
export function trendReads(
  context: SignedInContext<SessionViewer>,
  { project, zone, includeExcluded }: Pick<TrendState, "project" | "zone" | "includeExcluded">,
): Prefetched[] {
  if (project === null) return [];
  const timeZone = zone ?? context.viewer.settings.timeZone;
  const days = { timeZone, includeExcluded };
  const extent: Prefetched = {
    queryKey: extentQuery(project, days).queryKey,
    read: async () => {
      const { signal } = new AbortController(); // a page that nobody waits for any more is rendered to its end
      const { extent } = await getTrendExtent(context, project, { includesExcluded: includeExcluded, signal });
      if (extent === null) throw new Error("Another service draws the trends.");
      return extentBy(extent, days);
    },
    isFigure: true,
  };
  return [
    { queryKey: questionsQuery(project).queryKey, read: () => listQuestions(context, project) },
    { queryKey: trendNotesQuery(project).queryKey, read: async () => (await listTrendNotes(context, project)).notes },
    ...(connectionOf(context.viewer).analysis.url === null ? [extent] : []),
  ];
}
