import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { importFile } from "@/lib/answers/imports/import-file";
import { listImports } from "@/lib/answers/imports/imports";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { changeKind } from "@/lib/answers/questions/give-kind";
import { saveWeight } from "@/lib/answers/weights/make-weight";
import { AppError } from "@/lib/http/problem";
import * as rows from "@/lib/stores/clickhouse/answer-rows";
import * as columns from "@/lib/stores/clickhouse/rewrite-column";
import * as weights from "@/lib/stores/clickhouse/weigh";
import * as sets from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context, numberAndChoice as plan } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { whileHeld } from "./abandon-revision";
import { clearLeftOverAnswers } from "./clear-left-over";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-abandoned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a test makes fail, once. */
const spies = () => ({
  rewriteColumns: vi.spyOn(columns, "rewriteColumns"),
  writeWeight: vi.spyOn(weights, "writeWeight"),
  dropTables: vi.spyOn(rows, "dropTables"),
  failRevision: vi.spyOn(sets, "failRevision"),
});
afterEach(() => {
  for (const spy of Object.values(spies())) spy.mockReset();
});

const project = { connection: "built-in", accountId: "account", projectId: "p" };
const { signal } = new AbortController();

beforeAll(async () => {
  const path = join(folder, "a.csv");
  writeFileSync(path, "id,n,s\n1,1,1\n2,2,2\n3,1,1\n");
  const problems = openProblemFile(`${path}.problems`);
  const task = { project, path, fileName: "a.csv", plan, mode: "append" as const, problems, signal };
  await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
});

const targets = [1, 2].map((code) => ({ code, target: 50 }));
const margins = [{ questionId: "s", unit: "percent" as const, targets, leftOut: [] }];
const writers: [string, () => Promise<unknown>][] = [
  ["another kind", () => changeKind(context, { project_id: "p", id: "n", version: 1, kind: "single" }, signal)],
  [
    "a weight",
    () =>
      saveWeight(
        context,
        { project_id: "p", name: "w", replace: false, recipe: { margins, caps: null, wave: null } },
        signal,
      ),
  ],
];

async function newest() {
  const set = await sets.findAnswerSet(db(), project);
  const [found] = await sets.listRevisions(db(), set?.id ?? "", 1);
  return found;
}

test.each(writers)(
  "%s that cannot be written tells why, also when what was written cannot be removed",
  async (_, write) => {
    const cause = new AppError("invalid", "There is no room for it.");
    spies().rewriteColumns.mockRejectedValueOnce(cause);
    spies().writeWeight.mockRejectedValueOnce(cause);
    spies().dropTables.mockRejectedValueOnce(new AppError("unavailable", "The store is away."));
    await expect(write()).rejects.toBe(cause);
    expect(await newest()).toMatchObject({ state: "failed", problem: cause.message });
  },
);

test.each(writers)("%s that cannot be written tells why, also when giving it up fails", async (_, write) => {
  const cause = new AppError("invalid", "There is no room for it.");
  spies().rewriteColumns.mockRejectedValueOnce(cause);
  spies().writeWeight.mockRejectedValueOnce(cause);
  spies().failRevision.mockRejectedValueOnce(new Error("The database is away."));
  await expect(write()).rejects.toBe(cause);
});

async function beginWeight() {
  const set = await sets.findAnswerSet(db(), project);
  const mode = "weight" as const;
  const rest = { mode, fileName: "Weight “w”", plan, questions: [], weights: [], who: "a@x.test", isHeld: true };
  return sets.beginRevision(db(), { set: { id: set?.id ?? "", revision: set?.revision ?? null }, ...rest });
}

const silentFor = (id: number, seconds: number) =>
  db().execute(
    sql`update answer_revisions set held_at = clock_timestamp() - ${seconds}::int * interval '1 second' where id = ${id}`,
  );

test("what a process that is gone was writing has failed within a minute, and another's under way has not", async () => {
  const lost = await beginWeight();
  const written = await beginWeight();
  await silentFor(lost.id, 90);
  await silentFor(written.id, 5);
  const stateOf = async (id: number) => {
    const { revisions } = await listImports(context, "p");
    return revisions.find((each) => each.id === id);
  };
  expect(await stateOf(lost.id)).toMatchObject({ state: "failed", problem: "It was interrupted." });
  expect(await stateOf(written.id)).toMatchObject({ state: "writing", problem: null });
  await clearLeftOverAnswers();
  expect(await sets.findRevision(db(), lost.id)).toMatchObject({ state: "failed", tableName: "" });
  expect(await sets.findRevision(db(), written.id)).toMatchObject({ state: "writing", tableName: written.tableName });
  await sets.failRevision(db(), written.id, "The test is over.");
});

test("who writes says so as long as it takes", async () => {
  const begun = await beginWeight();
  const heldAt = async () => (await sets.findRevision(db(), begun.id))?.heldAt?.getTime() ?? 0;
  const write = async () => {
    const now = (await heldAt()) - 1000;
    await silentFor(begun.id, 90);
    // It may say so again before anybody has looked: what counts is that the silence is over.
    await expect.poll(heldAt).toBeGreaterThan(now);
    throw new Error("Enough.");
  };
  await expect(whileHeld(begun, write, 10)).rejects.toThrow("Enough.");
  expect((await sets.findRevision(db(), begun.id))?.state).toBe("failed");
});
