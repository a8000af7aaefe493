import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { importFile } from "@/lib/answers/imports/import-file";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { undoImport } from "@/lib/answers/imports/undo-import";
import { credentialOf } from "@/lib/contracts/context";
import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { changeQuestions as operation, type QuestionsChange } from "@/lib/contracts/ours/question-changes";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { changeQuestions } from "./change-questions";
import { countAnswers } from "./count-answers";
import { changeKind } from "./give-kind";
import { addQuestion, listQuestions, moveQuestion, removeQuestion, updateQuestion } from "./questions";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-changes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

const option = (code: number, label: string): AnswerOption => ({
  ...{ code, label, order: code - 1, value: null, cells: [code] },
});
const common = (id: string) => ({ id, text: id, missing: [], blank: "not_asked" as const, grid: null });
const single = (id: string, ...labels: string[]): PlannedQuestion => ({
  ...{ kind: "single", column: id, ...common(id) },
  options: labels.map((label, at) => option(at + 1, label)),
});
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    single("sat", "Bad", "Fair", "Good", "Great"),
    single("reach", "Bad", "Fair", "Good", "Great"),
    single("alder", "Yes", "No"),
    single("birch", "Yes", "No"),
    { kind: "numeric", column: "age", ...common("age") },
  ],
};
/** Who knows Alder, Birch, both, neither, and somebody who was not asked. */
const rows = ["1,1,4,1,2,20", "2,2,4,2,1,30", "3,3,3,1,1,99", "4,4,1,2,2,40", "5,4,,,,50"];

let key: ProjectKey;
beforeEach(async () => {
  key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, `id,sat,reach,alder,birch,age\n${rows.join("\n")}\n`);
  const problems = openProblemFile(`${path}.problems`);
  const task = { project: key, path, fileName: "a.csv", plan, mode: "append" as const, problems, signal };
  await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
});

const body = (changes: QuestionsChange[], more: object = {}) =>
  operation.body.parse({ project_id: key.projectId, dry_run: false, changes, ...more });
const carryOut = (...changes: QuestionsChange[]) => changeQuestions(context, body(changes), signal);
const dryRun = (...changes: QuestionsChange[]) => changeQuestions(context, body(changes, { dry_run: true }), signal);
const questions = async () => (await listQuestions(context, key.projectId)).questions;
const questionOf = async (id: string) => (await questions()).find((each) => each.id === id);
const counted = async (id: string) => {
  const found = (await countAnswers(context, key.projectId, signal)).questions.find((each) => each.id === id);
  return found && { ...found, counts: Object.fromEntries(found.counts.map(({ code, n }) => [code, n])) };
};

test("several kinds of change are one revision, which undoing takes back whole", async () => {
  const before = await questions();
  const { revision, questions: changed } = await carryOut(
    { change: "kind", ids: ["sat", "reach"], kind: "scale" },
    { change: "values", ids: ["sat", "reach"], by: "order" },
    { change: "missing", ids: ["age"], missing: [{ cell: 99, kind: "no_answer" }] },
    { change: "kind", ids: ["alder"], kind: "open" },
  );
  expect(changed.map(({ after }) => after?.question.id)).toEqual(["sat", "reach", "alder", "age"]);
  expect(await counted("sat")).toMatchObject({ numbers: { mean: 2.8 } });
  expect(await counted("age")).toMatchObject({ answered: 4, no_answer: 1, numbers: { mean: 35 } });
  expect(await counted("alder")).toMatchObject({ answered: 4 });
  await undoImport(context, key, revision ?? 0);
  const back = await questions();
  expect(back.map(({ version: _, ...question }) => question)).toEqual(before.map(({ version: _, ...each }) => each));
  expect(await counted("age")).toMatchObject({ answered: 5, no_answer: 0 });
});

const edit = async (id: string, change: object) =>
  updateQuestion(context, {
    ...{ project_id: key.projectId, id, version: (await questionOf(id))?.version ?? 0 },
    ...change,
  });
const top = { form: "nets" as const, questionId: "sat", nets: [{ code: 1, of: [3, 4] }] };
const addTop = (id: string, derivation: Parameters<typeof addQuestion>[1]["derivation"]) =>
  addQuestion(context, { project_id: key.projectId, id, text: "", options: [{ code: 1, label: "Top" }], derivation });

