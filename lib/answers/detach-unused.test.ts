import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { importFile } from "@/lib/answers/imports/import-file";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { undoImport } from "@/lib/answers/imports/undo-import";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { detachTable } from "@/lib/stores/clickhouse/answer-rows";
import { newTableName } from "@/lib/stores/clickhouse/answer-table";
import { attach, readRows } from "@/lib/stores/clickhouse/client";
import { keptByHour } from "@/lib/stores/clickhouse/new-table";
import { findAnswerSet, findAnswers, findRevision, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { detachUnused } from "@/lib/stores/postgres/unused-answers";
import { withOwnDatabase } from "@/lib/test-database";
import { withOwnEngine } from "@/lib/test-engine";
import { startTestEngine } from "@/lib/test-engine-process";
import { clearLeftOverAnswers } from "./clear-left-over";
import { detachUnusedAnswers } from "./detach-unused";

withOwnDatabase();
const engine = withOwnEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-unused-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: Context = {
  viewer: { connection: "built-in", email: "a@example.test", name: "A", role: "analyst", accounts: [] },
  requestId: "r",
  origin: "job",
};
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [{ kind: "numeric", id: "a", text: "a", column: "a", missing: [], blank: "not_asked", grid: null }],
};
const DAYS = 7;

let project: ProjectKey;
beforeEach(() => {
  project = { connection: "built-in", accountId: "a", projectId: crypto.randomUUID() };
});

/** Rows with the ids from `first`, whose sum is `rows * value`. */
async function importRows(rows: number, value: number, { first = 0, mode = "append" as ImportMode } = {}) {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  writeFileSync(path, `id,a\n${Array.from({ length: rows }, (_, at) => `${first + at},${value}`).join("\n")}\n`);
  const problems = openProblemFile(`${path}.problems`);
  try {
    return await importFile(context, {
      ...{ project, path, fileName: "rows.csv", plan, mode, problems, onProgress: async () => {} },
      ...{ signal: new AbortController().signal, onBegun: async () => {} },
    });
  } finally {
    await problems.close();
  }
}

const makeUnused = (days = 8) =>
  db().execute(sql`update answer_sets set used_at = clock_timestamp() - make_interval(days => ${days})
    where project_id = ${project.projectId}`);

async function tableOf(revision: number): Promise<string> {
  return (await findRevision(db(), revision))?.tableName ?? "";
}

async function isAttached(table: string): Promise<boolean> {
  const found = await readRows(
    "SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = {table:String}",
    {
      table,
    },
  );
  return found.length > 0;
}

const read = (table: string) =>
  readRows<{ n: number; sum: number }>(`SELECT count() AS n, sum(q1) AS sum FROM ${table}`).then(([found]) => found);

/** As a trend reads: the project's table is asked for, then read. */
async function readProject() {
  return read((await findAnswers(db(), project))?.table ?? "");
}

test("a table unused for a week is detached, and every one of many who need it at once finds it whole", async () => {
  const table = await tableOf((await importRows(300, 2)).revision);
  await detachUnusedAnswers(DAYS);
  expect(await isAttached(table)).toBe(true);
  await makeUnused();
  await detachUnusedAnswers(0);
  expect(await isAttached(table)).toBe(true);
  expect(await detachUnusedAnswers(DAYS)).toBe(1);
  expect(await isAttached(table)).toBe(false);
  expect(await detachUnusedAnswers(DAYS)).toBe(0);
  const found = await Promise.all(Array.from({ length: 8 }, readProject));
  expect(found).toEqual(Array.from({ length: 8 }, () => ({ n: 300, sum: 600 })));
  expect(await detachUnusedAnswers(DAYS)).toBe(0);
  await makeUnused();
  // Detached before it was used last, it is attached now, however long ago that is.
  await db().execute(sql`update answer_revisions set detached_at = clock_timestamp() - interval '9 days'`);
  expect(await detachUnusedAnswers(DAYS)).toBe(1);
  expect(await isAttached(table)).toBe(false);
});

/** As a daily trend reads: it is asked first how the table was made. */
async function readTrendFirst(table: string) {
  expect(await keptByHour(table, {})).toEqual([]);
  return read(table);
}

test("whether a detached table keeps figures by hours is known as of any other", async () => {
  const table = await tableOf((await importRows(1, 1)).revision);
  await makeUnused();
  expect(await detachUnusedAnswers(DAYS)).toBe(1);
  expect(await readTrendFirst(table)).toEqual({ n: 1, sum: 1 });
  await expect(keptByHour(newTableName(), {})).rejects.toThrow(/answers_/);
});

