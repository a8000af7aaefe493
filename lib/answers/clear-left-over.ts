import "server-only";
import { env } from "@/lib/env";
import { dropStaged, dropTables, tablesWithStaged } from "@/lib/stores/clickhouse/answer-rows";
import { dropOldTriedIds } from "@/lib/stores/clickhouse/tried-ids";
import { dropLeftOver, leftOverRevisions, tablesNotWritten } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";

/**
 * Removes the tables of revisions that nobody reads and no undo needs, what still waits beside those that are written,
 * and what dry runs that were cut short have left.
 */
export async function clearLeftOverAnswers(kept = env.IMPORTS_KEPT): Promise<void> {
  for (const revision of await leftOverRevisions(db(), { kept })) {
    await db().transaction((transaction) => dropLeftOver(transaction, revision, { kept, drop: dropTables }));
  }
  for (const table of await tablesNotWritten(db(), await tablesWithStaged())) await dropStaged(table);
  await dropOldTriedIds();
}
