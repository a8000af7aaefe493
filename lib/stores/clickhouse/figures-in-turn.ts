import "server-only";
import { env, notifyingAddress } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { countFigureWait, secondsSince } from "@/lib/metrics";
import { processWide } from "@/lib/process-wide";
import { type Database, db } from "../postgres/client";
import { listen } from "../postgres/listen";
import { sharedTurns, TURNS_CHANNEL } from "../postgres/shared-turns";

/** A page asks for several figures at once; the store serves somebody else beside so many. */
const AT_ONCE = 3;
/** In one process, whose memory they take. */
const MOST_WAITING = 100;

const tooManyFigures = () =>
  new AppError("busy", "You ask for very many figures at once. Wait until some of them are there, then ask again.", {
    headers: { "retry-after": "5" },
  });

/**
 * Runs what asks the answer store for figures, or writes a table aside while somebody waits for it, in the turn of
 * whoever asks, a person or a key: one of hundreds of questions would keep everybody else waiting. What one and what all together ask at once is counted in PostgreSQL for
 * all instances. Of those who wait, each process tells it no more than may be under way, so that they cost it little;
 * these are also what bounds one who asks while PostgreSQL does not answer. Never within another turn of the same: it
 * would wait for itself.
 * @throws AppError busy when too many wait already
 */
export function figuresInTurn<T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const begin = () => {
    countFigureWait(secondsSince(since));
    return work();
  };
  return inTurn(
    processWide("clickhouse.turns", (): TurnsOf => new Map()),
    { key: who, atOnce: AT_ONCE, mostWaiting: MOST_WAITING, refusal: tooManyFigures, signal },
    () => processWide("clickhouse.shared-turns", ofAllInstances).run(who, signal, begin),
  );
}

function ofAllInstances() {
  // The pool of its beginning: a figure that outlives it, as in a test that left it running, asks for no other.
  let pool: Database | undefined;
  return sharedTurns({
    connection: () => {
      pool ??= db();
      return pool;
    },
    most: () => ({ ofOne: AT_ONCE, ofAll: env.CLICKHOUSE_QUERIES }),
    hear: notifyingAddress() === undefined ? null : (heard) => listen(TURNS_CHANNEL, heard),
  });
}
