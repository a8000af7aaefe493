import "server-only";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import { lastWriteMsAgo, noteWrite } from "@/lib/stores/postgres/credential-writes";

/**
 * Reads under way, shared by everyone who asks the same with the same credential.
 *
 * The key holds the number of the credential's writes begun or ended so far in this process, and whoever would join asks
 * the database whether one has ended in another since the read began: a read never joins one that was begun before the
 * credential's last write, so that whoever saves sees what was saved, whichever instance answers.
 */
type Shared = {
  reply: Promise<unknown>;
  deadline: number;
  /** By this process's steady clock, in milliseconds. */
  begunAt: number;
  /** How many callers wait for it. */
  waiting: number;
  end: AbortController;
};
type State = { reads: Map<string, Shared>; writes: Map<string, number> };

/** How much too early a timer may fire by the clock: it counts in milliseconds of its own. */
const EARLY_MS = 5;

const state = () => processWide<State>("gateway.join", () => ({ reads: new Map(), writes: new Map() }));

type Joining<T> = {
  /** Epoch milliseconds; the read that this caller starts lasts no longer. */
  deadline: number;
  /** Its signal is aborted when the last of those who waited for it has given it up. */
  read: (signal: AbortSignal) => Promise<T>;
  late: () => Error;
  /** Lets this caller go, and nobody else. */
  signal?: AbortSignal | undefined;
};

/**
 * Joins the read under way for `key`, or starts it. Everyone keeps his own deadline: nobody waits longer than that
 * for somebody else's read, and one that failed when its starter's time was up is begun anew by who has time left.
 */
export async function joinRead<T>(
  credential: string,
  key: string,
  { deadline, read, late, signal }: Joining<T>,
): Promise<T> {
  const { writes } = state();
  const fullKey = JSON.stringify([credential, writes.get(credential) ?? 0, key]);
  for (;;) {
    signal?.throwIfAborted();
    const joining = joinOrStart(credential, fullKey, { deadline, read, signal });
    try {
      const reply = joining.then((shared) => shared.reply);
      return (await before(deadline, unlessAborted(reply, signal), late)) as T;
    } catch (error) {
      signal?.throwIfAborted();
      if (Date.now() >= deadline) throw error;
      const shared = await joining;
      const endedByItsDeadline = shared.deadline < deadline && shared.deadline <= Date.now() + EARLY_MS;
      if (!endedByItsDeadline) throw error;
    } finally {
      void joining.then((shared) => leave(fullKey, shared, signal), ignored);
    }
  }
}

/** Whoever waited hears of it. */
const ignored = () => {};

function leave(key: string, shared: Shared, signal: AbortSignal | undefined): void {
  shared.waiting -= 1;
  if (signal?.aborted && shared.waiting === 0) giveUp(key, shared);
}

/**
 * The read under way for a key, unless it began before a write that ended since, on whichever instance; a new one then.
 * Its caller is counted in the same moment in which it is chosen: nobody gives it up in between.
 */
async function joinOrStart<T>(
  credential: string,
  key: string,
  { deadline, read, signal }: Pick<Joining<T>, "deadline" | "read" | "signal">,
): Promise<Shared> {
  const { reads } = state();
  for (;;) {
    const underWay = reads.get(key);
    const isCurrent = underWay !== undefined && (await hasBegunSinceLastWrite(credential, underWay));
    signal?.throwIfAborted();
    // It has ended meanwhile, or somebody began a newer one.
    if (reads.get(key) !== underWay) continue;
    const shared = underWay && isCurrent ? underWay : start(key, deadline, read);
    shared.waiting += 1;
    return shared;
  }
}

/** Where nobody can say, it has not. */
async function hasBegunSinceLastWrite(credential: string, { begunAt }: Shared): Promise<boolean> {
  try {
    const writtenMsAgo = await lastWriteMsAgo(db(), credential);
    return writtenMsAgo > performance.now() - begunAt;
  } catch {
    return false;
  }
}

function start<T>(key: string, deadline: number, read: Joining<T>["read"]): Shared {
  const end = new AbortController();
  const begunAt = performance.now();
  const reply = read(end.signal).finally(() => forget(key, shared));
  // Those who wait hear of a failure; when all of them have left, it is nobody's.
  reply.catch(() => {});
  const shared: Shared = { reply, deadline, begunAt, waiting: 0, end };
  state().reads.set(key, shared);
  return shared;
}

/** Nobody joins a read that is being given up. */
function giveUp(key: string, shared: Shared): void {
  forget(key, shared);
  shared.end.abort();
}

function forget(key: string, shared: Shared): void {
  const { reads } = state();
  if (reads.get(key) === shared) reads.delete(key);
}

/** The outcome of `reply`, or `late()` when the deadline comes first. */
export function before<T>(deadline: number, reply: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.max(0, deadline - Date.now()));
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The outcome of `reply`, waited for until `signal` is aborted; one that comes later is nobody's. */
export function unlessAborted<T>(reply: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return reply;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Runs a write: reads begun before it, or while it ran, are joined by nobody after it. */
export async function separateWrite<T>(credential: string, write: () => Promise<T>): Promise<T> {
  const { writes } = state();
  const count = () => writes.set(credential, (writes.get(credential) ?? 0) + 1);
  count();
  try {
    return await write();
  } finally {
    count();
    await noteWrite(db(), credential).catch((error: unknown) => {
      logger.warn({ err: error }, "other instances were not told of a write");
    });
  }
}
