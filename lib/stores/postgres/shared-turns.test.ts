import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { type Connection, db } from "./client";
import { listen } from "./listen";
import { sharedTurns, TURNS_CHANNEL } from "./shared-turns";

withOwnDatabase();

const most = { ofOne: 2, ofAll: 4 };
const stops: (() => Promise<void>)[] = [];

/** Listens as an instance does, and keeps what is heard. */
async function hear(heard: (ids: string) => void): Promise<() => Promise<void>> {
  const stop = await listen(TURNS_CHANNEL, (ids) => {
    notices.push(ids);
    heard(ids);
  });
  listening += 1;
  return stop;
}

/** An instance with a pool of its own. Its work is held until it is let go; `begun` names it in its order. */
function instance(options: { isHearing?: boolean; leaseMs?: number } = {}) {
  const client = postgres(env.DATABASE_URL ?? "", { max: 2 });
  const connection = drizzle(client) as unknown as Connection;
  const turns = sharedTurns({
    connection: () => connection,
    most: () => most,
    hear: options.isHearing ? hear : null,
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
  });
  const kill = async () => {
    await turns.stop();
    await client.end({ timeout: 1 });
  };
  stops.push(kill);
  const ask = (who: string, name: string, signal = new AbortController().signal) =>
    turns.run(who, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => finishing.set(name, () => resolve(name)));
    });
  return { ask, kill, run: turns.run };
}

