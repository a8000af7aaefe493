import { copyFileSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
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

async function newTable(): Promise<string> {
  const table = newTableName();
  await runStatement(`CREATE TABLE ${table} (a UInt32, b Array(String)) ENGINE = MergeTree ORDER BY a`);
  await runStatement(`INSERT INTO ${table} SELECT number, ['x'] FROM numbers(100)`);
  return table;
}

/** Tables that are all detached while an engine runs, and what becomes of each in its next two starts. */
async function newTables() {
  const tables = {
    ...{ needed: await newTable(), unneeded: await newTable(), dropped: await newTable() },
    ...{ attached: await newTable(), detachedAgain: await newTable(), marked: await newTable() },
  };
  for (const table of Object.values(tables)) {
    await detachTable(table);
    expect(filesOf(table)).toEqual([".sql", ".sql.detached"]);
  }
  return tables;
}

describe.each(["SIGKILL", "SIGTERM"] as const)("an engine that starts after %s", (signal) => {
  let tables: Awaited<ReturnType<typeof newTables>>;
  beforeAll(async () => {
    tables = await newTables();
    await restartEngine(signal);
  });

  test("knows nothing of a detached table, and whoever needs it gets it whole", async () => {
    for (const table of Object.values(tables)) expect(filesOf(table)).toEqual([".sql.bak"]);
    const { needed } = tables;
    const found = await Promise.all(Array.from({ length: 8 }, () => read(needed)));
    expect(found).toEqual(Array.from({ length: 8 }, () => whole));
    expect(filesOf(needed)).toEqual([".sql"]);
    await runStatement(`INSERT INTO ${needed} VALUES (0, [])`);
  });

  test("drops a table that nobody needs any more from where it was put aside", async () => {
    await dropTables(tables.dropped);
    expect(filesOf(tables.dropped)).toEqual([]);
  });

  describe("once more, and before that was killed between two steps,", () => {
    const path = (table: string, ending: string) => join(metadata(), table + ending);

    beforeAll(async () => {
      const { attached, detachedAgain, marked } = tables;
      for (const table of [attached, detachedAgain]) await attach(table);
      await detachTable(detachedAgain);
      await restartEngine(signal, () => {
        // What was put aside is removed after a table is attached, and the mark of a detached one after it is put aside.
        for (const table of [attached, detachedAgain]) copyFileSync(path(table, ".sql"), path(table, ".sql.bak"));
        writeFileSync(path(marked, ".sql.detached"), "");
      });
    });

    test("has lost nothing of a table that somebody needed, nor of one that nobody did", async () => {
      const { needed, unneeded } = tables;
      expect(await read(needed)).toEqual({ n: 101, sum: 4950 });
      expect(filesOf(unneeded)).toEqual([".sql.bak"]);
      expect(await read(unneeded)).toEqual(whole);
      await detachTable(needed);
      expect(await attach(needed)).toBe(true); // in the same run by ClickHouse itself
      expect(await read(needed)).toEqual({ n: 101, sum: 4950 });
    });

    test("does not bring back a table that was dropped", async () => {
      expect(filesOf(tables.dropped)).toEqual([]);
      expect(await attach(tables.dropped)).toBe(false);
      await expect(read(tables.dropped)).rejects.toMatchObject({ code: "60" });
    });

    test("has every table whole, attached, detached again or put aside", async () => {
      const { attached, detachedAgain, marked } = tables;
      expect([attached, detachedAgain, marked].map(filesOf)).toEqual([[".sql"], [".sql.bak"], [".sql.bak"]]);
      for (const table of [attached, detachedAgain, marked]) expect(await read(table)).toEqual(whole);
    });
  });
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
