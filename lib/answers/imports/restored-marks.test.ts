import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { changePlanSetup } from "@/lib/answers/columns/change-plan-setup";
import { changeQuestions } from "@/lib/answers/questions/change-questions";
import { codesToRestore } from "@/lib/answers/questions/mark-missing";
import type { ImportPlan, MissingCode, PlannedQuestion, Question } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { changeQuestions as operation, type QuestionsChange } from "@/lib/contracts/ours/question-changes";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { readCounts } from "@/lib/stores/clickhouse/answer-counts";
import { readRows } from "@/lib/stores/clickhouse/client";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readResponse } from "@/lib/stores/clickhouse/one-response";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import type { Divided } from "@/lib/stores/clickhouse/pivot-rows";
import { readTrend } from "@/lib/stores/clickhouse/trend";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { analyst as context } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { runs } from "@/lib/test-runs";
import { importFile } from "./import-file";
import { questionsOf } from "./imports";
import { guessFile } from "./look-at-file";
import { openProblemFile } from "./problem-file";
import { undoImport } from "./undo-import";

/** Missing codes of columns of marks: each column is an option, and 98 or 99 in it is no answer until it is restored. */
withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-restored-marks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

type Cells = readonly (number | string)[];
const LETTERS = ["a", "b", "c"];
const refused: MissingCode = { cell: 99, kind: "no_answer", label: "Refused" };
const unsure: MissingCode = { cell: 98, kind: "no_answer", label: "Don't know" };
const skipped: MissingCode = { cell: 97, kind: "not_asked", label: "Skipped" };

type Multiple = Extract<PlannedQuestion, { kind: "multiple" }>;
type OfFlags = Multiple & { source: Extract<Multiple["source"], { form: "flags" }> };

const brandsOf = (columns: readonly string[], missing: MissingCode[]): OfFlags => ({
  ...{ kind: "multiple", id: "brands", text: "brands", missing, blank: "not_asked", grid: null },
  options: columns.map((label, order) => ({ code: order + 1, label, order, value: null, cells: [] })),
  source: { form: "flags", columns: columns.map((column, at) => ({ column, code: at + 1 })), chosen: [1] },
});
const planOf = (columns: readonly string[], missing: MissingCode[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [], questions: [brandsOf(columns, missing)] },
});

type Sent = { rows: readonly Cells[]; columns?: readonly string[]; first?: number; mode?: ImportMode };
type Project = { key: ProjectKey };

const newProject = (): Project => ({
  key: { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() },
});
const csvOf = ({ rows, columns = LETTERS, first = 0 }: Sent) =>
  [["id", ...columns], ...rows.map((cells, at) => [`r${first + at}`, ...cells])]
    .map((cells) => cells.join(","))
    .join("\n");

