import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { changePlanSetup } from "@/lib/answers/columns/change-plan-setup";
import { changeQuestions } from "@/lib/answers/questions/change-questions";
import { countAnswers } from "@/lib/answers/questions/count-answers";
import { addQuestion } from "@/lib/answers/questions/questions";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { changeQuestions as operation, type QuestionsChange } from "@/lib/contracts/ours/question-changes";
import * as operations from "@/lib/contracts/ours/questions";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { pivotTable } from "@/lib/service/pivot/pivot-table";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { importFile } from "./import-file";
import { openProblemFile } from "./problem-file";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-dates-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

/** Six responses: two of a day that stands for no date, a word that does, one blank. */
const rows = ["r1,15.07.2020", "r2,01.01.1900", "r3,not known", "r4,", "r5,03.02.2021", "r6,01.01.1900"];
const path = join(folder, "answers.csv");
writeFileSync(path, ["id,Since", ...rows].join("\n"));

const plan: ImportPlan = {
  ...{ timeZone: "Europe/Berlin", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    {
      ...{ kind: "date", column: "Since", order: "dmy", id: "Since", text: "Since", blank: "not_asked", grid: null },
      missing: [{ cell: "not known", kind: "no_answer", label: "" }],
    },
  ],
};
const looked = { columns: [], sample: [] };

let key: ProjectKey;
beforeEach(() => {
  key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
});

async function bring(own: ImportPlan): Promise<void> {
  const problems = openProblemFile(join(folder, crypto.randomUUID()));
  const task = { project: key, path, fileName: "answers.csv", plan: own, mode: "append" as const, problems, signal };
  await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
}

const change = (...changes: QuestionsChange[]) =>
  changeQuestions(context, operation.body.parse({ project_id: key.projectId, dry_run: false, changes }), signal);

async function counted(id = "Since") {
  const { questions } = await countAnswers(context, key.projectId, signal);
  const found = questions.find((each) => each.id === id);
  return [found?.answered, found?.no_answer, found?.not_asked];
}

/** Counts by year: of those who answered, without a weight. */
async function years(filter: FilterItem[] = []) {
  const set = await findAnswers(db(), key);
  if (!set?.table) throw new Error("Nothing is imported.");
  const asked = { questions: set.questions, rows: ["Since:year"], columns: [], measured: [] };
  const divided = {
    ...{ ...asked, table: set.table, filter, weight: null, baseRule: "asked" as const, timeZone: "UTC" },
    ...{ excluded: nobodyExcluded, includeExcluded: false },
  };
  const measures = [{ aggregationType: aggregations.count }];
  const { rowCodes, base } = pivotTable({ ...asked, measures }, await readPivot(divided, {}));
  return rowCodes.map(([code], at) => [code ?? "all", base[at]?.[0]?.[0]]);
}

const day = { cell: "1900-01-01", kind: "no_answer" as const };
const NO_ANSWER = -1;
const asMissing = [
  [2020, 1],
  [2021, 1],
  [NO_ANSWER, 3],
  ["all", 5],
];

test("a day that is marked as missing before the import leaves all figures, and is restored in all of them", async () => {
  const { plan: marked, sentences } = await changePlanSetup(
    plan,
    [{ change: "missing", ids: ["Since"], missing: [{ cell: "01.01.1900", kind: "no_answer" }] }],
    looked,
  );
  expect(sentences).toEqual([]);
  expect(marked.questions[0]?.missing).toContainEqual({ ...day, label: "", marked: true });
  await bring(marked);
  expect(await counted()).toEqual([2, 3, 1]);
  expect(await years()).toEqual(asMissing);
  // A filter before 1950 finds nobody, and a formula has no year of theirs.
  const before = { questionId: "Since", operator: "lt" as const, value: "1950-01-01" };
  expect(await years([before])).toEqual([["all", 0]]);
  const expression = 'days_between(date("2020-07-14"), Since)';
  const derivation = { form: "formula", expression };
  await addQuestion(
    context,
    operations.addQuestion.body.parse({ project_id: key.projectId, id: "days", text: "", derivation }),
  );
  expect((await counted("days"))[0]).toBe(2);
  const { notices } = await change({ change: "restore", ids: ["Since"], cells: ["1900-01-01"] });
  expect(notices).toEqual([]);
  expect(await counted()).toEqual([4, 1, 1]);
  expect(await years([before])).toEqual([
    [1900, 2],
    ["all", 2],
  ]);
  expect((await counted("days"))[0]).toBe(4);
  // The file's next import reads what was restored as it is in the project.
  await bring(plan);
  expect(await counted()).toEqual([4, 1, 1]);
});

test("a day is marked after the import too; words and numbers are refused in a sentence", async () => {
  await bring(plan);
  expect(await counted()).toEqual([4, 1, 1]);
  await change({ change: "missing", ids: ["Since"], missing: [day] });
  expect(await counted()).toEqual([2, 3, 1]);
  expect(await years()).toEqual(asMissing);
  await expect(
    change({ change: "missing", ids: ["Since"], missing: [{ cell: "99", kind: "no_answer" }] }),
  ).rejects.toThrow(
    "“Since” is a date, and “99” is none of the years 1900 to 2299: write a missing date as 1900-01-01.",
  );
});
