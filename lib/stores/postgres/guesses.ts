import { networkOf } from "@/lib/http/network";
import { AppError, tooManyRequests } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import type { Connection } from "./client";
import { countSlots, takeSlot } from "./rate-limits";

const FAILURES = { limit: 10, windowMs: 15 * 60 * 1000 };

/** Last guess of each key under way in this process. */
const queues = () => processWide("guesses", () => new Map<string, Promise<unknown>>());

/**
 * Runs a check of a password, unless too many have failed. Failures are counted for what is guessed and the client
 * together: a stranger who fails on purpose locks nobody else out. Guesses of one key go one after another, because
 * any number sent at once would pass before the first has failed; each further instance on the database lets one
 * more through at most.
 */
export async function limitGuesses<T>(
  connection: Connection,
  of: { what: string; clientAddress: string },
  check: () => Promise<T>,
): Promise<T> {
  const key = `guesses:${of.what}:${networkOf(of.clientAddress)}`;
  return inTurn(key, async () => {
    const failures = await countSlots(connection, key, FAILURES.windowMs);
    if (failures.count >= FAILURES.limit) throw tooManyRequests(failures.oldestExpiresInMs);
    try {
      return await check();
    } catch (error) {
      if (isRefusal(error)) await takeSlot(connection, { key, ...FAILURES, maxWaitMs: 0 });
      throw error;
    }
  });
}

/** A service that is busy or away has judged nothing; whatever else a refusal is called, the pair was not taken. */
const isRefusal = (error: unknown) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== "busy";

async function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const underWay = queues();
  const turn = (underWay.get(key) ?? Promise.resolve()).then(run);
  const settled = turn.catch(() => {});
  underWay.set(key, settled);
  try {
    return await turn;
  } finally {
    if (underWay.get(key) === settled) underWay.delete(key);
  }
}