/** Imports rows by a plan; without one, as it is guessed. */
async function send({ key }: Project, sent: Sent, given: ImportPlan | null): Promise<number> {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  writeFileSync(path, csvOf(sent));
  const project = { ...(await questionsOf(key)), table: (await findAnswers(db(), key))?.table ?? null };
  const plan = given ?? (await guessFile({ path, name: "answers.csv", project })).plan;
  const problems = openProblemFile(`${path}.problems`);
  const task = { project: key, path, fileName: "answers.csv", plan, mode: sent.mode ?? "append", problems, signal };
  const { revision } = await importFile(context, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
  return revision;
}

async function answersOf({ key }: Project) {
  const answers = await findAnswers(db(), key);
  if (!answers?.table) throw new Error("Nothing was imported.");
  return { table: answers.table, questions: answers.questions };
}

/** How many answered, gave no answer, were not asked and chose none, and how often each option was chosen. */
async function counted(project: Project) {
  const { table, questions } = await answersOf(project);
  const { questions: found } = await readCounts({ table, excluded: nobodyExcluded, questions, asked: questions }, {});
  const brands = found.find(({ id }) => id === "brands");
  if (!brands) throw new Error("The question was not counted.");
  return figuresOf(brands);
}

type Figures = {
  answered: number;
  no_answer: number;
  not_asked: number;
  none: number;
  counts: { code: number; n: number }[];
};
const figuresOf = ({ answered, no_answer, not_asked, none, counts }: Figures) => ({
  ...{ answered, no_answer, not_asked, none },
  counts: counts.map(({ code, n }) => [code, n]),
});

const change = ({ key }: Project, changes: QuestionsChange[], dry_run = false) =>
  changeQuestions(context, operation.body.parse({ project_id: key.projectId, dry_run, changes }), signal);
const restoring = (...cells: number[]): QuestionsChange => ({ change: "restore", ids: ["brands"], cells });
const brandsIn = async (project: Project) => (await answersOf(project)).questions.find(({ id }) => id === "brands");

const rows: Cells[] = [
  [1, 0, 0],
  [1, 99, 0],
  [0, 0, 0],
  [99, 99, 99],
  [99, "", ""],
  [98, 98, 98],
  [98, 99, 98],
  [97, 97, 97],
  [97, 99, ""],
  ["", "", ""],
  [0, 1, 98],
];
const all = [refused, unsure, skipped];
const before = {
  answered: 4,
  no_answer: 5,
  not_asked: 2,
  none: 1,
  counts: [
    [1, 2],
    [2, 1],
  ],
};

let project: Project;
beforeEach(async () => {
  project = newProject();
  await send(project, { rows }, planOf(LETTERS, all));
});

describe("codes of columns of marks", () => {
  test("are offered after an import, and one of them or several become “chose none” with exact counts", async () => {
    const brands = await brandsIn(project);
    expect(codesToRestore(brands ? [brands] : []).map(({ name }) => name)).toEqual([
      "99: Refused",
      "98: Don't know",
      "97: Skipped",
    ]);
    expect(await counted(project)).toEqual(before);
    const { notices } = await change(project, [restoring(99)]);
    expect(notices).toEqual([]);
    expect(await counted(project)).toEqual({ ...before, answered: 8, no_answer: 1, none: 5 });
    await change(project, [restoring(98, 97)]);
    expect(await counted(project)).toEqual({ ...before, answered: 10, no_answer: 0, not_asked: 1, none: 7 });
    expect((await brandsIn(project))?.missing).toEqual([]);
  });

  test("are counted in a dry run, which changes nothing, also where two changes restore one each", async () => {
    const dry = await change(project, [restoring(99), restoring(98)], true);
    expect(dry).toMatchObject({ problems: [], notices: [], revision: null });
    const [pair] = dry.questions;
    expect(pair?.before?.counted && figuresOf(pair.before.counted)).toEqual(before);
    const after = { ...before, answered: 9, no_answer: 0, none: 6 };
    expect(pair?.after?.counted && figuresOf(pair.after.counted)).toEqual(after);
    expect(await counted(project)).toEqual(before);
    await change(project, [restoring(99), restoring(98)]);
    expect(await counted(project)).toEqual(after);
  });

  test("are missing again once the restore is undone, and can be restored again", async () => {
    const { revision } = await change(project, [restoring(99)]);
    await change(project, [{ change: "text", id: "brands", text: "Which brands?" }]).then((next) =>
      undoImport(context, project.key, next.revision ?? 0),
    );
    await undoImport(context, project.key, revision ?? 0);
    expect(await counted(project)).toEqual(before);
    expect((await brandsIn(project))?.missing).toEqual(all);
    await change(project, [restoring(99)]);
    expect(await counted(project)).toMatchObject({ answered: 8, none: 5 });
  });

  test("say “not chosen” when their file comes again after they were restored", async () => {
    const guessed = newProject();
    const columns = ["Q1_1", "Q1_2", "Q1_3"];
    const sent: Sent = {
      columns,
      rows: Array.from(
        { length: 40 },
        (_, at): Cells => (at % 8 === 0 ? [99, 99, 99] : [at % 2, (at + 1) % 2, at % 3 === 0 ? 1 : 0]),
      ),
    };
    await send(guessed, sent, null);
    const [brands, ...others] = (await answersOf(guessed)).questions;
    expect([brands?.kind, brands?.restorableCodes, others]).toEqual(["multiple", ["99"], []]);
    const figures = async () => {
      const { table, questions } = await answersOf(guessed);
      return (await readCounts({ table, excluded: nobodyExcluded, questions, asked: questions }, {})).questions;
    };
    expect(await figures()).toMatchObject([{ answered: 35, no_answer: 5, none: 0 }]);
    await change(guessed, [{ change: "restore", ids: [brands?.id ?? ""], cells: [99] }]);
    await send(guessed, sent, null);
    await send(guessed, { ...sent, mode: "replace" }, null);
    expect(await figures()).toMatchObject([{ answered: 40, no_answer: 0, none: 5 }]);
  });

  test("keep their places when a second file is appended, or some of the options are updated", async () => {
    const extra: MissingCode = { cell: 96, kind: "no_answer" };
    await send(
      project,
      {
        rows: [
          [96, 0, 96],
          [96, 96, 96],
          [99, 99, 99],
        ],
        first: 20,
      },
      planOf(LETTERS, [extra, refused]),
    );
    expect((await brandsIn(project))?.restorableCodes).toEqual(["99", "98", "97", "96"]);
    // Whose columns are only a and b: r0 chose a before, r2 none, r3 gave no answer, r9 was not asked.
    const part = {
      rows: [
        [99, 99],
        [1, 99],
      ],
      columns: ["a", "b"],
      mode: "update" as const,
    };
    await send(project, part, planOf(["a", "b"], [refused]));
    await send(project, { ...part, rows: [[98, 98]], first: 3 }, planOf(["a", "b"], [unsure]));
    await send(project, { ...part, rows: [[98, 98]], first: 9 }, planOf(["a", "b"], [unsure]));
    expect(await counted(project)).toEqual({
      answered: 4,
      no_answer: 9,
      not_asked: 1,
      none: 2,
      counts: [
        [1, 1],
        [2, 1],
      ],
    });
    // r0, r3 (from the first file), r4, r6, r8 and r22 have 99.
    await change(project, [restoring(99)]);
    expect(await counted(project)).toMatchObject({ answered: 10, no_answer: 3, not_asked: 1, none: 8 });
    await change(project, [restoring(96)]);
    expect(await counted(project)).toMatchObject({ answered: 11, no_answer: 2, not_asked: 1, none: 9 });
  });

  test("survive edits and merged options, and no client gives a question one", async () => {
    const added = { cell: 95, kind: "no_answer" as const, restorableCodes: ["95"] };
    await change(project, [{ change: "missing", ids: ["brands"], missing: [added] }]);
    expect(await brandsIn(project)).toMatchObject({
      missing: [...all, { cell: 95, kind: "no_answer", marked: true }],
      restorableCodes: ["99", "98", "97"],
    });
    await change(project, [{ change: "merge", id: "brands", codes: [2], into: 1 }]);
    await change(project, [restoring(99)]);
    expect(await counted(project)).toEqual({ ...before, answered: 8, no_answer: 1, none: 5, counts: [[1, 3]] });
  });

  test("without a place, as answers were read with them before, stay missing with the reason", async () => {
    const old = newProject();
    // Where any cell says “chosen”, a code has no place; what was read with it cannot be told from later answers.
    const anyCell = { ...brandsOf(LETTERS, [refused]) };
    anyCell.source = { ...anyCell.source, chosen: null };
    await send(old, { rows: [[99, 99, 99]] }, { ...planOf(LETTERS, []), questions: [anyCell] });
    await send(old, { rows: [[99, 99, 99]], first: 5 }, planOf(LETTERS, [refused]));
    expect((await brandsIn(old))?.restorableCodes).toBeUndefined();
    const { questions, notices } = await change(old, [restoring(99)], true);
    expect(questions).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/^Answers with missing codes that the file was read with are not/)]);
  });
});

