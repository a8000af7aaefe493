import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { changeExclusions } from "@/lib/answers/exclusions/exclusions";
import { importFile } from "@/lib/answers/imports/import-file";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { undoImport } from "@/lib/answers/imports/undo-import";
import { changeQuestions } from "@/lib/answers/questions/change-questions";
import { countAnswers, previewQuestion } from "@/lib/answers/questions/count-answers";
import { changeKind } from "@/lib/answers/questions/give-kind";
import { addQuestion, listQuestions, removeQuestion, updateQuestion } from "@/lib/answers/questions/questions";
import { saveWeight } from "@/lib/answers/weights/make-weight";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import * as changes from "@/lib/contracts/ours/question-changes";
import * as operations from "@/lib/contracts/ours/questions";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { readRows } from "@/lib/stores/clickhouse/client";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-formulas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

const common = (id: string) => ({ id, text: id, missing: [], blank: "not_asked" as const, grid: null });
const sex = (...labels: string[]): PlannedQuestion => ({
  ...{ kind: "single", column: "sex", ...common("sex") },
  options: labels.map((label, at) => ({ code: at + 1, label, order: at, value: null, cells: [label] })),
});
const planOf = (...labels: string[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [], questions: [{ kind: "numeric", column: "age", ...common("age") }, sex(...labels)] },
});

let key: ProjectKey;
async function bring(rows: string, plan: ImportPlan, mode: ImportMode) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, `id,age,sex\n${rows}\n`);
  const problems = openProblemFile(`${path}.problems`);
  const task = { project: key, path, fileName: "a.csv", plan, mode, problems, signal };
  await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
}
beforeEach(async () => {
  key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
  await bring("1,20,m\n2,-1,f\n3,3.5,m", planOf("m", "f"), "append");
});

const formula = (expression: string) => ({ form: "formula" as const, expression });
const add = (id: string, expression: string) =>
  addQuestion(
    context,
    operations.addQuestion.body.parse({ project_id: key.projectId, id, text: "", derivation: formula(expression) }),
  );
const questionOf = async (id: string) =>
  (await listQuestions(context, key.projectId)).questions.find((each) => each.id === id);
const labels = async (id: string) => (await questionOf(id))?.options.map(({ label }) => label);
const counted = async (id: string) =>
  (await countAnswers(context, key.projectId, signal)).questions.find((each) => each.id === id);
const remove = (id: string) => removeQuestion(context, { project_id: key.projectId, id });

test("a formula is counted with its faults, follows imports, and goes back with them", async () => {
  await add("ratio", "12 / (age + 1)");
  expect(await add("grouped", 'if(ratio > 2, "Steep", sex)')).toMatchObject({
    ...{ kind: "single", derivation: { gives: "category", questionIds: ["ratio", "sex"] } },
    options: ["Steep", "m", "f"].map((label, at) => ({ code: at + 1, label })),
  });
  const preview = await previewQuestion(context, { project_id: key.projectId, id: "ratio" }, signal);
  expect(preview).toMatchObject({ answered: 2, no_answer: 1, faults: { divided_by_zero: 1, too_large: 0 } });
  expect(await counted("grouped")).toMatchObject({
    answered: 2,
    counts: [
      { code: 1, n: 1 },
      { code: 2, n: 1 },
    ],
  });
  await bring("4,1,x\n5,20,x", planOf("x"), "append");
  expect(await labels("grouped")).toEqual(["Steep", "m", "f", "x"]);
  expect((await counted("grouped"))?.counts).toEqual([
    { code: 1, n: 2 },
    { code: 2, n: 1 },
    { code: 4, n: 1 },
  ]);
  await undoImport(context, key, (await listQuestions(context, key.projectId)).revision ?? 0);
  expect(await counted("grouped")).toMatchObject({ answered: 2 });
  expect(await labels("grouped")).toEqual(["Steep", "m", "f"]);
});

