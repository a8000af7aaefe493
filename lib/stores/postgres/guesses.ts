import { networkOf } from "@/lib/http/network";
import { AppError, tooManyRequests } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import type { Connection } from "./client";
import { countSlots, returnSlot, takeSlot } from "./rate-limits";

const MINUTE_MS = 60 * 1000;
const WINDOW_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Failures in a quarter of an hour: of one person from one network, of all people from it, of a person from anywhere. */
const MOST = { ofBoth: 10, ofNetwork: 100, ofPerson: 100 };

type Guess = {
  /** Whose password is guessed; the same wherever it can be. */
  connection: string;
  email: string;
  clientAddress: string;
};

/**
 * Runs a check of a password, unless too many have failed. Each takes its places in the database before it is looked at
 * and gives them back unless it is refused, so that any number of instances admit no more guesses than one. An e-mail
 * that nobody has is counted like any other.
 */
export async function limitGuesses<T>(connection: Connection, guess: Guess, check: () => Promise<T>): Promise<T> {
  const person = JSON.stringify([guess.connection, guess.email]);
  const network = networkOf(guess.clientAddress);
  const both = `${person}:${network}`;
  return inTurn(both, async () => {
    const isKnown = await hasSignedIn(connection, both);
    const taken = await takePlaces(connection, [
      { key: `guesses:${both}`, limit: MOST.ofBoth },
      { key: `guesses-from:${network}`, limit: MOST.ofNetwork },
      // Strangers who fail on purpose lock nobody out of where they usually sign in.
      ...(isKnown ? [] : [{ key: `guesses-of:${person}`, limit: MOST.ofPerson }]),
    ]);
    try {
      const value = await check();
      await returnPlaces(connection, taken);
      if (!isKnown) await rememberSignIn(connection, both);
      return value;
    } catch (error) {
      if (!isRefusal(error)) await returnPlaces(connection, taken);
      throw error;
    }
  });
}

async function takePlaces(connection: Connection, places: { key: string; limit: number }[]): Promise<string[]> {
  const taken: string[] = [];
  for (const place of places) {
    const { granted, waitMs } = await takeSlot(connection, { ...place, windowMs: WINDOW_MS, maxWaitMs: 0 });
    if (!granted) {
      await returnPlaces(connection, taken);
      throw tooManyRequests(waitMs);
    }
    taken.push(place.key);
  }
  return taken;
}

async function returnPlaces(connection: Connection, keys: string[]): Promise<void> {
  for (const key of keys) await returnSlot(connection, key);
}

const signedIn = (both: string) => `signed-in:${both}`;

const hasSignedIn = async (connection: Connection, both: string): Promise<boolean> =>
  (await countSlots(connection, signedIn(both), DAY_MS)).count > 0;

async function rememberSignIn(connection: Connection, both: string): Promise<void> {
  await takeSlot(connection, { key: signedIn(both), limit: 1, windowMs: DAY_MS, maxWaitMs: 0 });
}

/** A service that is busy or away has judged nothing; whatever else a refusal is called, the pair was not taken. */
const isRefusal = (error: unknown) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== "busy";

/** Last guess of each pair under way in this process: a courtesy to its people, while the limit is in the database. */
const queues = () => processWide("guesses", () => new Map<string, Promise<unknown>>());

/** One after another, so that a person who signs in on several devices at once takes no more places than they need. */
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