let begun: string[];
let notices: string[];
let listening: number;
let finishing: Map<string, () => void>;
beforeEach(async () => {
  begun = [];
  notices = [];
  listening = 0;
  finishing = new Map();
  await db().execute(sql`truncate figure_turns`);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const finish = (name: string) => finishing.get(name)?.();
const untilBegun = (names: string[]) => vi.waitFor(() => expect(begun).toEqual(names), { timeout: 10_000 });
/** How many the database has, under way and waiting. */
async function counted(): Promise<[number, number]> {
  const [row] = await db().execute<{ begun: number; all: number }>(sql`
    select (count(*) filter (where is_under_way))::int as begun, count(*)::int as all from figure_turns`);
  return [row?.begun ?? -1, (row?.all ?? 0) - (row?.begun ?? 0)];
}
const untilCounted = (begun: number, waiting: number) =>
  vi.waitFor(async () => expect(await counted()).toEqual([begun, waiting]), { timeout: 10_000 });

test.each([true, false])("two instances together admit what one may (notified: %s)", async (isHearing) => {
  const [first, second] = [instance({ isHearing }), instance({ isHearing })];
  const all = [first.ask("ann", "a1"), first.ask("ann", "a2")];
  await untilBegun(["a1", "a2"]);
  all.push(second.ask("ann", "a3"));
  await untilCounted(2, 1);
  all.push(first.ask("ann", "a4"));
  await untilCounted(2, 2);
  if (isHearing) await vi.waitFor(() => expect(listening).toBe(2));
  finish("a1");
  await untilBegun(["a1", "a2", "a3"]);
  finish("a3");
  await untilBegun(["a1", "a2", "a3", "a4"]);
  finish("a2");
  finish("a4");
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4"]);
  await untilCounted(0, 0);
  // Both came free at the other instance.
  if (isHearing) await vi.waitFor(() => expect(new Set(notices).size).toBe(2));
});

test("all people together have what all may, and who has fewest under way goes first", async () => {
  const [first, second] = [instance(), instance()];
  const held = [first.ask("ann", "a1"), first.ask("ann", "a2"), second.ask("ben", "b1"), second.ask("ben", "b2")];
  await untilCounted(4, 0);
  // Ann asks for much more before anybody else does; none of it holds them up.
  const more = ["a3", "a4", "a5", "a6"].map((name, at) => (at % 2 ? first : second).ask("ann", name));
  await untilCounted(4, 4);
  const other = first.ask("cleo", "c1");
  await untilCounted(4, 5);
  finish("a1");
  await vi.waitFor(() => expect(begun[4]).toBe("c1"), { timeout: 10_000 });
  finish("b1");
  await vi.waitFor(() => expect(begun[5]).toMatch(/^a/), { timeout: 10_000 });
  await untilCounted(4, 3);
  let isOver = false;
  const all = Promise.all([...held, ...more, other]).then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const name of begun) finish(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await all;
  await untilCounted(0, 0);
});

test("what a killed instance had comes free by itself, under way and waiting", async () => {
  const [killed, living] = [instance({ leaseMs: 500 }), instance({ leaseMs: 500 })];
  void killed.ask("ann", "a1");
  void killed.ask("ann", "a2");
  void killed.ask("ann", "a3");
  await untilCounted(2, 1);
  await killed.kill();
  const all = [living.ask("ann", "a4"), living.ask("ann", "a5")];
  await vi.waitFor(() => expect(begun).toHaveLength(4), { timeout: 10_000 });
  expect(begun.slice(2).sort()).toEqual(["a4", "a5"]);
  finish("a4");
  finish("a5");
  expect(await Promise.all(all)).toEqual(["a4", "a5"]);
});

test("who goes on for longer than a lease keeps the turn", async () => {
  const [first, second] = [instance({ leaseMs: 300 }), instance()];
  const long = [first.ask("ann", "a1"), first.ask("ann", "a2")];
  await untilCounted(2, 0);
  const later = second.ask("ann", "a3");
  await untilCounted(2, 1);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(begun.toSorted()).toEqual(["a1", "a2"]);
  for (const name of ["a1", "a2"]) finish(name);
  await vi.waitFor(() => expect(begun).toContain("a3"), { timeout: 10_000 });
  finish("a3");
  await Promise.all([...long, later]);
});

test("who leaves while waiting gives the place back", async () => {
  const [first, second] = [instance(), instance()];
  const held = [first.ask("ann", "a1"), first.ask("ann", "a2")];
  await untilCounted(2, 0);
  const leaving = new AbortController();
  const gone = second.ask("ann", "a3", leaving.signal);
  await untilCounted(2, 1);
  leaving.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  await untilCounted(2, 0);
  await expect(first.ask("ann", "a4", leaving.signal), "who has gone before").rejects.toThrow("left");
  for (const name of ["a1", "a2"]) finish(name);
  await Promise.all(held);
});

test("work that fails gives its turn back", async () => {
  const { run } = instance();
  const failing = run("ann", new AbortController().signal, async () => {
    expect(await counted()).toEqual([1, 0]);
    throw new Error("no figure");
  });
  await expect(failing).rejects.toThrow("no figure");
  await untilCounted(0, 0);
});

test("a database that fails holds nobody up, and counts what went on once it is back", async () => {
  let isAway = true;
  const turns = sharedTurns({
    connection: () => {
      if (isAway) throw new Error("away");
      return db();
    },
    most: () => most,
    hear: null,
  });
  const signal = new AbortController().signal;
  const held = ["a1", "a2", "a3"].map((name) =>
    turns.run("ann", signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => finishing.set(name, resolve));
    }),
  );
  await untilBegun(["a1", "a2", "a3"]);
  isAway = false;
  const later = turns.run("ann", signal, async () => void begun.push("a4"));
  await untilCounted(3, 1);
  for (const name of ["a1", "a2", "a3"]) finish(name);
  await Promise.all([...held, later]);
  await untilCounted(0, 0);
  await turns.stop();
});

test("a database that is silent is not waited for", async () => {
  const { ask } = instance();
  await db().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('figure_turns', 0))`);
    const done = ask("ann", "a1");
    await untilBegun(["a1"]);
    finish("a1");
    await done;
  });
});

test("a table that was emptied is filled again", async () => {
  const [first, second] = [instance({ leaseMs: 300 }), instance()];
  const held = [first.ask("ann", "a1"), first.ask("ann", "a2"), first.ask("ann", "a3")];
  await untilCounted(2, 1);
  await db().execute(sql`truncate figure_turns`);
  await untilCounted(2, 1);
  const later = second.ask("ann", "a4");
  await untilCounted(2, 2);
  for (const name of ["a1", "a2"]) finish(name);
  await vi.waitFor(() => expect(begun).toHaveLength(4), { timeout: 10_000 });
  for (const name of ["a3", "a4"]) finish(name);
  await Promise.all([...held, later]);
});
