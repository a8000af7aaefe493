import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import { listTrendNotes } from "./notes";
import { trendNotesQuery } from "./queries";

/**
 * What the page of trends shows of its project at once, under the browser's keys. How far its answers reach is not part
 * of it: the answer store would have to be asked for each page that is opened, and answers the browser as soon.
 */
export function trendReads(context: SignedInContext<SessionViewer>, projectId: string | null) {
  if (projectId === null) return [];
  return [
    {
      queryKey: trendNotesQuery(projectId).queryKey,
      read: async () => (await listTrendNotes(context, projectId)).notes,
    },
  ];
}
