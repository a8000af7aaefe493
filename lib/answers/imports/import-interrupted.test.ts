import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clearLeftOverAnswers } from "@/lib/answers/clear-left-over";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { readRows } from "@/lib/stores/clickhouse/client";
import { findAnswerSet, findRevision, listRevisions, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withOwnEngine } from "@/lib/test-engine";
import { startTestEngine } from "@/lib/test-engine-process";
import { importFile } from "./import-file";
import { openProblemFile } from "./problem-file";

withOwnDatabase();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-imports-"));

const engine = withOwnEngine();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: Context = {
  viewer: { connection: "built-in", email: "a@example.test", name: "A", role: "analyst", accounts: [] },
  requestId: "r",
  origin: "job",
};
const project: ProjectKey = { connection: "built-in", accountId: "a", projectId: "p" };
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [{ kind: "numeric", id: "a", text: "a", column: "a", missing: [], blank: "not_asked", grid: null }],
};

async function importRows(name: string, rows: number, onProgress: (rows: number) => Promise<void> = async () => {}) {
  const path = join(folder, name);
  writeFileSync(path, `id,a\n${Array.from({ length: rows }, (_, at) => `${at},${at % 7}`).join("\n")}\n`);
  const problems = openProblemFile(`${path}.problems`);
  try {
    return await importFile(context, {
      ...{ project, path, fileName: name, plan, mode: "append", problems, onProgress },
      ...{ signal: new AbortController().signal, onBegun: async () => {} },
    });
  } finally {
    await problems.close();
  }
}

async function responses(): Promise<number | undefined> {
  const set = await findAnswerSet(db(), project);
  const revision = await findRevision(db(), set?.revision ?? 0);
  const [found] = await readRows<{ n: number }>(`SELECT count() AS n FROM ${revision?.tableName}`);
  return found?.n;
}

test("an engine that is killed in mid-import leaves nothing half-visible, and the import comes through after", async () => {
  await importRows("first.csv", 10);
  const killed = importRows("second.csv", 8000, async (rows) => {
    if (rows >= 4000) await engine.current().end("SIGKILL");
  });
  await expect(killed).rejects.toMatchObject({ code: "unavailable" });
  const { url, dataDir } = engine.current();
  engine.replace(await startTestEngine(dataDir, Number(new URL(url).port)));
  expect(await responses()).toBe(10);
  expect(await importRows("second.csv", 8000)).toMatchObject({ kept: 8000, responses: 8000 });
  expect(await responses()).toBe(8000);
  await clearLeftOverAnswers();
  const set = await findAnswerSet(db(), project);
  const kept = (await listRevisions(db(), set?.id ?? "")).filter(({ tableName }) => tableName !== "");
  expect(kept.map(({ state }) => state)).toEqual(["visible", "visible"]);
  const names = await readRows<{ name: string }>("SELECT name FROM system.tables WHERE database = currentDatabase()");
  expect(names.map(({ name }) => name).sort()).toEqual(kept.map(({ tableName }) => tableName).sort());
});
