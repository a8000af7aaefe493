import "server-only";
import { connectionOf, type SignedInContext } from "./call";

/**
 * A write has its connection's time in all: two thirds of it to be sent and answered, so that the rest is there to
 * find out what became of one that was not answered. Epoch milliseconds.
 */
export function writeDeadlines({ viewer }: SignedInContext): { send: number; settle: number } {
  const { timeoutMs } = connectionOf(viewer);
  const now = Date.now();
  return { send: now + (timeoutMs * 2) / 3, settle: now + timeoutMs };
}

/** Whether the service is our own, which answers a create repeated with its `Idempotency-Key` as it did the first. */
export const repeatsByKey = ({ viewer }: SignedInContext) => connectionOf(viewer).demand.url === null;
