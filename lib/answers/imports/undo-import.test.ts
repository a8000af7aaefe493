import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { changeKind } from "@/lib/answers/questions/give-kind";
import { addQuestion, updateQuestion } from "@/lib/answers/questions/questions";
import { removeWeight, saveWeight } from "@/lib/answers/weights/make-weight";
import { readRows } from "@/lib/stores/clickhouse/client";
import { findAnswers, findRevision, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context, numberAndChoice as plan } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { importFile } from "./import-file";
import { openProblemFile } from "./problem-file";
import { undoImport } from "./undo-import";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-undone-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();

let key: ProjectKey;
beforeEach(async () => {
  key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
  await importOnce();
});

async function importOnce(): Promise<number> {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, "id,n,s\n1,1,1\n2,2,2\n3,1,1\n");
  const problems = openProblemFile(`${path}.problems`);
  const task = { project: key, path, fileName: "a.csv", plan, mode: "append" as const, problems, signal };
  const { revision } = await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
  return revision;
}

async function present() {
  const found = await findAnswers(db(), key);
  if (!found) throw new Error("The project has no answers.");
  return { ...found, of: (id: string) => found.questions.find((question) => question.id === id) };
}

const edit = async (id: string, change: object) =>
  updateQuestion(context, {
    project_id: key.projectId,
    id,
    version: (await present()).of(id)?.version ?? 0,
    ...change,
  });

const targets = [1, 2].map((code) => ({ code, target: 50 }));
const recipe = {
  margins: [{ questionId: "s", unit: "percent" as const, targets, leftOut: [] }],
  caps: null,
  wave: null,
};
const weigh = (name: string, replace = false) =>
  saveWeight(context, { project_id: key.projectId, name, replace, recipe }, signal);
const toSingle = async () =>
  changeKind(context, { project_id: key.projectId, id: "n", version: 1, kind: "single" }, signal);
const bands = { form: "bands" as const, questionId: "n", bands: [{ code: 1, low: 0, high: null }] };
const derive = (id: string, derivation: Parameters<typeof addQuestion>[1]["derivation"]) =>
  addQuestion(context, {
    ...{ project_id: key.projectId, id, text: "", derivation },
    options: derivation.form === "filter" ? [] : [{ code: 1, label: "One" }],
  });

test("undoing a weight takes the weight back and leaves what was edited in questions since", async () => {
  await weigh("other");
  const { made } = await weigh("w");
  await edit("n", { text: "How many?" });
  await derive("ages", bands);
  await removeWeight(context, { project_id: key.projectId, id: "other" }, signal);
  await undoImport(context, key, made);
  const { revision, weights, of, questions } = await present();
  expect(weights).toEqual([]);
  expect(of("n")).toMatchObject({ text: "How many?", version: 2 });
  expect(of("ages")).toBeDefined();
  // So says the revision that is read again, whose questions the next import goes by.
  expect((await findRevision(db(), revision ?? 0))?.questions).toEqual(questions);
});

test("a weight that was calculated again is undone to what it was", async () => {
  await weigh("w");
  const { weights } = await present();
  const { made } = await weigh("w", true);
  await edit("s", { text: "Which?" });
  await undoImport(context, key, made);
  const now = await present();
  expect(now.weights).toEqual(weights);
  expect(now.of("s")?.text).toBe("Which?");
});

test("what was made names itself: an import that comes in between is not undone in its place", async () => {
  const { made } = await weigh("w");
  const later = await importOnce();
  await expect(undoImport(context, key, made)).rejects.toThrow(/undo the later one first/);
  expect((await present()).revision).toBe(later);
});

test("undoing another kind takes back that question alone", async () => {
  const kindOf = async () => (await present()).of("n");
  const before = await kindOf();
  const { revision } = await toSingle();
  await edit("s", { options: [{ code: 1, label: "Male" }] });
  await edit("n", { text: "How many?" });
  await derive("male", { form: "filter", filter: [{ questionId: "s", operator: "eq", value: 1 }] });
  await undoImport(context, key, revision ?? 0);
  const { of, table } = await present();
  expect(of("n")).toEqual({ ...before, text: "How many?", version: 4 });
  expect(of("s")?.options[0]?.label).toBe("Male");
  expect(of("male")).toBeDefined();
  expect(await readRows(`SELECT ${of("n")?.column} AS n FROM ${table} ORDER BY _id`)).toEqual(
    [1, 2, 1].map((n) => ({ n })),
  );
});

test("another kind is not undone under derived questions that were made of it since", async () => {
  const { revision } = await toSingle();
  await derive("net", { form: "nets", questionId: "n", nets: [{ code: 1, of: [1] }] });
  await expect(undoImport(context, key, revision ?? 0)).rejects.toThrow(/“net” is made of “n” and could not be made/);
  expect((await present()).of("n")?.kind).toBe("single");
});

test("a filter that was there before another kind was given does not hinder its undoing", async () => {
  await derive("two", { form: "filter", filter: [{ questionId: "n", operator: "eq", value: 2 }] });
  const { revision } = await toSingle();
  await undoImport(context, key, revision ?? 0);
  expect((await present()).of("n")?.kind).toBe("numeric");
});

test("undoing an import takes its questions back, with what was edited in them since", async () => {
  const before = await present();
  const revision = await importOnce();
  await edit("n", { text: "How many?" });
  await undoImport(context, key, revision);
  expect((await present()).questions).toEqual(before.questions);
});
