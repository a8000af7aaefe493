import { expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { readTogether } from "@/lib/tables/read-together";
import { excelRefusal } from "@/lib/tables/span-table";
import { loadPivotState } from "./address";
import { askOf } from "./ask";
import { columnWidths } from "./column-widths";
import { longRows, spanTableOf } from "./pivot-file";
import { preparePivotChart } from "./prepare-pivot-chart";
import { gridOf, madeOf, namesOf, type TableRead } from "./shown-table";
import { slideRefusal } from "./slide-size";

const COLUMNS = 20_000;

/** A question of 20,000 answers in columns, by two rows, and the totals: as many as one table can have. */
function wideTable(): PivotTable {
  const columns = [...Array.from({ length: COLUMNS }, (_, at) => [at + 1]), []];
  const figures = [1, 2, 3].map((times) => columns.map((path) => [times * (path.length === 0 ? COLUMNS * 40 : 40)]));
  return {
    ...{ rows: [["Yes"], ["No"], []], rowCodes: [[1], [2], []], columnCodes: columns, excluded: 0 },
    columns: columns.map((path) => path.map((code) => `Car ${code}`)),
    ...{ cells: figures, base: figures, weightedBase: figures, effectiveBase: figures },
    deviation: figures.map((row) => row.map(() => [null])),
  };
}

const read = (look: Record<string, string>): TableRead => {
  const state = loadPivotState({ project: "p", rows: "likes", columns: "car", values: "column", ...look });
  const asked = askOf(state, "UTC");
  if (!asked) throw new Error("Nothing is asked.");
  return { tables: [wideTable()], asked, state, timeZone: "UTC", madeAt: 0 };
};
const unknown = { fields: [], questions: [], weights: [] };

/** The table as it is shown, with every figure of its first row as a file writes it. */
function shown(against: string) {
  const of = read({ against, heat: "true", sort: "value", descending: "true" });
  const made = madeOf(of, { names: namesOf(of, unknown), ...unknown });
  const grid = gridOf(of, made);
  const [first] = grid.rows;
  const cells = first ? grid.leaves.map((leaf) => grid.cell(first, leaf)) : [];
  return { made, grid, cells };
}

test("a table of 20,000 columns is shown at once, and its files say what they have no room for", () => {
  const { made, grid, cells } = shown("columns");
  expect(cells[0]?.mark?.words).toContain("there are more than 100 columns under one heading");
  expect(columnWidths(grid)).toHaveLength(COLUMNS + 1);
  expect(excelRefusal(spanTableOf(grid, []))).toMatch(
    /^A sheet of Excel has 16,384 columns .*, letters of tests included/,
  );
  expect(slideRefusal({ rows: 5, columns: grid.leaves.length + 1 })).toContain("A slide holds a table of");
  const value = { show: "column", questionId: null } as const;
  const chart = preparePivotChart({
    ...{
      kind: "bars",
      grid,
      made,
      rows: ["likes"],
      columns: ["car"],
      questions: [],
      value,
      decimals: null,
      hasSeveral: false,
    },
  });
  expect(chart.refusal).toContain("at most 40 series");
  expect(longRows(made, [value])).toHaveLength(3 * (COLUMNS + 1));
});

test("each of 20,000 columns is compared with the rest", () => {
  const { cells } = shown("rest");
  expect(cells).toHaveLength(COLUMNS + 1);
  // A third of each column, as of the rest.
  expect(cells[0]?.mark).toEqual({ text: "", words: null });
});

test("a banner of 20,000 columns with more rows than there is room for is refused", async () => {
  const asked = askOf(loadPivotState({ project: "p", rows: "row" }), "UTC");
  const both = readTogether(asked ? [asked, asked] : [], async () => wideTable());
  await expect(both).rejects.toThrow(
    "This table would have more than 100,000 cells. Take a question or a value out, or filter.",
  );
});
