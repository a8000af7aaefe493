import type { Rate } from "@/lib/contracts/operation";
import { tooManyRequests } from "@/lib/http/problem";
import type { Connection } from "./client";
import { takeSlot } from "./rate-limits";

type Caller = {
  /** What is called: `service:demand`, `api:views`. A bucket is counted for each of them. */
  of: string;
  /** Whose calls are counted together: a person, an account's key, a network. */
  credential: string;
  /** How far ahead a call that comes too fast may be put off; 0: it is refused. */
  maxWaitMs: number;
};

/**
 * Lets a call pass at its operation's rate, counted in PostgreSQL for all instances together: at once, when its moment
 * has come, or never, which is a 429 with the seconds after which it may come again.
 */
export async function enforceRate(connection: Connection, rate: Rate, caller: Caller): Promise<void> {
  const { bucket, limit, windowMs } = rate;
  const key = `${caller.of}:${bucket}:${caller.credential}`;
  const { granted, waitMs } = await takeSlot(connection, { key, limit, windowMs, maxWaitMs: caller.maxWaitMs });
  if (!granted) throw tooManyRequests(waitMs);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