test("reading is noted at most once an hour", async () => {
  await importRows(1, 1);
  const usedAt = async () => (await findAnswerSet(db(), project))?.usedAt.getTime() ?? 0;
  const imported = await usedAt();
  await readProject();
  expect(await usedAt()).toBe(imported);
  await makeUnused(1);
  await readProject();
  expect(await usedAt()).toBeGreaterThan(imported);
});

test.each([
  ["read", () => readProject()],
  ["asked how it was made", readTrendFirst],
])("an engine that starts again opens no detached table, and attaches it when it is %s", async (_, readAgain) => {
  const table = await tableOf((await importRows(300, 2)).revision);
  await makeUnused();
  await detachUnusedAnswers(DAYS);
  const { url, dataDir, end } = engine.current();
  await end("SIGKILL");
  engine.replace(await startTestEngine(dataDir, Number(new URL(url).port)));
  expect(await isAttached(table)).toBe(false);
  expect(await readAgain(table)).toEqual({ n: 300, sum: 600 });
});

test("the table before an import is detached at once, and undoing the import reads it again", async () => {
  const before = await tableOf((await importRows(10, 1)).revision);
  const { revision } = await importRows(10, 2, { first: 10 });
  await detachUnusedAnswers(DAYS);
  expect(await isAttached(before)).toBe(false);
  expect(await readProject()).toEqual({ n: 20, sum: 30 });
  await undoImport(context, project, revision);
  await detachUnusedAnswers(DAYS);
  expect(await readProject()).toEqual({ n: 10, sum: 10 });
});

test.each([
  ["append", { n: 15, sum: 35 }],
  ["update", { n: 15, sum: 35 }],
  ["replace", { n: 10, sum: 30 }],
] as const)("an import that would %s builds upon a detached table", async (mode, expected) => {
  const before = await tableOf((await importRows(10, 1)).revision);
  await makeUnused();
  await detachUnusedAnswers(DAYS);
  expect(await isAttached(before)).toBe(false);
  await importRows(10, 3, { first: 5, mode });
  expect(await readProject()).toEqual(expected);
});

test("a detached table that nobody needs any more is dropped, and nothing of it stays", async () => {
  const first = await tableOf((await importRows(10, 1)).revision);
  await importRows(10, 2);
  await detachUnusedAnswers(DAYS);
  expect(await isAttached(first)).toBe(false);
  await importRows(10, 3);
  await clearLeftOverAnswers(1);
  expect(await attach(first)).toBe(false);
  expect(await readProject()).toEqual({ n: 10, sum: 30 });
});

test("whoever begins to use a table while it is being detached waits for that, and finds it attached", async () => {
  const { revision } = await importRows(10, 1);
  await makeUnused();
  const found = await findRevision(db(), revision);
  if (!found) throw new Error("There is no revision.");
  const events: string[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  await db().transaction(async (transaction) => {
    await detachUnused(transaction, found, DAYS, async (table) => {
      reading = readProject().then((rows) => events.push(JSON.stringify(rows)));
      await detachTable(table);
      events.push("detached");
    });
  });
  await reading;
  expect(events).toEqual(["detached", '{"n":10,"sum":10}']);
  // And the other way round: what is used by now is left alone.
  await makeUnused();
  await findAnswers(db(), project);
  expect(await db().transaction((each) => detachUnused(each, found, DAYS, detachTable))).toBe(false);
});

test("who detaches and who reads come in any order, and every reader gets all rows", async () => {
  const table = await tableOf((await importRows(50, 2)).revision);
  for (let round = 0; round < 15; round++) {
    await makeUnused();
    const reads = Array.from({ length: 3 }, readProject);
    const [, ...found] = await Promise.all([detachUnusedAnswers(DAYS), ...reads, detachTable(table).then(readProject)]);
    for (const rows of found) expect(rows).toEqual({ n: 50, sum: 100 });
  }
});

test("a table that is detached under a reader is read to the end, and attached again after it", async () => {
  const table = await tableOf((await importRows(50, 2)).revision);
  const slow = readRows<{ n: number }>(`SELECT count() AS n FROM ${table} WHERE ignore(_row, sleepEachRow(0.02)) = 0`);
  while ((await readRows("SELECT 1 FROM system.processes WHERE query LIKE '%sleepEachRow(0.02)%'")).length < 2);
  await detachTable(table);
  expect(await read(table)).toEqual({ n: 50, sum: 100 });
  expect(await slow).toEqual([{ n: 50 }]);
});

test("a table that never was is an error still", async () => {
  await expect(read(`answers_${"0".repeat(32)}`)).rejects.toThrow("Unknown table");
});
