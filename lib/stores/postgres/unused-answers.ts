import { and, eq, gt, ne, sql } from "drizzle-orm";
import { lockedSet } from "./answer-sets";
import type { Connection } from "./client";
import { answerRevisions, answerSets } from "./schema/answers";

/** Tables of answers that nobody has used for long, or that wait only for an import to be undone. */
export type UnusedRevision = { id: number; answerSet: string; tableName: string };

const AT_ONCE = 100;

/** What may be detached: attached since it was last detached, and not the one that is read, or unused for so many days. */
const isUnused = (
  days: number,
) => sql`(${answerRevisions.detachedAt} is null or ${answerRevisions.detachedAt} < ${answerSets.usedAt})
  and (${answerRevisions.id} is distinct from ${answerSets.revision}
    or ${answerSets.usedAt} < clock_timestamp() - make_interval(days => ${days}))`;

async function find(connection: Connection, days: number, which: ReturnType<typeof gt>): Promise<UnusedRevision[]> {
  const { id, answerSet, tableName } = answerRevisions;
  return connection
    .select({ id, answerSet, tableName })
    .from(answerRevisions)
    .innerJoin(answerSets, eq(answerSets.id, answerSet))
    .where(and(eq(answerRevisions.state, "visible"), ne(tableName, ""), isUnused(days), which))
    .orderBy(id)
    .limit(AT_ONCE);
}

/** Some of them, those after the one given, in order. */
export const unusedRevisions = (connection: Connection, days: number, after: number): Promise<UnusedRevision[]> =>
  find(connection, days, gt(answerRevisions.id, after));

/**
 * Detaches the table of one by `detach`, in the transaction given; false when it is used by now. Whoever notes his use
 * meanwhile waits until it is detached, and then finds that it is.
 */
export async function detachUnused(
  transaction: Connection,
  { id, answerSet }: UnusedRevision,
  days: number,
  detach: (table: string) => Promise<void>,
): Promise<boolean> {
  await lockedSet(transaction, answerSet);
  const [found] = await find(transaction, days, eq(answerRevisions.id, id));
  if (!found) return false;
  await detach(found.tableName);
  await transaction
    .update(answerRevisions)
    .set({ detachedAt: sql`clock_timestamp()` })
    .where(eq(answerRevisions.id, id));
  return true;
}