test("an undo takes back its own change only: later edits stay, and the undo names those of the same fields", async () => {
  await addTop("gone", top);
  const { revision } = await carryOut(
    { change: "kind", ids: ["sat", "reach"], kind: "scale" },
    { change: "values", ids: ["sat", "reach"], by: "order" },
    { change: "text", id: "sat", text: "How satisfied?" },
    { change: "missing", ids: ["age"], missing: [{ cell: 99, kind: "no_answer" }] },
  );
  await edit("reach", { text: "Reached?", options: [{ code: 1, label: "Awful" }] });
  await edit("sat", { text: "Mine", options: [{ code: 2, value: 20 }] });
  const codes = [99, 20].map((cell) => ({ cell, kind: "no_answer" as const }));
  await edit("age", { missing: codes });
  await edit("birch", { text: "Birch?" });
  await moveQuestion(context, { project_id: key.projectId, id: "age", before: "sat" });
  await addTop("top", top);
  await removeQuestion(context, { project_id: key.projectId, id: "gone" });
  expect(await undoImport(context, key, revision ?? 0)).toEqual([
    "“sat” was edited since: the value of “Fair” and its text stay as edited.",
  ]);
  expect((await questions()).map(({ id }) => id)).toEqual(["age", "sat", "reach", "alder", "birch", "top"]);
  const values = (...all: (number | null)[]) => all.map((value) => ({ value }));
  expect(await questionOf("sat")).toMatchObject({
    ...{ text: "Mine", kind: "single" },
    options: values(null, 20, null, null),
  });
  const reach = await questionOf("reach");
  expect(reach).toMatchObject({ text: "Reached?", kind: "single", options: values(null, null, null, null) });
  expect(reach?.options.map(({ label }) => label)).toEqual(["Awful", "Fair", "Good", "Great"]);
  expect((await questionOf("age"))?.missing).toEqual([{ cell: 20, kind: "no_answer", marked: true }]);
  expect((await questionOf("birch"))?.text).toBe("Birch?");
});

test("merged options come apart again with the labels that were given since", async () => {
  const { revision } = await carryOut(
    { change: "merge", id: "sat", codes: [1, 2], into: 3 },
    { change: "order", ids: ["reach"], by: "reverse" },
  );
  await edit("sat", { options: [{ code: 4, label: "Superb" }] });
  await edit("reach", { options: [{ code: 1, label: "Awful" }] });
  expect(await undoImport(context, key, revision ?? 0)).toEqual([]);
  expect((await questionOf("sat"))?.options).toMatchObject([
    { code: 1, label: "Bad", order: 0, cells: [1] },
    { code: 2, label: "Fair", order: 1, cells: [2] },
    { code: 3, label: "Good", order: 2, cells: [3] },
    { code: 4, label: "Superb", order: 3 },
  ]);
  expect((await questionOf("reach"))?.options.map(({ label }) => label)).toEqual(["Awful", "Fair", "Good", "Great"]);
  expect(await counted("sat")).toMatchObject({ answered: 5, counts: { 1: 1, 2: 1, 3: 1, 4: 2 } });
});

test("a change is not undone where that would lose later work on what it made", async () => {
  const { revision } = await carryOut(
    { change: "group", ids: ["alder", "birch"], id: "known", text: "Known" },
    { change: "kind", ids: ["age"], kind: "single" },
  );
  await addTop("net", { form: "nets", questionId: "known", nets: [{ code: 1, of: [1] }] });
  const refusal = async () => {
    const before = await questions();
    const error = await undoImport(context, key, revision ?? 0).catch(({ message }) => message);
    expect(await questions()).toEqual(before);
    return error;
  };
  expect(await refusal()).toMatch(/“net” is made of “known” and could not be made any more/);
  await removeQuestion(context, { project_id: key.projectId, id: "net" });
  await edit("known", { text: "Which of these?" });
  await edit("age", { options: [{ code: 20, label: "Twenty" }] });
  expect(await refusal()).toMatch(/“known” came with this change and was edited since/);
  expect(await refusal()).toMatch(/“age” was edited since: .* the edit of its options/);
  expect(await counted("known")).toMatchObject({ answered: 4 });
});

