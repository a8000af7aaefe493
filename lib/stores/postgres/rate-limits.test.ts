import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { sized } from "@/lib/test-runs";
import { type Connection, db } from "./client";
import { blockCalls, forgetOldLimits, rank, takeSlot } from "./rate-limits";

withOwnDatabase();

/** As many pools as there would be processes. */
const clients: postgres.Sql[] = [];
beforeAll(() => {
  for (let process = 0; process < 4; process += 1) clients.push(postgres(env.DATABASE_URL ?? "", { max: 3 }));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps every moment that is reserved under a key from now on; the row forgets those that have left the window. */
async function keepMoments(key: string): Promise<void> {
  await db().execute(sql`
    create table kept_moments (key text, moment timestamptz, calls int, primary key (key, moment))`);
  await db().execute(sql`
    create function keep_moments() returns trigger language plpgsql as $$ begin
      insert into kept_moments select new.key, moment, calls from unnest(new.moments, new.counts) as each(moment, calls)
      on conflict (key, moment) do update set calls = greatest(kept_moments.calls, excluded.calls);
      return null;
    end $$`);
  await db().execute(sql`
    create trigger keep_moments after insert or update on rate_limits for each row
    when (new.key = ${sql.raw(`'${key}'`)}) execute function keep_moments()`);
}

async function momentsOf(key: string): Promise<number[]> {
  const rows = await db().execute<{ at: number }>(sql`
    select (extract(epoch from moment) * 1000)::float8 as at
    from kept_moments, generate_series(1, calls) where key = ${key}`);
  return rows.map(({ at }) => at);
}

/** Calls in the busiest window of `windowMs`, its beginning left out and its end counted. */
function busiest(moments: number[], windowMs: number): number {
  return Math.max(...moments.map((end) => moments.filter((at) => at > end - windowMs && at <= end).length));
}

test("several processes together never reserve more than the limit in any window", async () => {
  const ask = { key: "together", limit: 10, windowMs: 1000, maxWaitMs: 300 };
  await keepMoments(ask.key);
  const process = async (connection: Connection) => {
    for (let granted = 0; granted < 7; ) {
      const slot = await takeSlot(connection, ask);
      if (slot.granted) granted += 1;
      else await pause(Math.min(slot.waitMs, 50));
    }
  };
  await Promise.all(clients.map((client) => process(drizzle(client) as unknown as Connection)));
  const moments = await momentsOf(ask.key);
  expect(moments).toHaveLength(28);
  expect(busiest(moments, 1000)).toBe(10);
});

test("all of the rate is used: 28 calls need two full windows and not three", async () => {
  const ask = { key: "used", limit: 10, windowMs: 60_000, maxWaitMs: 200_000 };
  const waits: number[] = [];
  for (let call = 0; call < 28; call += 1) waits.push((await takeSlot(db(), ask)).waitMs);
  expect(waits.map((wait) => Math.ceil(wait / 60_000))).toEqual(
    [0, 1, 2].flatMap((windows) => Array<number>(windows < 2 ? 10 : 8).fill(windows)),
  );
});

test("while a higher rank waits, a lower one gets nothing", async () => {
  const ask = { key: "ranks", limit: 2, windowMs: 400, maxWaitMs: 400 };
  await takeSlot(db(), ask);
  await takeSlot(db(), ask);
  const write = await takeSlot(db(), { ...ask, rank: rank.write, holdMs: 60_000 });
  expect(write.granted).toBe(true);
  await pause(write.waitMs + 20);
  expect(await takeSlot(db(), { ...ask, rank: rank.job })).toMatchObject({ granted: false });
  expect(await takeSlot(db(), { ...ask, rank: rank.read })).toMatchObject({ granted: false });
  expect(await takeSlot(db(), { ...ask, rank: rank.write })).toMatchObject({ granted: true });
});

test("nothing goes before the moment that a service named, and an earlier one does not shorten it", async () => {
  const ask = { key: "blocked", limit: 10, windowMs: 1000, maxWaitMs: 100 };
  await blockCalls(db(), ask.key, 60_000);
  await blockCalls(db(), ask.key, 50);
  const slot = await takeSlot(db(), ask);
  expect(slot.granted).toBe(false);
  expect(slot.waitMs).toBeGreaterThan(30_000);
  expect(await takeSlot(db(), { ...ask, maxWaitMs: 60_000 })).toMatchObject({ granted: true });
});

test("of a large limit no window holds more, and its row stays small", async () => {
  const LIMIT = sized(600, 6000);
  const [row] = await db().execute<{ granted: number; entries: number }>(sql`
    select count(*) filter (where slot.granted)::int as granted,
      (select cardinality(moments) from rate_limits where key = 'large') as entries
    from generate_series(1, ${LIMIT + 100}::int) as number, lateral take_slot('large' || left(number::text, 0), ${LIMIT}::int,
      interval '1 minute', interval '0', 1, interval '0') as slot`);
  expect(row?.granted).toBe(LIMIT);
  const [after] = await db().execute<{ entries: number }>(
    sql`select cardinality(moments) as entries from rate_limits where key = 'large'`,
  );
  expect(after?.entries).toBeLessThanOrEqual(101);
});

test("what nobody has used for a day is forgotten, and nothing else", async () => {
  const ask = { limit: 10, windowMs: 1000, maxWaitMs: 0 };
  for (const key of ["lately", "long ago", "long ago, and blocked"]) await takeSlot(db(), { ...ask, key });
  await db().execute(sql`
    update rate_limits set moments = array[now() - interval '25 hours'] where key like 'long ago%'`);
  await blockCalls(db(), "long ago, and blocked", 60_000);
  await forgetOldLimits(db());
  const rows = await db().execute<{ key: string }>(sql`
    select key from rate_limits where key in ('lately', 'long ago', 'long ago, and blocked') order by key`);
  expect(rows.map(({ key }) => key)).toEqual(["lately", "long ago, and blocked"]);
  expect(await takeSlot(db(), { ...ask, key: "long ago" })).toMatchObject({ granted: true });
});
