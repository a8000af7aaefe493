import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { changeQuestions } from "@/lib/answers/questions/change-questions";
import { countAnswers } from "@/lib/answers/questions/count-answers";
import { changeQuestions as operation, type QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { importFile } from "./import-file";
import { questionsOf } from "./imports";
import { guessFile } from "./look-at-file";
import { openProblemFile } from "./problem-file";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-restored-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

/** Forty responses: two ages of 999, four 99 on a scale, five “Refused” and five “N/A”, three texts without an answer. */
const rows = Array.from({ length: 40 }, (_, at) => [
  ...[`r${at}`, at === 3 || at === 7 ? 999 : 20 + at, at % 10 === 9 ? 99 : (at % 5) + 1],
  at % 8 === 0 ? "Refused" : at % 8 === 1 ? "N/A" : at % 2 === 0 ? "Left" : "Right",
  at < 3 ? "no answer" : `Because of reason ${at}`,
]);
const path = join(folder, "answers.csv");
writeFileSync(path, ["id,Age,Sat,Party,Why", ...rows.map((row) => row.join(","))].join("\n"));

let key: ProjectKey;
beforeEach(async () => {
  key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
  await importAsDetected();
});

async function importAsDetected(): Promise<void> {
  const project = { ...(await questionsOf(key)), table: (await findAnswers(db(), key))?.table ?? null };
  const { plan, problems: none } = await guessFile({ path, name: "answers.csv", project });
  expect(none).toEqual([]);
  const problems = openProblemFile(join(folder, crypto.randomUUID()));
  const task = { project: key, path, fileName: "answers.csv", plan, mode: "append" as const, problems, signal };
  await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
}

async function counted() {
  const [{ questions }, set] = await Promise.all([
    countAnswers(context, key.projectId, signal),
    findAnswers(db(), key),
  ]);
  const labelOf = (id: string, code: number) =>
    set?.questions.find((each) => each.id === id)?.options.find((option) => option.code === code)?.label ?? code;
  return Object.fromEntries(
    questions.map(({ id, answered, no_answer, not_asked, counts, numbers }) => [
      id,
      {
        ...{ answered, no_answer, not_asked, max: numbers?.max ?? null },
        counts: Object.fromEntries(counts.map(({ code, n }) => [labelOf(id, code), n])),
      },
    ]),
  );
}

const change = (...changes: QuestionsChange[]) =>
  changeQuestions(context, operation.body.parse({ project_id: key.projectId, dry_run: false, changes }), signal);
const ids = ["Age", "Sat", "Party", "Why"];

const proposed = {
  Age: { answered: 38, no_answer: 2, not_asked: 0, max: 59 },
  Sat: { answered: 36, no_answer: 4, not_asked: 0, max: 5 },
  Party: { answered: 30, no_answer: 5, not_asked: 5 },
  Why: { answered: 37, no_answer: 3, not_asked: 0 },
};
const restored = {
  Age: { answered: 40, no_answer: 0, max: 999 },
  Sat: { answered: 40, no_answer: 0, counts: { 99: 4 } },
  Party: { answered: 40, no_answer: 0, not_asked: 0, counts: { Refused: 5, "N/A": 5, Left: 15, Right: 15 } },
  Why: { answered: 40, no_answer: 0 },
};

test("answers that an import proposed as missing come back in all questions at once, also when their file comes again", async () => {
  expect(await counted()).toMatchObject(proposed);
  const { notices } = await change({ change: "restore", ids });
  expect(notices).toEqual([]);
  expect(await counted()).toMatchObject(restored);
  await importAsDetected();
  expect(await counted()).toMatchObject(restored);
});

test("codes stay missing when their file comes again, and only those that are named come back", async () => {
  await importAsDetected();
  expect(await counted()).toMatchObject(proposed);
  await change({ change: "restore", ids, cells: ["Refused", 999] });
  const { Party, Age } = restored;
  expect(await counted()).toMatchObject({
    ...{ ...proposed, Age },
    Party: { answered: 35, no_answer: 0, not_asked: 5, counts: { Refused: Party.counts.Refused } },
  });
});