test("a dry run changes nothing and tells the counts that the change then has", async () => {
  const changes: QuestionsChange[] = [
    { change: "merge", id: "sat", codes: [3], into: 4 },
    { change: "group", ids: ["alder", "birch"], id: "known", text: "Which do you know?" },
    { change: "kind", ids: ["age"], kind: "single" },
  ];
  const before = await questions();
  const dry = await dryRun(...changes);
  expect(await questions()).toEqual(before);
  expect(dry.revision).toBeNull();
  const done = await carryOut(...changes);
  expect(done.questions).toEqual(dry.questions);
  for (const { after } of dry.questions) {
    if (!after) continue;
    const now = (await countAnswers(context, key.projectId, signal)).questions;
    expect(now.find(({ id }) => id === after.question.id)).toEqual(after.counted);
  }
});

test("an option merged into another counts there, and its cells mean that one", async () => {
  await carryOut({ change: "merge", id: "sat", codes: [1, 2], into: 3 });
  expect(await counted("sat")).toMatchObject({ answered: 5, counts: { 3: 3, 4: 2 } });
  expect((await questionOf("sat"))?.options).toMatchObject([
    { code: 3, order: 0, cells: [3, 1, 2] },
    { code: 4, order: 1 },
  ]);
});

test("columns of yes and no become one question with a base of all who were asked, and come apart again", async () => {
  const { revision } = await carryOut({ change: "group", ids: ["alder", "birch"], id: "known", text: "Known" });
  expect((await questions()).map(({ id }) => id)).toEqual(["sat", "reach", "known", "age"]);
  const grouped = { answered: 4, not_asked: 1, none: 1, counts: { 1: 2, 2: 2 } };
  expect(await counted("known")).toMatchObject(grouped);
  expect((await questionOf("known"))?.options.map(({ label }) => label)).toEqual(["alder", "birch"]);
  const apart = await carryOut({ change: "ungroup", ids: ["known"] });
  expect(apart.questions.map(({ after }) => after?.question.id)).toEqual(["alder", "birch", undefined]);
  expect(await counted("alder")).toMatchObject({ answered: 4, not_asked: 1, counts: { 1: 2, 0: 2 } });
  await undoImport(context, key, apart.revision ?? 0);
  expect(await counted("known")).toMatchObject(grouped);
  await undoImport(context, key, revision ?? 0);
  expect(await counted("birch")).toMatchObject({ answered: 4, counts: { 1: 2, 2: 2 } });
});

test("columns that each hold a choice are grouped by equal labels", async () => {
  await carryOut({ change: "group", ids: ["sat", "reach"], id: "any", text: "Any" });
  expect(await counted("any")).toMatchObject({ answered: 5, counts: { 1: 2, 2: 1, 3: 1, 4: 4 } });
});

test("what is marked as missing is restored; order follows how often options were chosen", async () => {
  await carryOut({ change: "missing", ids: ["reach", "age"], missing: [{ cell: 1, kind: "no_answer" }] });
  expect(await counted("reach")).toMatchObject({ answered: 3, no_answer: 1 });
  const { notices } = await dryRun({ change: "kind", ids: ["reach"], kind: "open" });
  expect(notices).toEqual([expect.stringMatching(/missing codes do not come along to another kind/)]);
  await carryOut({ change: "restore", ids: ["reach", "age"] }, { change: "order", ids: ["reach"], by: "frequency" });
  expect(await counted("reach")).toMatchObject({ answered: 4, no_answer: 0 });
  expect((await questionOf("reach"))?.options.map(({ label }) => label)).toEqual(["Great", "Bad", "Good", "Fair"]);
});

test("set-up is copied to other questions, texts and labels are set by each", async () => {
  await carryOut(
    {
      change: "options",
      id: "sat",
      options: [
        { code: 1, label: "Poor", value: 10 },
        { code: 4, value: 40 },
      ],
    },
    { change: "text", id: "sat", text: "How satisfied?" },
    { change: "missing", ids: ["sat"], missing: [{ cell: 2, kind: "no_answer" }] },
    { change: "copy", ids: ["reach"], from: { id: "sat" }, parts: ["labels", "values", "missing"] },
    { change: "grid", ids: ["sat", "reach"], text: "Ratings" },
  );
  expect(await questionOf("reach")).toMatchObject({
    text: "reach",
    options: [{ label: "Poor", value: 10 }, { label: "Fair" }, { label: "Good" }, { label: "Great", value: 40 }],
    missing: [{ cell: 2, kind: "no_answer", marked: true }],
    grid: { id: "Ratings", text: "Ratings" },
  });
  expect(await questionOf("sat")).toMatchObject({ text: "How satisfied?", grid: { text: "Ratings" } });
});

