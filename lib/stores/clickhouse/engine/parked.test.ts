import { copyFileSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnEngine } from "@/lib/test-engine";
import { newDataDir, removeDataDir, startTestEngine } from "@/lib/test-engine-process";
import { detachTable, dropTables } from "../answer-rows";
import { newTableName } from "../answer-table";
import { attach, readRows, runStatement } from "../client";
import { parkDetached, parkedTable } from "./parked";

const engine = withOwnEngine();
const metadata = () => realpathSync(join(engine.current().dataDir, "clickhouse", "metadata", env.CLICKHOUSE_DATABASE));
const filesOf = (table: string) =>
  readdirSync(metadata())
    .filter((name) => name.startsWith(table))
    .map((name) => name.slice(table.length))
    .sort();

async function restartEngine(signal: NodeJS.Signals, between = () => {}): Promise<void> {
  const { url, dataDir, end } = engine.current();
  await end(signal);
  between();
  engine.replace(await startTestEngine(dataDir, Number(new URL(url).port)));
}

const read = (table: string) =>
  readRows<{ n: number; sum: number }>(`SELECT count() AS n, sum(a) AS sum FROM ${table}`).then(([found]) => found);
const whole = { n: 100, sum: 4950 };

let table = "";
beforeEach(async () => {
  table = newTableName();
  await runStatement(`CREATE TABLE ${table} (a UInt32, b Array(String)) ENGINE = MergeTree ORDER BY a`);
  await runStatement(`INSERT INTO ${table} SELECT number, ['x'] FROM numbers(100)`);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "an engine that starts after %s knows nothing of a detached table, and whoever needs it gets it whole",
  async (signal) => {
    await detachTable(table);
    expect(filesOf(table)).toEqual([".sql", ".sql.detached"]);
    await restartEngine(signal);
    expect(filesOf(table)).toEqual([".sql.bak"]);
    await restartEngine(signal); // and nothing is lost by one more
    const found = await Promise.all(Array.from({ length: 8 }, () => read(table)));
    expect(found).toEqual(Array.from({ length: 8 }, () => whole));
    expect(filesOf(table)).toEqual([".sql"]);
    await runStatement(`INSERT INTO ${table} VALUES (0, [])`);
    await restartEngine(signal);
    expect(await read(table)).toEqual({ n: 101, sum: 4950 });
    await detachTable(table);
    expect(await attach(table)).toBe(true); // in the same run by ClickHouse itself
    expect(await read(table)).toEqual({ n: 101, sum: 4950 });
  },
);

test("a table that nobody needs any more is dropped from where it was put aside, and does not come back", async () => {
  await detachTable(table);
  await restartEngine("SIGKILL");
  await dropTables(table);
  expect(filesOf(table)).toEqual([]);
  await restartEngine("SIGKILL");
  expect(await attach(table)).toBe(false);
  await expect(read(table)).rejects.toMatchObject({ code: "60" });
});

test("a process killed anywhere between two steps leaves a table that is whole", async () => {
  const path = (ending: string) => join(metadata(), table + ending);
  await detachTable(table);
  await restartEngine("SIGKILL");
  // Attached, and killed before what was put aside was removed.
  await attach(table);
  await restartEngine("SIGKILL", () => copyFileSync(path(".sql"), path(".sql.bak")));
  expect(filesOf(table)).toEqual([".sql"]);
  expect(await read(table)).toEqual(whole);
  // The same, and detached since.
  await detachTable(table);
  await restartEngine("SIGKILL", () => copyFileSync(path(".sql"), path(".sql.bak")));
  expect(filesOf(table)).toEqual([".sql.bak"]);
  // Put aside, and killed before the mark of a detached table was removed.
  await restartEngine("SIGKILL", () => writeFileSync(path(".sql.detached"), ""));
  expect(filesOf(table)).toEqual([".sql.bak"]);
  expect(await read(table)).toEqual(whole);
});

test("a definition is one that ClickHouse wrote, of the table that is asked for", () => {
  const directory = newDataDir();
  const folder = join(directory, "metadata", "mine");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "t.sql.bak"), "ATTACH TABLE _ UUID 'u' (a Int8)");
  writeFileSync(join(folder, "t2.sql.bak"), "something else");
  const statementOf = (table: string) => parkedTable(folder, table)?.statement;
  expect(statementOf("t")).toBe("ATTACH TABLE IF NOT EXISTS t UUID 'u' (a Int8)");
  expect(statementOf("t2")).toBeUndefined();
  expect(statementOf("t3")).toBeUndefined();
  rmSync(join(directory, "metadata"), { recursive: true });
  parkDetached(directory); // nothing was ever opened here
  removeDataDir(directory);
});
