import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { blockCalls, type Rank, rank } from "@/lib/stores/postgres/rate-limits";
import { withOwnDatabase } from "@/lib/test-database";
import { queueTooLong } from "./errors";
import { waitForTurn } from "./rate-limit";

withOwnDatabase();

const limitOf = (key: string) => ({ key, limit: 5, windowMs: 400 });
const late = (waitMs: number | null) => queueTooLong("Panel", waitMs);
const patience = 20_000;

/** Waits for a turn and notes when it came. */
async function turn(key: string, times: number[], { deadline = Date.now() + patience, of = rank.read as Rank } = {}) {
  await waitForTurn(limitOf(key), of, deadline, late);
  times.push(performance.now());
}

/** Calls in the busiest 400 ms. */
const busiest = (times: number[]) =>
  Math.max(...times.map((end) => times.filter((at) => at > end - 400 && at <= end).length));

test("a queue of calls keeps the rate, and all get their turn", async () => {
  const times: number[] = [];
  await Promise.all(Array.from({ length: 18 }, () => turn("queue", times)));
  expect(times).toHaveLength(18);
  expect(busiest(times)).toBeLessThanOrEqual(5);
});

test("a caller who gives up makes nobody else go too early", async () => {
  const times: number[] = [];
  const staying = Array.from({ length: 10 }, () => turn("leaving", times));
  const leaving = Array.from({ length: 10 }, (_, index) =>
    turn("leaving", times, { deadline: Date.now() + 30 + 45 * index }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "busy" });
    }),
  );
  await Promise.all([...staying, ...leaving]);
  expect(times.length).toBeGreaterThanOrEqual(10);
  expect(busiest(times)).toBeLessThanOrEqual(5);
});

test("writes go before reads before jobs, each in its order", async () => {
  const order: string[] = [];
  const go = async (name: string, of: Rank) => {
    await waitForTurn(limitOf("order"), of, Date.now() + patience, late);
    order.push(name);
  };
  const full = Array.from({ length: 5 }, () => go("first", rank.read));
  await Promise.all(full);
  await Promise.all([
    go("job 1", rank.job),
    go("read 1", rank.read),
    go("job 2", rank.job),
    go("read 2", rank.read),
    go("write 1", rank.write),
    go("write 2", rank.write),
  ]);
  expect(order.slice(5)).toEqual(["write 1", "write 2", "read 1", "read 2", "job 1", "job 2"]);
});

test("who cannot be served in time is told at once how long it takes", async () => {
  await blockCalls(db(), "blocked", 30_000);
  const begun = Date.now();
  const error = await turn("blocked", [], { deadline: Date.now() + 5000 }).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toMatch(
    /^Panel takes no more requests at the moment. Try again in (29|30) seconds.$/,
  );
  expect(Date.now() - begun).toBeLessThan(4000);
});

test("a row that somebody else holds keeps nobody beyond his deadline", async () => {
  await turn("held", []);
  await db().transaction(async (transaction) => {
    await transaction.execute(sql`select 1 from rate_limits where key = 'held' for update`);
    const begun = Date.now();
    await expect(turn("held", [], { deadline: Date.now() + 200 })).rejects.toMatchObject({ code: "busy" });
    // Long before the store's own patience ends, which is the next to end the wait.
    expect(Date.now() - begun).toBeLessThan(3000);
  });
});
