import "server-only";
import { processWide } from "@/lib/process-wide";

/**
 * Reads under way, shared by everyone who asks the same with the same credential.
 *
 * The key holds the number of the credential's writes begun or ended so far: a read never joins one that was
 * begun before the credential's last write, so that whoever saves sees what was saved.
 */
type State = { reads: Map<string, Promise<unknown>>; writes: Map<string, number> };

const state = () => processWide<State>("gateway.join", () => ({ reads: new Map(), writes: new Map() }));

/** Joins the read under way for `key`, or starts it. */
export function joinRead<T>(credential: string, key: string, read: () => Promise<T>): Promise<T> {
  const { reads, writes } = state();
  const fullKey = JSON.stringify([credential, writes.get(credential) ?? 0, key]);
  const underWay = reads.get(fullKey) as Promise<T> | undefined;
  if (underWay) return underWay;
  const started = read().finally(() => reads.delete(fullKey));
  reads.set(fullKey, started);
  return started;
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
