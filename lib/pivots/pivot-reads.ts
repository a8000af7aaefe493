import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf } from "@/lib/gateway/connections";
import { fetchSpecs } from "@/lib/gateway/pivot";
import { specsQuery, tableDefaultsQuery } from "./queries";
import { getTableDefaults } from "./table-defaults";

/** What the page of tables knows of its project before it asks for a table, under the browser's keys. */
export function pivotReads(context: SignedInContext<SessionViewer>, projectId: string | null) {
  if (projectId === null) return [];
  const defaults = {
    queryKey: tableDefaultsQuery(projectId).queryKey,
    read: () => getTableDefaults(context, projectId),
  };
  if (addressOf(connectionOf(context.viewer), "pivot") !== null) return [defaults];
  const specs = {
    queryKey: specsQuery(projectId).queryKey,
    read: () => fetchSpecs(context, { projectId, body: { projectId } }),
    isFigure: true,
  };
  return [defaults, specs];
}
