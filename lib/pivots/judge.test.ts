import { describe, expect, test } from "vitest";
import { aggregations, type PivotTable } from "@/lib/contracts/interfaces/pivot";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { sheetOf, spanTableBlob } from "@/lib/tables/span-table";
import { pivotParsers } from "./address";
import { footOf, spanTableOf } from "./pivot-file";
import { type Made, preparePivot } from "./prepare-pivot";
import { readValue, valueText } from "./values";

/** Yes and no in three columns; by R's prop.test p is 0.0039 between A and B, 0.0874 between A and C. */
const counts = [
  [50, 70, 62, 182],
  [50, 30, 38, 118],
  [100, 100, 100, 300],
];
const figures = (of: (n: number) => [number, number]) => counts.map((row) => row.map(of));
const table: PivotTable = {
  rows: [["Yes"], ["No"], []],
  columns: [["East"], ["West"], ["South"], []],
  rowCodes: [[1], [2], []],
  columnCodes: [[1], [2], [3], []],
  cells: figures((n) => [n, n / 10]),
  base: figures((n) => [n, n]),
  weightedBase: figures((n) => [n, n]),
  effectiveBase: figures((n) => [n, n]),
  deviation: figures(() => [0, 2]),
  excluded: 0,
};
const made: Made = {
  table,
  measures: [{ aggregationType: aggregations.count }, { aggregationType: aggregations.average, questionId: "Q" }],
  isWeighted: false,
  sharesColumns: false,
  titles: { rows: ["Answer"], columns: ["Region"], value: valueText },
};
const defaults = Object.fromEntries(
  Object.entries(pivotParsers).map(([key, parser]) => [key, "defaultValue" in parser ? parser.defaultValue : null]),
) as Parameters<typeof preparePivot>[1];

type Look = Partial<Parameters<typeof preparePivot>[1]>;
const gridOf = (look: Look, texts: string[], given: Partial<Made> = {}) => {
  const values = texts.map(readValue).filter((each) => each !== null);
  return preparePivot({ ...made, ...given }, { ...defaults, bases: "none", values, ...look });
};
const marksOf = (grid: ReturnType<typeof gridOf>, row = 0) =>
  grid.leaves.map((leaf) => {
    const shown = grid.rows[row];
    return shown ? (grid.cell(shown, leaf).mark?.text ?? null) : null;
  });

describe("letters of columns", () => {
  test("stand beside percentages of columns and means, and their columns are named by them", () => {
    // Means 5, 7 and 6.2 with deviation 2 among 50, 70 and 62: t of the last two is 2.29.
    const grid = gridOf({ against: "columns" }, ["column", "mean:Q"]);
    expect(marksOf(grid)).toEqual(["", "", "A", "AC", "a", "A", "", ""]);
    const named = grid.head.flatMap((row) =>
      row.flatMap(({ label, letter }) => (letter ? [`${label} ${letter}`] : [])),
    );
    expect(named).toEqual(["East A", "West B", "South C"]);
    expect(grid.notes).toHaveLength(2);
    expect(grid.notes[0]).toContain("z test of column shares, pooled variance, two-sided, capital letters at 95%");
    expect(grid.notes[1]).toContain("Welch's t test of means");
  });

  test("stand at counts only where no percentages of columns and no weights do", () => {
    expect(marksOf(gridOf({ against: "columns" }, ["count"]))).toEqual(["", "A", "a", ""]);
    expect(marksOf(gridOf({ against: "columns" }, ["count", "column"])).filter((text) => text)).toEqual(["A", "a"]);
    expect(marksOf(gridOf({ against: "columns" }, ["count"], { isWeighted: true }))).toEqual([null, null, null, null]);
    expect(marksOf(gridOf({ against: "columns" }, ["row"]))).toEqual([null, null, null, null]);
    expect(gridOf({ against: "columns" }, ["row"]).notes[0]).toContain("Not tested");
  });

  test("follow the levels, the correction and the smallest base that are asked for", () => {
    expect(marksOf(gridOf({ against: "columns", low: 0 }, ["column"]))).toEqual(["", "A", "", ""]);
    expect(marksOf(gridOf({ against: "columns", high: 99.9, low: 99 }, ["column"]))).toEqual(["", "a", "", ""]);
    expect(marksOf(gridOf({ against: "columns", correction: "bonferroni" }, ["column"]))).toEqual(["", "A", "", ""]);
    const small = gridOf({ against: "columns", minimumBase: 101 }, ["column"]);
    expect(marksOf(small)).toEqual(["", "", "", ""]);
    expect(small.rows[0] && small.leaves.map((leaf) => small.rows[0] && small.cell(small.rows[0], leaf).faint)).toEqual(
      [...Array(3).fill("Small base: 100, below 101."), null],
    );
    expect(small.notes.at(-1)).toBe("Grey: a base below 101.");
    const remarks = ["No filter.", ...small.notes];
    expect(footOf(small, remarks, "xlsx")).toEqual(remarks);
    // Text has no colours.
    expect(footOf(small, remarks, "csv")).toEqual(remarks.slice(0, -1));
  });

  test("are dashes where a respondent can stand in several columns, and the reason is printed", () => {
    const grid = gridOf({ against: "columns" }, ["column"], { sharesColumns: true });
    expect(marksOf(grid)).toEqual(["–", "–", "–", ""]);
    expect(grid.notes).toEqual([expect.stringContaining("a respondent can stand in several of these columns")]);
  });

  test("are in files beside their figures", async () => {
    const format = formatFor(usualSettings);
    const grid = gridOf({ against: "columns" }, ["column"]);
    const blob = await spanTableBlob(spanTableOf(grid, grid.notes), { form: "csv", format, sheet: "Pivot" });
    const text = await blob.text();
    expect(text).toContain(",East (A),West (B),South (C),Total");
    expect(text).toContain("Yes,50.0%,70.0% A,62.0% a,60.7%");
    expect(text).toContain("z test of column shares");
    // Every tested column has room for letters in a sheet, found or not, so that sheets of a book are alike.
    const { data } = sheetOf(spanTableOf(grid, []), usualSettings);
    expect(data.at(-2)).toHaveLength(8);
  });
});

test("cells are tested against the rest, also where columns share respondents", () => {
  // 70 of 100 against 112 of 200: p = 0.0185; 50 of 100 against 132 of 200: p = 0.0075.
  for (const sharesColumns of [false, true]) {
    const grid = gridOf({ against: "rest" }, ["column"], { sharesColumns });
    expect(marksOf(grid)).toEqual(["▼", "▲", "", ""]);
    expect(grid.head.flat().some(({ letter }) => letter !== undefined)).toBe(false);
  }
});

test("without columns nothing is tested, and that is said", () => {
  const alone = {
    ...table,
    columns: [[]],
    columnCodes: [[]],
    ...Object.fromEntries(
      (["cells", "base", "weightedBase", "effectiveBase", "deviation"] as const).map((key) => [
        key,
        table[key].map((row) => row.slice(3)),
      ]),
    ),
  };
  const grid = gridOf({ against: "columns" }, ["column"], { table: alone, titles: { ...made.titles, columns: [] } });
  expect(marksOf(grid)).toEqual([null]);
  expect(grid.notes).toEqual(["Not tested: the table has no columns to compare."]);
});
