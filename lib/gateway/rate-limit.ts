import "server-only";
import type { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { answeredWithin } from "@/lib/stores/postgres/answered-within";
import { db } from "@/lib/stores/postgres/client";
import { databaseDown } from "@/lib/stores/postgres/database-away";
import { type Rank, takeSlot } from "@/lib/stores/postgres/rate-limits";

/**
 * Waiting for the moment when a call to a remote service may go.
 *
 * The moments are reserved in PostgreSQL (`take_slot`), so that every process keeps one limit together. Here the
 * calls of this process queue per key, and a moment that comes is given to the most important of them then: writes
 * before people's reads before jobs, each in its order.
 */
export type Limit = { key: string; limit: number; windowMs: number };

/** Why a caller is let go without its turn; `waitMs` how long the service has said to wait, when it is that. */
type Late = (waitMs: number | null) => AppError;

type Waiter = { rank: Rank; deadline: number; go: () => void; fail: (error: unknown) => void; late: Late };
type Lane = { waiters: Waiter[]; pumping: boolean };

const lanes = () => processWide("gateway.rate-limit", () => new Map<string, Lane>());

/** What clocks, timers and a network may squeeze together on the way: the window is kept this much wider. */
const JITTER_MS = 120;
/** How late a call may still take the moment that was reserved for it: well within the margin. */
const LATEST_MS = 50;
const POLL_MS = 1000;
const STORE_PATIENCE_MS = 5000;

/**
 * Resolves when the call may go; rejects with `late` when its deadline (epoch milliseconds) comes first, and when
 * `signal` is aborted.
 */
export function waitForTurn(
  limit: Limit,
  rank: Rank,
  deadline: number,
  late: Late,
  signal?: AbortSignal,
): Promise<void> {
  const all = lanes();
  const lane = all.get(limit.key) ?? { waiters: [], pumping: false };
  all.set(limit.key, lane);
  return new Promise((resolve, reject) => {
    // A timer of each waiter's own: the deadline holds whatever the queue is waiting for.
    const timer = setTimeout(() => leave(lane, waiter, late(null)), Math.max(0, deadline - Date.now()));
    const giveUp = () => leave(lane, waiter, signal?.reason);
    const settle = (then: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      then();
    };
    const waiter: Waiter = {
      rank,
      deadline,
      late,
      go: () => settle(resolve),
      fail: (error) => settle(() => reject(error)),
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    lane.waiters.push(waiter);
    if (!lane.pumping) void pump(limit, lane);
  });
}

function leave(lane: Lane, waiter: Waiter, error: unknown): void {
  const place = lane.waiters.indexOf(waiter);
  if (place >= 0) lane.waiters.splice(place, 1);
  waiter.fail(error);
}

async function pump(limit: Limit, lane: Lane): Promise<void> {
  lane.pumping = true;
  try {
    for (let head = mostImportant(lane); head; head = mostImportant(lane)) {
      const asked = Date.now();
      const { granted, waitMs } = await reserve(limit, lane, head);
      if (granted) {
        // Never earlier, whoever leaves meanwhile: the moment is what the service counts.
        if (waitMs > 0) await sleep(waitMs);
        // Nor much later: a busy process may wake long after its moment, and the call would count in a window that
        // others have filled. That moment is given up.
        if (Date.now() - asked - waitMs <= LATEST_MS) release(lane);
        continue;
      }
      for (const waiter of [...lane.waiters]) {
        if (Date.now() + waitMs > waiter.deadline) leave(lane, waiter, waiter.late(waitMs));
      }
      await sleep(Math.min(waitMs, POLL_MS));
    }
  } catch (error) {
    logger.warn({ err: error }, "the rate limits cannot be read");
    for (const waiter of lane.waiters.splice(0)) waiter.fail(databaseDown(error));
  } finally {
    lane.pumping = false;
    if (lane.waiters.length === 0) lanes().delete(limit.key);
  }
}

/** A moment for the head of the lane. While others as important wait behind it, the row keeps lower ranks back. */
async function reserve(limit: Limit, lane: Lane, head: Waiter) {
  const moreWait = lane.waiters.some((waiter) => waiter !== head && waiter.rank <= head.rank);
  const asked = takeSlot(db(), {
    ...limit,
    windowMs: limit.windowMs + JITTER_MS,
    maxWaitMs: Math.min(POLL_MS, Math.max(0, head.deadline - Date.now())),
    rank: head.rank,
    holdMs: moreWait ? (2 * limit.windowMs) / limit.limit : 0,
  });
  return answeredWithin(STORE_PATIENCE_MS, asked);
}

const mostImportant = (lane: Lane): Waiter | undefined =>
  lane.waiters.reduce<Waiter | undefined>(
    (best, waiter) => (best && best.rank <= waiter.rank ? best : waiter),
    undefined,
  );

function release(lane: Lane): void {
  const next = mostImportant(lane);
  if (!next) return;
  lane.waiters.splice(lane.waiters.indexOf(next), 1);
  next.go();
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
