import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { readCounts } from "@/lib/stores/clickhouse/answer-counts";
import { readCellResponses } from "@/lib/stores/clickhouse/cell-responses";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import type { Divided } from "@/lib/stores/clickhouse/pivot-rows";
import { readTrend } from "@/lib/stores/clickhouse/trend";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { hasPspp, psppSav, withoutPspp } from "@/lib/test-pspp";
import { importFile } from "./import-file";
import { openProblemFile } from "./problem-file";

/** Who was asked a question of several options and chose none of them answered it, whatever file said so and how. */
withOwnDatabase();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-chose-none-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: Context = {
  viewer: { connection: "built-in", email: "analyst@demo.test", name: "A", role: "analyst", accounts: [] },
  requestId: "r",
  origin: "job",
};

const LETTERS = ["a", "b"] as const;

/** A question of which each column is an option. */
const flags = (columns: readonly string[], chosen: (string | number)[] | null): PlannedQuestion => ({
  ...{ kind: "multiple", id: "q", text: "q", missing: [], blank: "not_asked", grid: null },
  options: columns.map((label, order) => ({ code: order + 1, label, order, value: null, cells: [] })),
  source: { form: "flags", columns: columns.map((column, at) => ({ column, code: at + 1 })), chosen },
});

const planOf = (question: PlannedQuestion): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [], questions: [question] },
});

/** The figures of a file's question wherever its base is counted. */
async function basesOf(name: string, bytes: string | Uint8Array, question: PlannedQuestion) {
  const project = { connection: "built-in", accountId: crypto.randomUUID(), projectId: crypto.randomUUID() };
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  const problems = openProblemFile(`${path}.problems`);
  const signal = new AbortController().signal;
  const task = { project, path, fileName: name, plan: planOf(question), mode: "append" as const, isHeld: false };
  await importFile(context, { ...task, problems, signal, onProgress: async () => {}, onBegun: async () => {} });
  await problems.close();
  const answers = await findAnswers(db(), project);
  if (!answers?.table) throw new Error("Nothing was imported.");
  const { table, questions } = answers;
  const { questions: counted } = await readCounts({ table, excluded: nobodyExcluded, questions, asked: questions }, {});
  const asked: Divided = {
    ...{ table, questions, rows: ["q"], columns: [], filter: [], weight: null },
    ...{ baseRule: "answered", timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false },
  };
  const totalOf = async (more: Partial<Divided>) =>
    (await readPivot({ ...asked, ...more, measured: [] }, {})).find(({ rows }) => rows.length === 0)?.responses.count;
  const filtered = (operator: "answered" | "unanswered" | "ne") =>
    totalOf({ rows: [], filter: [{ questionId: "q", operator, ...(operator === "ne" && { value: 1 }) }] });
  const single = { rows: [], rowKeys: [], columns: [], columnKeys: [], baseRule: "all" as const, measured: null };
  const shown = await readCellResponses({ ...asked, ...single, shown: ["q"], page: 1, pageSize: 500 }, {});
  const everybody = { ...asked, series: [], from: 0, to: 1, boundaries: [] };
  const shares = await readTrend({ ...everybody, by: { questionId: "all", codes: [1] }, ...withAll(questions) }, {});
  return {
    answered: counted[0]?.answered,
    none: counted[0]?.none,
    counts: counted[0]?.counts.map(({ n }) => n),
    base: await totalOf({}),
    baseOfAsked: await totalOf({ baseRule: "asked" }),
    is: await filtered("answered"),
    isNot: await filtered("unanswered"),
    notTheFirst: await filtered("ne"),
    shareOf: shares.shares[0]?.[0]?.count,
    listed: shown.responses.filter(({ answers: [answer] }) => Array.isArray(answer) && answer.length === 0).length,
  };
}

/** A trend without times has the options of a question as its buckets: here one that everybody is in. */
const withAll = (questions: Divided["questions"]) => ({
  questions: [
    ...questions,
    {
      ...{ id: "all", text: "all", kind: "single" as const, column: null, missing: [], blank: "not_asked" as const },
      ...{ grid: null, version: 1, options: [{ code: 1, label: "All", order: 0, value: null, cells: [] }] },
      derivation: {
        form: "filter" as const,
        filter: [{ any: [{ not: { questionId: "q", operator: "in", value: [9] } }] }],
      },
    },
  ],
  shares: [{ questionId: "q", codes: [1] }],
});

/** Five were asked, of whom two chose nothing; two were not. */
const ROWS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 0],
  [0, null],
  [null, null],
  [null, null],
] as const;
const RIGHT = {
  ...{ answered: 5, none: 2, counts: [2, 2], base: 5, baseOfAsked: 5, is: 5, isNot: 2, notTheFirst: 3 },
  ...{ shareOf: 5, listed: 2 },
};

const csv = (yes: (letter: string) => string, no: string) =>
  [
    "id,a,b",
    ...ROWS.map((row, at) => [at, ...row.map((cell, of) => written(cell, yes(LETTERS[of] ?? ""), no))].join(",")),
  ].join("\n");
const written = (cell: 0 | 1 | null, yes: string, no: string) => (cell === null ? "" : cell === 1 ? yes : no);

describe("who was asked and chose none of several options is in the base", () => {
  test.each([
    ["0 and 1", csv(() => "1", "0"), [1]],
    ["words", csv(() => "Checked", "Unchecked"), ["Checked"]],
    ["the option or words", csv((letter) => letter.toUpperCase(), "Not selected"), ["A", "B"]],
    ["yes and no", csv(() => "yes", "no"), ["yes"]],
  ])("of a file that says so by %s", async (_, text, chosen) => {
    expect(await basesOf("wide.csv", text, flags(LETTERS, chosen))).toEqual(RIGHT);
  });

  test("of JSON lines with numbers, null and nothing", async () => {
    const lines = ROWS.map(([a, b]) => JSON.stringify(b === null ? { a } : { a, b }));
    expect(await basesOf("wide.jsonl", lines.join("\n"), flags(LETTERS, [1]))).toEqual(RIGHT);
  });

  test.skipIf(!hasPspp)(`of an SPSS file with a set of dichotomies${withoutPspp}`, async () => {
    const cases = ROWS.map((row) => row.map((cell) => cell ?? ".").join(" ")).join("\n");
    const syntax = `DATA LIST LIST NOTABLE /a b (F1.0).\nBEGIN DATA.\n${cases}\nEND DATA.\nMRSETS /MDGROUP NAME=$q VARIABLES=a b VALUE=1.`;
    expect(await basesOf("wide.sav", psppSav(syntax, "compressed"), flags(LETTERS, [1]))).toEqual(RIGHT);
  });
});

const CASE = new URL("../../../../shared/data/import-cases/not-selected.csv", import.meta.url);
const isThere = existsSync(CASE);

test.skipIf(!isThere)(
  `26 of the 200 respondents of the case file chose none, and belong to the base${isThere ? "" : " (skipped: ../shared/data is not here)"}`,
  async () => {
    const columns = [1, 2, 3, 4].map((each) => `q0004_000${each}`);
    const question = flags(columns, ["Friends", "Family", "Colleagues", "Neighbours"]);
    expect(await basesOf("not-selected.csv", readFileSync(CASE), question)).toMatchObject({
      ...{ answered: 200, none: 26, counts: [125, 81, 34, 18], base: 200, is: 200, isNot: 0, notTheFirst: 75 },
      ...{ shareOf: 200, listed: 26 },
    });
  },
);
