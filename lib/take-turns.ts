import { setImmediate as nextLoop } from "node:timers/promises";
import { processWide } from "./process-wide";

/** As long as a person does not notice that somebody else was served first. */
const TURN_MS = 10;

/**
 * Long computations would keep the process from serving other requests: they rest between their steps, and go on when
 * all others that rest have had a turn, with new requests in between. Throws the signal's reason when the caller has
 * disconnected.
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