test("what a formula names is not taken away under it, and a circle is refused, with nothing changed", async () => {
  await add("older", "age + 1");
  await add("men", 'older > 5 and chose(sex, "m")');
  const before = await listQuestions(context, key.projectId);
  await expect(remove("older")).rejects.toThrow(
    "“older” cannot be removed. “men” is made of it: remove that one first.",
  );
  const edit = (change: object) =>
    updateQuestion(context, operations.updateQuestion.body.parse({ project_id: key.projectId, version: 1, ...change }));
  await expect(edit({ id: "older", derivation: formula("count(men)") })).rejects.toThrow(
    "“men” is itself made of “older”: that would be a circle.",
  );
  await expect(edit({ id: "sex", options: [{ code: 1, label: "Man" }] })).rejects.toThrow(
    "“men” is made of “sex” and could not be made any more: Column 26: “sex” has no option “m”.",
  );
  await expect(
    changeKind(context, { project_id: key.projectId, id: "sex", version: 1, kind: "open" }, signal),
  ).rejects.toThrow("“men” is made of “sex”");
  const merged = changes.changeQuestions.body.parse({
    ...{ project_id: key.projectId, dry_run: true },
    changes: [{ change: "merge", id: "sex", codes: [1], into: 2 }],
  });
  expect((await changeQuestions(context, merged, signal)).problems.join(" ")).toContain("“men” is made of “sex”");
  expect(await listQuestions(context, key.projectId)).toEqual(before);
  await edit({ id: "age", text: "How old are you?" });
  expect((await questionOf("men"))?.version).toBe(1);
});

test("a label that an analyst edits is followed by a formula's option, which keeps its code", async () => {
  await add("grouped", 'if(age > 10, "Old", sex)');
  const change = { project_id: key.projectId, id: "sex", version: 1, options: [{ code: 1, label: "Man" }] };
  await updateQuestion(context, operations.updateQuestion.body.parse(change));
  expect((await questionOf("grouped"))?.options.map(({ code, label }) => [code, label])).toEqual([
    [1, "Old"],
    [2, "Man"],
    [3, "f"],
  ]);
  expect((await counted("grouped"))?.counts).toContainEqual({ code: 2, n: 1 });
});

test("a formula gives the targets of a weight, and is counted without excluded responses", async () => {
  await add("grouped", 'if(age > 10, "Old", sex)');
  const targets = [50, 25, 25].map((target, at) => ({ code: at + 1, target }));
  const recipe = {
    margins: [{ questionId: "grouped", unit: "percent" as const, targets, leftOut: [] }],
    ...{ caps: null, wave: null },
  };
  await saveWeight(context, { project_id: key.projectId, name: "w", replace: false, recipe }, signal);
  const { table = "", weights = [] } = (await findAnswers(db(), key)) ?? {};
  const rows = await readRows<{ w: number }>(`SELECT ${weights[0]?.column} AS w FROM ${table} ORDER BY _id`);
  expect(rows.map(({ w }) => w)).toEqual([1.5, 0.75, 0.75].map((w) => expect.closeTo(w, 6)));
  const excluded = { project_id: key.projectId, response_ids: ["1"], is_excluded: true, reason: "Too quick" };
  expect(await changeExclusions(context, excluded)).toEqual({ changed: ["1"] });
  expect(await counted("grouped")).toMatchObject({
    answered: 2,
    counts: [
      { code: 2, n: 1 },
      { code: 3, n: 1 },
    ],
  });
});

test("a question made by a formula is renamed and ordered with others at once; its answers are its formula's", async () => {
  await add("grouped", 'if(age > 10, "Old", sex)');
  const change = (...all: changes.QuestionsChange[]) =>
    changeQuestions(
      context,
      changes.changeQuestions.body.parse({ project_id: key.projectId, dry_run: false, changes: all }),
      signal,
    );
  const { revision } = await change(
    { change: "text", id: "grouped", text: "Age or sex" },
    { change: "order", ids: ["grouped", "sex"], by: "reverse" },
  );
  expect(await labels("grouped")).toEqual(["f", "m", "Old"]);
  await expect(change({ change: "kind", ids: ["grouped"], kind: "open" })).rejects.toThrow(
    "“grouped” is made of other questions: its kind follows from them.",
  );
  await undoImport(context, key, revision ?? 0);
  expect(await questionOf("grouped")).toMatchObject({ text: "" });
  expect(await labels("grouped")).toEqual(["Old", "m", "f"]);
});
