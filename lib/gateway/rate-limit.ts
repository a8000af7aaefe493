import "server-only";
import type { AppError } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import { type Rank, takeSlot } from "@/lib/stores/postgres/rate-limits";

/**
 * Waiting for the moment when a call to a remote service may go.
 *
 * The moments are reserved in PostgreSQL (`take_slot`), so that every process keeps one limit together. Here the
 * calls of this process queue per key, and a moment that comes is given to the most important of them then: writes
 * before people's reads before jobs, each in its order.
 */
export type Limit = { key: string; limit: number; windowMs: number };

type Waiter = { rank: Rank; deadline: number; go: () => void; fail: (error: AppError) => void; late: () => AppError };
type Lane = { waiters: Waiter[]; pumping: boolean };

const lanes = () => processWide("gateway.rate-limit", () => new Map<string, Lane>());

/** What a clock and a network may squeeze together on the way: the service's window is kept this much wider. */
const JITTER_MS = 60;
const POLL_MS = 1000;

/** Resolves when the call may go; rejects with `late()` when its deadline (epoch milliseconds) comes first. */
export function waitForTurn(limit: Limit, rank: Rank, deadline: number, late: () => AppError): Promise<void> {
  const all = lanes();
  const lane = all.get(limit.key) ?? { waiters: [], pumping: false };
  all.set(limit.key, lane);
  return new Promise((resolve, reject) => {
    lane.waiters.push({ rank, deadline, go: resolve, fail: reject, late });
    if (!lane.pumping) void pump(limit, lane);
  });
}

async function pump(limit: Limit, lane: Lane): Promise<void> {
  lane.pumping = true;
  try {
    for (let head = mostImportant(lane); head; head = mostImportant(lane)) {
      const slot = await takeSlot(db(), {
        ...limit,
        windowMs: limit.windowMs + JITTER_MS,
        maxWaitMs: Math.min(POLL_MS, Math.max(0, head.deadline - Date.now())),
        rank: head.rank,
        holdMs: lane.waiters.length > 1 ? (2 * limit.windowMs) / limit.limit : 0,
      });
      if (slot.waitMs > 0)
        await sleep(Math.min(slot.waitMs, POLL_MS, Math.max(1, earliestDeadline(lane) - Date.now())));
      dropLate(lane);
      if (slot.granted) release(lane);
    }
  } catch (error) {
    for (const waiter of lane.waiters.splice(0)) waiter.fail(error as AppError);
  } finally {
    lane.pumping = false;
    if (lane.waiters.length === 0) lanes().delete(limit.key);
  }
}

const mostImportant = (lane: Lane): Waiter | undefined =>
  lane.waiters.reduce<Waiter | undefined>(
    (best, waiter) => (best && best.rank <= waiter.rank ? best : waiter),
    undefined,
  );

const earliestDeadline = (lane: Lane) => Math.min(...lane.waiters.map(({ deadline }) => deadline));

function release(lane: Lane): void {
  const next = mostImportant(lane);
  if (!next) return;
  lane.waiters.splice(lane.waiters.indexOf(next), 1);
  next.go();
}

function dropLate(lane: Lane): void {
  const now = Date.now();
  for (const waiter of lane.waiters.filter(({ deadline }) => deadline <= now)) {
    lane.waiters.splice(lane.waiters.indexOf(waiter), 1);
    waiter.fail(waiter.late());
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
