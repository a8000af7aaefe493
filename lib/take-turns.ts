import { setImmediate as nextLoop } from "node:timers/promises";
import { processWide } from "./process-wide";

/** As long as a person does not notice that somebody else was served first. */
const TURN_MS = 10;

/**
 * Long arithmetic would keep the process from serving anybody else: whoever does it rests between its steps, and goes
 * on when all who rest like him have had a turn, with the requests that came meanwhile in between. Ends it with the
 * signal's reason when its caller has gone. It is the time of one process's thread that is shared out, so that no other
 * instance has to know.
 */
export function takeTurns(signal?: AbortSignal): () => Promise<void> {
  let until = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < until) return;
    await myTurn();
    signal?.throwIfAborted();
    until = performance.now() + TURN_MS;
  };
}

/** One at a time, in the order that they came: of many at once each loop would be as long as all of their turns. */
function myTurn(): Promise<void> {
  const queue = processWide("turns", () => ({ last: Promise.resolve() }));
  queue.last = queue.last.then(() => nextLoop());
  return queue.last;
}
