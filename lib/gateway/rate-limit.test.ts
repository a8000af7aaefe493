import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/http/problem";
import * as rateLimits from "@/lib/stores/postgres/rate-limits";
import { withoutDatabase } from "@/lib/test-no-database";
import { queueTooLong } from "./errors";
import { waitForTurn } from "./rate-limit";

const { rank } = rateLimits;

/** The database's side, which has tests of its own: at most `limit` moments in any window, none while blocked. */
const store = {
  moments: new Map<string, number[]>(),
  blockedUntil: new Map<string, number>(),
  hangs: false,
};

withoutDatabase();
beforeAll(() => {
  vi.spyOn(rateLimits, "takeSlot").mockImplementation((_, { key, limit, windowMs, maxWaitMs }) => {
    if (store.hangs) return new Promise(() => {});
    const moments = store.moments.get(key) ?? [];
    const full = (moments.at(-limit) ?? Number.NEGATIVE_INFINITY) + windowMs;
    const moment = Math.max(Date.now(), full, store.blockedUntil.get(key) ?? 0);
    const waitMs = moment - Date.now();
    if (waitMs > maxWaitMs) return Promise.resolve({ granted: false, waitMs });
    store.moments.set(key, [...moments, moment]);
    return Promise.resolve({ granted: true, waitMs });
  });
});

beforeEach(() => {
  vi.useFakeTimers();
  store.hangs = false;
});
afterEach(() => {
  vi.useRealTimers();
});

const limitOf = (key: string) => ({ key, limit: 5, windowMs: 400 });
const late = (waitMs: number | null) => queueTooLong({ service: "Panel" }, waitMs);
const PATIENCE_MS = 20_000;

/** Waits for a turn and notes when it came. */
async function turn(
  key: string,
  times: number[],
  { deadline = Date.now() + PATIENCE_MS, of = rank.read as rateLimits.Rank } = {},
) {
  await waitForTurn(limitOf(key), of, deadline, late);
  times.push(Date.now());
}

/** Calls in the busiest 400 ms. */
const busiest = (times: number[]) =>
  Math.max(...times.map((end) => times.filter((at) => at > end - 400 && at <= end).length));

test("a queue of calls keeps the rate, and all get their turn", async () => {
  const times: number[] = [];
  const turns = Promise.all(Array.from({ length: 18 }, () => turn("queue", times)));
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  await turns;
  expect(times).toHaveLength(18);
  expect(busiest(times)).toBe(5);
});

test("a caller who gives up makes nobody else go too early", async () => {
  const times: number[] = [];
  const staying = Array.from({ length: 10 }, () => turn("leaving", times));
  let gaveUp = 0;
  const leaving = Array.from({ length: 10 }, (_, index) =>
    turn("leaving", times, { deadline: Date.now() + 30 + 45 * index }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "busy" });
      gaveUp += 1;
    }),
  );
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  await Promise.all([...staying, ...leaving]);
  expect(gaveUp).toBeGreaterThan(0);
  expect(times).toHaveLength(20 - gaveUp);
  expect(busiest(times)).toBeLessThanOrEqual(5);
});

test("a call whose process wakes long after its moment takes another one", async () => {
  const times: number[] = [];
  await Promise.all(Array.from({ length: 5 }, () => turn("asleep", times)));
  const sixth = turn("asleep", times);
  await vi.advanceTimersByTimeAsync(100);
  // The clock goes on while nothing of this process runs.
  vi.setSystemTime(Date.now() + 2000);
  const woken = Date.now();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  await sixth;
  expect(store.moments.get("asleep")).toHaveLength(7);
  expect(times[5]).toBeGreaterThan(woken);
});

test("writes go before reads before jobs, each in its order", async () => {
  const order: string[] = [];
  const go = async (name: string, of: rateLimits.Rank) => {
    await waitForTurn(limitOf("order"), of, Date.now() + PATIENCE_MS, late);
    order.push(name);
  };
  await Promise.all(Array.from({ length: 5 }, () => go("first", rank.read)));
  const others = Promise.all([
    go("job 1", rank.job),
    go("read 1", rank.read),
    go("job 2", rank.job),
    go("read 2", rank.read),
    go("write 1", rank.write),
    go("write 2", rank.write),
  ]);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  await others;
  expect(order.slice(5)).toEqual(["write 1", "write 2", "read 1", "read 2", "job 1", "job 2"]);
});

test("a call that cannot be served in time is told at once how long it takes", async () => {
  store.blockedUntil.set("blocked", Date.now() + 30_000);
  const begun = Date.now();
  const error = await turn("blocked", [], { deadline: begun + 5000 }).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toMatch(/^Panel asks to wait (29|30) s. Try again then.$/);
  expect(Date.now()).toBe(begun);
});

test("a database that does not answer keeps nobody beyond their deadline", async () => {
  store.hangs = true;
  const begun = Date.now();
  const refused = expect(turn("held", [], { deadline: begun + 200 })).rejects.toMatchObject({ code: "busy" });
  await vi.advanceTimersByTimeAsync(200);
  await refused;
  expect(Date.now()).toBe(begun + 200);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
});
