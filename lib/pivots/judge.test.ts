import { describe, expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { aggregations } from "@/lib/contracts/terms/pivot";
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

describe("cells of which fewer than 5 are expected", () => {
  // Of 30, 40 and 300 people 6, 1 and 12 say yes. Fisher's p is 0.0371 between A and B, 0.0029 between A and C, 0.0022
  // between A and the rest, 0.0642 between C and the rest.
  const rare = [
    [6, 1, 12, 19],
    [24, 39, 288, 351],
    [30, 40, 300, 370],
  ];
  const of = (scale = 1) => rare.map((row) => row.map((n): [number, number] => [n * scale, n]));
  const rareTable = { ...table, cells: of(), base: of(), weightedBase: of(), effectiveBase: of() };
  const marks = (look: Look) => {
    const grid = gridOf({ against: "columns", low: 0, ...look }, ["column"], { table: rareTable });
    return { marks: marksOf(grid), notes: grid.notes.join(" "), grid };
  };

  test("are marked, also in a workbook, with the reason and the offer of an exact test", () => {
    const { marks: found, notes, grid } = marks({});
    expect(found).toEqual(["†", "†", "†", ""]);
    const [row] = grid.rows;
    const [leaf] = grid.leaves;
    expect(row && leaf && grid.cell(row, leaf).mark?.words).toMatch(/fewer than 5 .* exact test can be chosen/);
    expect(notes).toContain("†: not compared, since fewer than 5 would be expected.");
    const [, , cells] = spanTableOf(grid, []).rows;
    expect(cells?.map((cell) => cell?.beside)).toEqual([undefined, "†", "†", "†", undefined]);
  });

  test("are compared by Fisher's or Barnard's exact test where one is chosen", () => {
    expect(marks({ exact: "fisher" }).marks).toEqual(["BC", "", "", ""]);
    expect(marks({ exact: "fisher", high: 97 }).marks).toEqual(["C", "", "", ""]);
    const barnard = marks({ exact: "barnard" });
    expect(barnard.marks).toEqual(["BC", "", "", ""]);
    expect(barnard.notes).toContain("are compared by Barnard's exact test, in large columns by Fisher's, two-sided.");
  });

  test("also against the rest, by arrows", () => {
    expect(marks({ against: "rest" }).marks).toEqual(["†", "†", "†", ""]);
    expect(marks({ against: "rest", exact: "fisher" }).marks).toEqual(["▲", "", "", ""]);
  });
});

describe("rows that do not follow the order, or are hidden", () => {
  const labels = ["Other", "North", "None of these", "South", "Far"];
  const n = [50, 40, 70, 60, 9, 229];
  const rows = [...labels.map((label) => [label]), []];
  const each = n.map((count) => [[count], [count]]);
  const ordered: PivotTable = {
    ...table,
    ...{ rows, rowCodes: [...labels.map((_, at) => [at + 1]), []], columns: [["All"], []], columnCodes: [[1], []] },
    ...{
      cells: each,
      base: each,
      weightedBase: each,
      effectiveBase: each,
      deviation: each.map(() => [[null], [null]]),
    },
  };
  const shown = (look: Look) => {
    const grid = gridOf(look, ["count"], { table: ordered });
    return { rows: grid.rows.map((row) => row.labels[0]), notes: grid.notes };
  };

  test("“Other” and “None” stand last in any order, and the table says so", () => {
    const last = ["Other", "None of these", "Total"];
    const own = shown({ othersLast: true });
    expect(own.rows).toEqual(["North", "South", "Far", ...last]);
    expect(own.notes).toContain("“Other” and “None of these” stand last in any order.");
    expect(shown({ othersLast: true, sort: "value", descending: true }).rows).toEqual([
      "South",
      "North",
      "Far",
      ...last,
    ]);
    expect(shown({ othersLast: true, descending: true }).rows).toEqual(["Far", "South", "North", ...last]);
    expect(shown({}).rows).toEqual([...labels, "Total"]);
    expect(shown({}).notes.join()).not.toContain("last");
  });

  test("small rows are hidden and stay in the total, and the table says how many", () => {
    const grid = gridOf({ hideBelow: 50 }, ["count"], { table: ordered });
    expect(grid.rows.map((row) => row.labels[0])).toEqual(["Other", "None of these", "South", "Total"]);
    expect(grid.notes).toContain("2 rows of fewer than 50 respondents are hidden; totals include them.");
    const [total, leaf] = [grid.rows.at(-1), grid.leaves[0]];
    expect(total && leaf && grid.cell(total, leaf).value).toBe(229);
    expect(shown({ hideBelow: 10 }).notes).toContain(
      "1 row of fewer than 10 respondents is hidden; totals include them.",
    );
  });
});