test("all problems are told, and nothing is changed", async () => {
  await addQuestion(context, {
    ...{ project_id: key.projectId, id: "top", text: "", options: [{ code: 1, label: "Top" }] },
    derivation: { form: "nets", questionId: "sat", nets: [{ code: 1, of: [3, 4] }] },
  });
  await addQuestion(context, {
    ...{ project_id: key.projectId, id: "knows", text: "", options: [] },
    derivation: { form: "filter", filter: [{ questionId: "alder", operator: "eq", value: 1 }] },
  });
  const before = await questions();
  const wrong: QuestionsChange[] = [
    { change: "kind", ids: ["age"], kind: "multiple" },
    { change: "merge", id: "sat", codes: [3], into: 4 },
    { change: "group", ids: ["alder", "birch"], id: "age", text: "" },
    { change: "group", ids: ["alder", "birch"], id: "known", text: "" },
    { change: "ungroup", ids: ["reach", "nothing"] },
  ];
  const { problems } = await dryRun(...wrong);
  expect(problems.join("\n")).toMatch(/“age”.*cannot be read as/);
  expect(problems.join("\n")).toMatch(/“top” is made of “sat”/);
  expect(problems.join("\n")).toMatch(/question “age” already/);
  expect(problems.join("\n")).toMatch(/“knows” is made of “alder”, which would be gone/);
  expect(problems.join("\n")).toMatch(/“reach” .*neither a multiple-choice/);
  expect(problems.join("\n")).toMatch(/no question “nothing”/);
  await expect(carryOut(...wrong)).rejects.toThrow(/cannot be read as/);
  expect(await questions()).toEqual(before);
});

test("an answer is rewritten once in a change, and what leaves everything as it is is refused", async () => {
  const { problems } = await dryRun(
    { change: "merge", id: "sat", codes: [1], into: 2 },
    { change: "kind", ids: ["sat"], kind: "open" },
  );
  expect(problems).toEqual(["The answers of “sat” would be rewritten twice: do one change first, then the other."]);
  await expect(carryOut({ change: "text", id: "sat", text: "sat" })).rejects.toThrow(/as it is/);
});

test("a question edited since it was seen is a conflict", async () => {
  const seen = (await questions()).map(({ id, version }) => ({ id, version }));
  await updateQuestion(context, { project_id: key.projectId, id: "sat", version: 1, text: "New" });
  const late = body([{ change: "text", id: "sat", text: "Other" }], { seen });
  await expect(changeQuestions(context, late, signal)).rejects.toMatchObject({ code: "conflict" });
  expect((await questionOf("sat"))?.text).toBe("New");
});

test("the audit names the questions and the revision", async () => {
  const { revision } = await carryOut(
    { change: "text", id: "sat", text: "A" },
    { change: "text", id: "reach", text: "B" },
  );
  const [newest] = await db().select().from(audit).orderBy(desc(audit.id));
  expect(newest).toMatchObject({
    ...{ action: "changeQuestions", thing: "questions", thingId: key.projectId, outcome: "done" },
    after: { changes: "Text of 2 questions", questions: ["sat", "reach"], revision },
  });
});

test("what reads and what rewrites answers does it in the person's turns, which all instances share", async () => {
  await db().execute(sql`create table turns_taken as select who from figure_turns limit 0`);
  await db().execute(sql`
    create function note_turn() returns trigger language plpgsql as $$ begin
      insert into turns_taken values (new.who);
      return null;
    end $$`);
  await db().execute(sql`
    create trigger note_turn after insert on figure_turns for each row execute function note_turn()`);
  const taken = async (change: () => Promise<unknown>) => {
    await db().execute(sql`truncate turns_taken`);
    await change();
    return (await db().execute<{ who: string }>(sql`select who from turns_taken`)).map(({ who }) => who);
  };
  const who = credentialOf(context.viewer);
  const toText: QuestionsChange = { change: "kind", ids: ["birch"], kind: "open" };
  expect(await taken(() => dryRun(toText)), "counts").toEqual([who]);
  expect(await taken(() => carryOut(toText)), "counts, and a table").toEqual([who, who]);
  const version = (await questionOf("alder"))?.version ?? 0;
  const change = { project_id: key.projectId, id: "alder", version, kind: "open" } as const;
  expect(await taken(() => changeKind(context, change, signal)), "codes, and a table").toEqual([who, who]);
});
