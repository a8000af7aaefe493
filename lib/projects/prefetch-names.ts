import "server-only";
import type { SignedInContext } from "@/lib/gateway/call";
import { projectsById } from "@/lib/gateway/demand-reads";
import { keptNames } from "@/lib/gateway/last-reads";
import { distinctIds, projectNamesOf, projectNamesQuery } from "./queries";

/** The names of rows' projects, for a page's first paint; nothing to read where no row has one. */
export function prefetchNames(context: SignedInContext, projectIds: readonly (string | null | undefined)[]) {
  const ids = distinctIds(projectIds);
  if (ids.length === 0) return [];
  return [
    {
      queryKey: projectNamesQuery(ids).queryKey,
      read: async () => projectNamesOf(await projectsById(context, ids)),
      kept: keptNames(context, "project", ids),
    },
  ];
}
