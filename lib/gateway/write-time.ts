import "server-only";
import { type Rank, rank } from "@/lib/stores/postgres/rate-limits";
import { connectionOf, PAGE_PATIENCE_MS, type SignedInContext } from "./call";

/**
 * A write has its connection's time in all: two thirds of it to be sent and answered, so that the rest is there to
 * find out what became of one that was not answered. What it reads first takes no longer than a page waits, since
 * nothing is sent yet. Epoch milliseconds.
 */
export function writeDeadlines({ viewer, origin }: SignedInContext): { read: number; send: number; settle: number } {
  const { timeoutMs } = connectionOf(viewer);
  const now = Date.now();
  const send = now + (timeoutMs * 2) / 3;
  return { read: origin === "page" ? Math.min(send, now + PAGE_PATIENCE_MS) : send, send, settle: now + timeoutMs };
}

/**
 * What a write reads first is part of it: it goes before people's reads, and is refused as the write would be while the
 * service does not respond.
 */
export const rankOfWrite = ({ origin }: SignedInContext): Rank => (origin === "job" ? rank.job : rank.write);

/** Whether the service is our own, which answers a create repeated with its `Idempotency-Key` as it did the first. */
export const repeatsByKey = ({ viewer }: SignedInContext) => connectionOf(viewer).demand.url === null;
