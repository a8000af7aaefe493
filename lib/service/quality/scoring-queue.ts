import "server-only";
import { db } from "@/lib/stores/postgres/client";
import { surveysWaiting } from "@/lib/stores/postgres/quality";
import { scoreNext } from "./score-stored";

/** Each survey has so many of its respondents scored before the next survey has its turn. */
const MOST_IN_TURN = 20;
const MOST_SURVEYS = 200;

/**
 * Scores all respondents who wait, survey by survey, until nobody waits or `signal` ends it between two. Several workers
 * may do so at once: each takes surveys that no other is at.
 */
export async function scoreWaiting(signal: AbortSignal): Promise<void> {
  for (let isAny = true; isAny; ) {
    isAny = false;
    for (const surveyId of await surveysWaiting(db(), MOST_SURVEYS)) {
      for (let turns = 0; turns < MOST_IN_TURN; turns += 1) {
        if (signal.aborted) return;
        if (!(await scoreNext(surveyId, { waits: false }))) break;
        isAny = true;
      }
    }
  }
}
