import "server-only";
import { logger } from "@/lib/logger";
import { detachTable } from "@/lib/stores/clickhouse/answer-rows";
import { db } from "@/lib/stores/postgres/client";
import { detachUnused, unusedRevisions } from "@/lib/stores/postgres/unused-answers";

/**
 * Detaches the tables of answers that were not used for so many days (0: none), and those that only an undo would
 * need: thousands of projects then cost the store neither memory nor time to start. Resolves with how many.
 */
export async function detachUnusedAnswers(days: number): Promise<number> {
  let detached = 0;
  if (days === 0) return detached;
  for (let after = 0; ; ) {
    const revisions = await unusedRevisions(db(), days, after);
    const last = revisions.at(-1);
    if (!last) return detached;
    after = last.id;
    for (const revision of revisions) {
      try {
        const isDetached = await db().transaction((each) => detachUnused(each, revision, days, detachTable));
        if (isDetached) detached += 1;
      } catch (error) {
        // The others can all the same; the next round tries this one again.
        logger.warn({ err: error, revision: revision.id }, "an unused table of answers was not detached");
      }
    }
  }
}
