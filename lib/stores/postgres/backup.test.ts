import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import {
  type CopiedOut,
  copyIn,
  copyOut,
  firstFilledTable,
  lastMigration,
  mayDropTables,
  whileTablesStay,
} from "./backup";
import { db } from "./client";
import { lastKnownMigration } from "./migrate";

withOwnDatabase();

let from: postgres.Sql;
let to: postgres.Sql;
let copy: Awaited<ReturnType<typeof copied>>;
beforeAll(async () => {
  from = postgres(env.DATABASE_URL ?? "", { max: 3, onnotice: () => {} });
  const other = await fetch(`${inject("storeDispenser")}/database`);
  to = postgres(await other.text(), { max: 1, onnotice: () => {} });
  await fillWithValues();
  copy = await copied();
});
afterAll(() => Promise.all([from.end({ timeout: 1 }), to.end({ timeout: 1 })]));

/** Rows with every type of column that is hard to carry: bytes, JSON, arrays, moments, quotes, tabs and what looks like null. */
async function fillWithValues(): Promise<void> {
  const [account] =
    await from`insert into accounts (name, hash_key) values (${"Tab\tand \\N “quotes”\nÄ"}, ${Buffer.from([0, 9, 255])})
    returning id`;
  const [user] =
    await from`insert into users (email, name, password_hash) values ('a@b.test', '\\N', 'x') returning id`;
  const [project] =
    await from`insert into projects (account_id, project_manager_id, project_name, project_number, session_exclusions)
    values (${account?.id}, ${user?.id}, 'P', '1', ${["a,b", '"', "NULL"]}) returning id`;
  await from`insert into audit (connection, who, origin, request_id, action, thing, outcome, before)
    values ('built-in', 'w', 'page', 'r', 'a', 't', 'done', ${'{"a": [1.10, null, "\\\\u00e4"]}'}::text::jsonb)`;
  await from`insert into audit (connection, who, origin, request_id, action, thing, outcome)
    select 'built-in', repeat('w', 200), 'page', n::text, 'a', 't', 'done' from generate_series(1, 5000) n`;
  const [set] =
    await from`insert into answer_sets (connection, account_id, project_id) values ('built-in', ${account?.id}, ${project?.id}) returning id`;
  for (const [state, table] of [
    ["visible", "answers_seen"],
    ["writing", "answers_written"],
    ["failed", "answers_failed"],
  ] as const) {
    await from`insert into answer_revisions (answer_set, mode, file_name, plan, questions, weights, who, state, table_name)
      values (${set?.id}, 'append', 'f', '{}', '[]', '[]', 'w', ${state}, ${table})`;
  }
}

/** The rows of each table, as one text. */
async function contentOf(sql: postgres.Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from "${name}" t`,
    );
    found[name] = String(row?.content);
  }
  return found;
}

async function copied(onTable: (table: string) => Promise<unknown> = async () => {}) {
  const data = new Map<string, Buffer>();
  const out: CopiedOut = await copyOut(from, async (table, rows) => {
    await onTable(table);
    const pieces: Buffer[] = [];
    for await (const piece of rows) {
      pieces.push(piece);
      await new Promise(setImmediate); // a disk is slower than the database
    }
    data.set(table, Buffer.concat(pieces));
  });
  return { out, data };
}

const fillFrom = (data: ReadonlyMap<string, Buffer>) => (table: string, rows: Writable) =>
  pipeline(Readable.from([data.get(table) ?? Buffer.alloc(0)]), rows);

test("a copy is of one moment, whatever is written while it is made", async () => {
  const before = await contentOf(from);
  let written = false;
  const { out } = await copied(async () => {
    if (!written) await from`insert into users (email, name, password_hash) values ('later@b.test', 'Later', 'x')`;
    written = true;
  });
  expect(out.tables.find(({ name }) => name === "users")?.rows).toBe(1);
  await from`delete from users where email = 'later@b.test'`;
  expect(await contentOf(from)).toEqual(before);
  expect(out.migration).toBe(lastKnownMigration());
  expect(await lastMigration(from)).toBe(lastKnownMigration());
  expect(out.answerTables).toEqual(["answers_seen"]);
  const names = out.tables.map(({ name }) => name);
  expect(names).toContain("worker_pulses");
  expect(names, "which is unlogged").not.toContain("figure_turns");
});

test("a changed value is noticed, and the database stays empty", async () => {
  const { out, data } = copy;
  const users = data.get("users")?.toString("utf8") ?? "";
  const changed = new Map([...data, ["users", Buffer.from(users.replace("a@b.test", "c@b.test"))]]);
  await expect(copyIn(to, out, fillFrom(changed))).rejects.toThrow(/The table users has 1 rows .* or other values/);
  expect(await firstFilledTable(to)).toBeNull();
});

test("every table comes back with every row and value, triggers and counters with them", async () => {
  const { out, data } = copy;
  await copyIn(to, out, fillFrom(data));
  const [before, after] = [await contentOf(from), await contentOf(to)];
  const { answer_revisions: revisions, ...others } = after;
  const { answer_revisions: _, ...same } = before;
  expect(others).toEqual(same);
  expect(revisions).toMatch(/^3 /);
  expect(
    await to`select state, table_name from answer_revisions where table_name <> 'answers_seen' order by id`,
  ).toEqual([
    { state: "failed", table_name: "" },
    { state: "failed", table_name: "answers_failed" },
  ]);
  expect(await firstFilledTable(to)).not.toBeNull();
  // The audit's trigger is back, and the next number follows on the last.
  await expect(to`update audit set who = 'nobody'`).rejects.toThrow();
  const [next] = await to`select nextval(pg_get_serial_sequence('answer_revisions', 'id'))::int as id`;
  const [last] = await to`select max(id)::int as id from answer_revisions`;
  expect(next?.id).toBe(last?.id + 1);
});

test("no table of answers may be dropped while a backup runs, and each may before and after", async () => {
  const may = () => db().transaction((transaction) => mayDropTables(transaction));
  expect(await may()).toBe(true);
  expect(await whileTablesStay(from, may)).toBe(false);
  expect(await may()).toBe(true);
});
