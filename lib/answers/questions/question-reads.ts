import "server-only";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { questionsQuery } from "../queries";
import { listQuestions } from "./questions";

/** More of them would be most of a page's HTML and hold its first paint up: the browser reads them after it. */
const MOST_IN_HTML = 200;

/** The questions of a project for a page's first paint, under the browser's key; nothing without a project. */
export async function questionReads(context: SignedInContext, projectId: string | null) {
  if (projectId === null) return [];
  const query = { queryKey: questionsQuery(projectId).queryKey, read: () => listQuestions(context, projectId) };
  // A remote service, which proves the project, may be late: `prefetch` knows how long a page waits for it.
  if (connectionOf(context.viewer).demand.url !== null) return [query];
  const known = await query.read().catch(() => null);
  return known && known.questions.length <= MOST_IN_HTML ? [{ ...query, read: async () => known }] : [];
}