test("tables, trends, filters and single responses show no code, before it is restored and after", async () => {
  const figures = async () => {
    const { table, questions } = await answersOf(project);
    const asked: Divided = {
      ...{ table, questions, rows: ["brands"], columns: [], filter: [], weight: null },
      ...{ baseRule: "answered", timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false },
    };
    const pivot = async (more: Partial<Divided>) =>
      (await readPivot({ ...asked, ...more, measured: [] }, {})).map(({ rows: keys, responses }) => [
        ...keys,
        responses.count,
      ]);
    const filtered = async (operator: "answered" | "unanswered") =>
      (await pivot({ rows: [], filter: [{ questionId: "brands", operator }] })).flat();
    const brands = questions.filter(({ id }) => id === "brands");
    const response = await readResponse({ table, questions, shown: brands, id: "r6" }, {});
    return {
      pivot: await pivot({}),
      asked: await pivot({ baseRule: "asked", rows: [] }),
      everybody: await pivot({ baseRule: "all" }),
      ...{ answered: await filtered("answered"), unanswered: await filtered("unanswered") },
      r6: response?.answers,
      inTrend: await trendOf(asked),
      stored: await readRows(`SELECT DISTINCT arrayJoin(${brands[0]?.column}) AS code FROM ${table} ORDER BY code`),
    };
  };
  const first = await figures();
  const stored = [{ code: 1 }, { code: 2 }];
  expect(first).toMatchObject({ answered: [4], unanswered: [7], r6: [null], inTrend: [4, 2], stored });
  expect(first.pivot).toEqual(expect.arrayContaining([[1, 2], [2, 1], [4]]));
  await change(project, [restoring(99)]);
  const second = await figures();
  expect(second).toMatchObject({ answered: [8], unanswered: [3], r6: [[]], inTrend: [8, 2], stored });
  expect(second.pivot).toEqual(expect.arrayContaining([[1, 2], [2, 1], [8]]));
  expect(second.pivot).toHaveLength(first.pivot.length);
});

