import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { beforeAll, describe, expect, test } from "vitest";
import type { Measure, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { type Margin, rake } from "@/lib/stats/raking";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { countWithoutWeight, readPivot } from "@/lib/stores/clickhouse/pivot";
import type { Divided } from "@/lib/stores/clickhouse/pivot-rows";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { pivotTable } from "./pivot-table";

/**
 * Tables of a real poll against R and its package survey: `golden/*.R` wrote `golden/*.txt`. R's svyvar is the variance
 * of the contract, sum w (x - m)² / (sum w (n - 1) / n); cov.wt's is not, and the test says by how much. R's standard
 * error of a weighted mean (svymean, by linearization) has no counterpart in a table: there it is by the effective base.
 */
const FILE = fileURLToPath(new URL("../../../../shared/data/nonvoters.csv", import.meta.url));
const isThere = existsSync(FILE);
if (!isThere) process.stdout.write(`Skipped, without the real poll: there is no ${FILE}\n`);

const linesOf = (name: string) =>
  readFileSync(new URL(`./golden/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

type Line = { table: string; row: string; column: string; measure: string; value: number };
const ofR: Line[] = linesOf("tables.txt").map(([table = "", row = "", column = "", measure = "", value]) => ({
  ...{ table, row, column, measure },
  value: Number(value),
}));

const { data: rows } = isThere
  ? Papa.parse<Record<string, string>>(readFileSync(FILE, "utf8"), { header: true, skipEmptyLines: true })
  : { data: [] };
const labelsOf = (name: string) => [...new Set(rows.map((row) => row[name] ?? ""))].sort();
const named = ["voter_category", "educ", "gender", "race"];
const labels = new Map(named.map((name) => [name, labelsOf(name)]));
const codeOf = (name: string, row: Record<string, string>) => (labels.get(name) ?? []).indexOf(row[name] ?? "") + 1;
const flags = Array.from({ length: 8 }, (_, at) => `Q28_${at + 1}`);

const options = (all: readonly string[]) => all.map((label, at): [number, string, null] => [at + 1, label, null]);
const questions = [
  ...named.map((name, at) => question(at + 1, name, "single", { options: options(labels.get(name) ?? []) })),
  question(5, "Q28", "multiple", { options: options(flags) }),
  question(6, "ppage", "numeric"),
  question(7, "Q8_1", "scale", { options: [1, 2, 3, 4].map((code) => [code, String(code), code]) }),
];

const responses = rows.map((row): TestResponse => {
  const scale = Number(row.Q8_1);
  const chosen = flags.flatMap((flag, at) => (row[flag] === "1" ? [at + 1] : []));
  return {
    time: null,
    weight: Number(row.weight),
    answers: {
      ...Object.fromEntries(named.map((name) => [name, codeOf(name, row)])),
      // Its other marks are refusals and blanks: who has no 1 gave no answer.
      Q28: chosen.length > 0 ? chosen : null,
      ppage: Number(row.ppage),
      Q8_1: scale >= 1 ? scale : null,
    },
  };
});

type Asked = { rows: string[]; columns: string[]; measures: Measure[]; isWeighted: boolean };

async function tableOf({ rows: down, columns, measures, isWeighted }: Asked): Promise<PivotTable> {
  const measured = [...new Set(measures.flatMap(({ questionId }) => questionId ?? []))];
  const divided: Divided = {
    ...{ table: "poll", questions, rows: down, columns, filter: [], baseRule: "answered" },
    ...{ weight: isWeighted ? testWeight : null, timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false },
  };
  const groups = await readPivot({ ...divided, measured }, {});
  const excluded = await countWithoutWeight(divided, {});
  return { ...pivotTable({ questions, rows: down, columns, measures, measured }, groups), excluded };
}

type Figures = "cells" | "base" | "effectiveBase" | "deviation";

/** The figure of a row and a column, by their labels as R writes them. */
function figure(table: PivotTable, { row, column }: Pick<Line, "row" | "column">, of: Figures = "cells") {
  const place = (paths: string[][], wanted: string) => paths.findIndex((path) => path.join(" > ") === wanted);
  return table[of][place(table.rows, row)]?.[place(table.columns, column)]?.[0];
}

const near = (found: number | null | undefined, wanted: number, where: string) =>
  expect(Math.abs((found ?? Number.NaN) - wanted), `${where}: ${found} and ${wanted}`).toBeLessThanOrEqual(
    1e-10 * Math.max(1, Math.abs(wanted)),
  );

const count: Measure = { aggregationType: aggregations.count };

describe.skipIf(!isThere)("tables of a real poll are what R computes", () => {
  withEngine();
  beforeAll(async () => {
    await writeAnswers("poll", questions, responses);
  });

  const counted: [name: string, down: string[], across: string[], lines: number][] = [
    ["two-way", ["voter_category"], ["educ"], 16],
    ["multiple", ["Q28"], ["voter_category"], 36],
    ["three", ["gender", "race", "voter_category"], [], 35],
  ];
  for (const [name, down, across, lines] of counted) {
    for (const measure of ["unweighted", "weight"]) {
      test(`${name}, ${measure}: counts with all totals`, async () => {
        const isWeighted = measure === "weight";
        const found = await tableOf({ rows: down, columns: across, measures: [count], isWeighted });
        const wanted = ofR.filter((line) => line.table === name && line.measure === measure);
        expect(wanted).toHaveLength(lines);
        expect(found.rows.length * found.columns.length).toBe(lines);
        for (const line of wanted) near(figure(found, line), line.value, JSON.stringify(line));
      });
    }
  }

  test.each([
    ["ages", "ppage", "educ"],
    ["scale", "Q8_1", "race"],
  ])("%s: means, deviations and bases by group", async (name, questionId, by) => {
    for (const isWeighted of [false, true]) {
      const measures: Measure[] = [{ aggregationType: aggregations.average, questionId }];
      const found = await tableOf({ rows: [by], columns: [], measures, isWeighted });
      const weight = isWeighted ? "weight" : "unweighted";
      const wanted = ofR.filter((line) => line.table === name && line.measure.startsWith(`${weight} `));
      expect(wanted).toHaveLength(5 * found.rows.length);
      const of: Record<string, Figures> = {
        mean: "cells",
        deviation: "deviation",
        base: "base",
        "effective base": "effectiveBase",
      };
      for (const line of wanted) {
        const what = line.measure.slice(weight.length + 1);
        const figures = of[what];
        if (figures) near(figure(found, line, figures), line.value, JSON.stringify(line));
        else near(asCovWt(found, line), line.value, JSON.stringify(line));
      }
    }
  });

  /** cov.wt corrects by 1 / (1 - 1 / effective base) where the contract has n / (n - 1). */
  function asCovWt(found: PivotTable, line: Line): number {
    const [deviation, n, effective] = (["deviation", "base", "effectiveBase"] as const).map(
      (of) => figure(found, line, of) ?? Number.NaN,
    ) as [number, number, number];
    return deviation * Math.sqrt((n - 1) / n / (1 - 1 / effective));
  }

  test("weights raked to two margins are survey::rake's", async () => {
    const targets: Record<string, number[]> = { gender: [0.52, 0.48], educ: [0.3, 0.45, 0.25] };
    const margins = Object.entries(targets).map(([name, shares]): Margin => {
      const categories = shares.map((target, at) => ({ name: labels.get(name)?.[at] ?? "", target }));
      return { name, categories, of: rows.map((row) => codeOf(name, row) - 1) };
    });
    const { weights, isReached } = await rake({ margins, respondents: rows.length });
    expect(isReached).toBe(true);
    const cells = new Map(linesOf("rake.txt").map(([gender, educ, weight]) => [`${gender} ${educ}`, Number(weight)]));
    expect(cells.size).toBe(6);
    for (const [at, row] of rows.entries()) {
      const wanted = cells.get(`${row.gender} ${row.educ}`) ?? Number.NaN;
      expect(Math.abs((weights[at] ?? 0) - wanted)).toBeLessThan(1e-8);
    }
  });
});
