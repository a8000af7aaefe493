import "server-only";
import { dropTables } from "@/lib/stores/clickhouse/answer-rows";
import { dropLeftOver, leftOverRevisions } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";

/** Removes the tables of revisions that nobody reads and no undo needs. */
export async function clearLeftOverAnswers(): Promise<void> {
  for (const revision of await leftOverRevisions(db())) {
    await db().transaction((transaction) => dropLeftOver(transaction, revision, dropTables));
  }
}
