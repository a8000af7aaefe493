import "server-only";
import { questionsQuery } from "@/lib/answers/queries";
import { listQuestions } from "@/lib/answers/questions/questions";
import type { SessionViewer } from "@/lib/auth/viewer";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf } from "@/lib/gateway/connections";
import { fetchSpecs } from "@/lib/gateway/pivot";
import type { Prefetched } from "@/lib/routes/prefetch";
import { specsQuery, tableDefaultsQuery } from "./queries";
import { getTableDefaults } from "./table-defaults";

/** What the page of tables knows of its project before it asks for a table, under the browser's keys. */
export function pivotReads(context: SignedInContext<SessionViewer>, projectId: string | null): Prefetched[] {
  if (projectId === null) return [];
  const specs: Prefetched = {
    queryKey: specsQuery(projectId).queryKey,
    read: () => fetchSpecs(context, { projectId, body: { projectId } }),
    isFigure: true,
  };
  return [
    { queryKey: questionsQuery(projectId).queryKey, read: () => listQuestions(context, projectId) },
    { queryKey: tableDefaultsQuery(projectId).queryKey, read: () => getTableDefaults(context, projectId) },
    ...(addressOf(connectionOf(context.viewer), "pivot") === null ? [specs] : []),
  ];
}
