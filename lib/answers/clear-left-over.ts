import "server-only";
import { env } from "@/lib/env";
import { dropTables } from "@/lib/stores/clickhouse/answer-rows";
import { dropOldTriedIds } from "@/lib/stores/clickhouse/tried-ids";
import { dropLeftOver, leftOverRevisions } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";

/** Removes the tables of revisions that nobody reads and no undo needs, and of dry runs that were cut short. */
export async function clearLeftOverAnswers(kept = env.IMPORTS_KEPT): Promise<void> {
  for (const revision of await leftOverRevisions(db(), { kept })) {
    await db().transaction((transaction) => dropLeftOver(transaction, revision, { kept, drop: dropTables }));
  }
  await dropOldTriedIds();
}
