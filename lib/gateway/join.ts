import "server-only";
import { processWide } from "@/lib/process-wide";

/**
 * Reads under way, shared by everyone who asks the same with the same credential.
 *
 * The key holds the number of the credential's writes begun or ended so far: a read never joins one that was
 * begun before the credential's last write, so that whoever saves sees what was saved.
 */
type Shared = { reply: Promise<unknown>; deadline: number };
type State = { reads: Map<string, Shared>; writes: Map<string, number> };

/** How much too early a timer may fire by the clock: it counts in milliseconds of its own. */
const EARLY_MS = 5;

const state = () => processWide<State>("gateway.join", () => ({ reads: new Map(), writes: new Map() }));

type Joining<T> = {
  /** Epoch milliseconds; the read that this caller starts lasts no longer. */
  deadline: number;
  read: () => Promise<T>;
  late: () => Error;
};

/**
 * Joins the read under way for `key`, or starts it. Everyone keeps his own deadline: nobody waits longer than that
 * for somebody else's read, and one that failed when its starter's time was up is begun anew by who has time left.
 */
export async function joinRead<T>(credential: string, key: string, { deadline, read, late }: Joining<T>): Promise<T> {
  const { reads, writes } = state();
  const fullKey = JSON.stringify([credential, writes.get(credential) ?? 0, key]);
  for (;;) {
    const shared = reads.get(fullKey) ?? start(fullKey, deadline, read);
    try {
      return (await before(deadline, shared.reply, late)) as T;
    } catch (error) {
      const endedByItsDeadline = shared.deadline < deadline && shared.deadline <= Date.now() + EARLY_MS;
      if (!endedByItsDeadline || Date.now() >= deadline) throw error;
    }
  }
}

function start<T>(key: string, deadline: number, read: () => Promise<T>): Shared {
  const { reads } = state();
  const reply = read().finally(() => reads.delete(key));
  // Those who wait hear of a failure; when all of them have left, it is nobody's.
  reply.catch(() => {});
  const shared = { reply, deadline };
  reads.set(key, shared);
  return shared;
}

/** The outcome of `reply`, or `late()` when the deadline comes first. */
export function before<T>(deadline: number, reply: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.max(0, deadline - Date.now()));
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
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
  }
}