/** Who answered, and who chose the first option, in a trend with one bucket that everybody is in. */
async function trendOf(asked: Divided) {
  const everybody: Question = {
    ...{
      id: "all",
      text: "all",
      kind: "single",
      column: null,
      missing: [],
      blank: "not_asked",
      grid: null,
      version: 1,
    },
    options: [{ code: 1, label: "All", order: 0, value: null, cells: [] }],
    derivation: { form: "filter", filter: [{ any: [{ not: { questionId: "brands", operator: "in", value: [9] } }] }] },
  };
  const times = { from: 0, to: 1, boundaries: [], series: [], by: { questionId: "all", codes: [1] } };
  const shares = [{ questionId: "brands", codes: [1] }];
  const read = await readTrend({ ...asked, ...times, shares, questions: [...asked.questions, everybody] }, {});
  const share = read.shares[0]?.[0];
  return [share?.count, share?.chosen];
}

test("more codes than fit in eight bits have their places as well", async () => {
  const many = Array.from({ length: 12 }, (_, at): MissingCode => ({ cell: -1 - at, kind: "no_answer" }));
  const wide = newProject();
  await send(wide, { rows: many.map((_, at): Cells => [-1 - at, 0, ""].with(1, -1 - at)) }, planOf(LETTERS, many));
  expect(await counted(wide)).toMatchObject({ answered: 0, no_answer: 12 });
  await change(wide, [restoring(-12, -1)]);
  expect(await counted(wide)).toMatchObject({ answered: 2, no_answer: 10, none: 2 });
  await send(wide, { rows: [[-11, "", ""]], first: 40, mode: "update" }, planOf(LETTERS, many.slice(1, 11)));
  await change(wide, [restoring(-11)]);
  expect(await counted(wide)).toMatchObject({ answered: 4, no_answer: 9, none: 4 });
});

const cell = fc.constantFrom(0, 1, "", 97, 98, 99, 150, 160);
// Rows do not depend on each other, and an import costs the same for many: a few files of many rows say most.
const files = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 72, size: "max" });
const updates = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 48, size: "max" });
const range: MissingCode = { low: 140, high: 170, kind: "no_answer" };
const keys = ["97", "98", "99", "140..170"];

test("restoring after the imports gives the same as restoring before them, for any files", async () => {
  await fc.assert(
    fc.asyncProperty(files, updates, fc.subarray(keys, { minLength: 1 }), async (whole, part, cells) => {
      const restore: QuestionsChange = { change: "restore", ids: ["brands"], cells };
      const both = [planOf(LETTERS, [...all, range]), planOf(["a", "b"], [...all, range])] as const;
      const looked = { columns: [], sample: [] } as unknown as LookedFile;
      const [late, early] = [newProject(), newProject()];
      for (const [into, isEarly] of [
        [late, false],
        [early, true],
      ] as const) {
        const plans = await Promise.all(
          both.map(async (plan) => (isEarly ? (await changePlanSetup(plan, [restore], looked)).plan : plan)),
        );
        await send(into, { rows: whole }, plans[0] ?? null);
        if (part.length > 0) {
          await send(into, { rows: part, columns: ["a", "b"], mode: "update" }, plans[1] ?? null);
        }
      }
      await change(late, [restore]);
      expect(await counted(late)).toEqual(await counted(early));
      expect(await eachOf(late)).toEqual(await eachOf(early));
    }),
    { numRuns: runs(18) },
  );
}, 120_000);

/** The stored answer of each response. */
async function eachOf(of: Project) {
  const { table, questions } = await answersOf(of);
  const { column } = questions.find(({ id }) => id === "brands") ?? {};
  return readRows(`SELECT _id, ${column} AS codes, bitAnd(${column}_m, 3) AS mark FROM ${table} ORDER BY _id`);
}
