import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { figuresOf } from "./figures";
import { baseOfItem, type Items, itemFigure } from "./items";
import type { GridRow, Leaf, Made, PivotGrid } from "./prepare-pivot";

export type MovedFigures = {
  moved: number;
  /** Figures of the table, then and now. */
  of: number;
  /** Rows and columns of the recorded table that there are no more. */
  gone: number;
  /** The recorded figure of one that moved; null: there was none. Undefined: it is the same. */
  was: (row: GridRow, leaf: Leaf) => number | null | undefined;
};

/** Sums of the same numbers differ by this much, as a part of them, by the order in which they are added. */
const NOISE = 1e-9;

const isSame = (one: number | null, other: number | null) =>
  one === null || other === null
    ? one === other
    : Math.abs(one - other) <= NOISE * Math.max(1, Math.abs(one), Math.abs(other));

/** Which figures of a table, as it is arranged, are not those of the recorded one, which was asked for alike. */
export const movedSince = (was: Made, is: Made, grid: PivotGrid): MovedFigures =>
  was.items && is.items ? movedItems(was.items, is.items, grid) : movedFigures(was.table, is.table, grid);

/** Items and their columns have names of their own: of the codes behind them. */
function movedItems(was: Items, is: Items, grid: PivotGrid): MovedFigures {
  const ids = ({ items, columns }: Items) => [...items, ...columns].map(({ id }) => id);
  const left = new Set(ids(is));
  const gone = ids(was).filter((id) => !left.has(id)).length;
  return compared(grid, { present: figuresOfItems(is), past: figuresOfItems(was), gone });
}

function figuresOfItems(of: Items): Figure {
  const items = new Map(of.items.map((item) => [item.id, item]));
  const columns = new Map(of.columns.map((column) => [column.id, column]));
  return (row, leaf) => {
    const [item, column] = [items.get(row.id), columns.get(leaf.id)];
    if (!item) return null;
    if (leaf.kind === "base") return baseOfItem(item, leaf.base);
    return column ? itemFigure(item, column) : null;
  };
}

/**
 * Rows and columns are known again by their codes, so that an edited label moves nothing; without codes by their labels.
 */
function movedFigures(recorded: PivotTable, table: PivotTable, grid: PivotGrid): MovedFigures {
  const [before, now] = [figuresOf(recorded), figuresOf(table)];
  const rows = matched(recorded, table, "row");
  const columns = matched(recorded, table, "column");
  const figure = (figures: typeof now, at: (row: number, column: number) => [number, number] | null) => {
    return (row: GridRow, leaf: Leaf): number | null => {
      const column = leaf.kind === "value" ? leaf.column : now.totals.column;
      const place = at(row.kind === "figures" ? row.row : now.totals.row, column);
      if (!place) return null;
      const value = leaf.kind === "value" ? { ...leaf, column: place[1] } : null;
      if (row.kind === "base") return value && figures.base(row.base, place[0], value);
      if (leaf.kind === "base") return figures.base(leaf.base, place[0], null);
      return value && figures.value(place[0], value);
    };
  };
  const present = figure(now, (row, column) => [row, column]);
  const past = figure(before, (row, column) => {
    const [r, c] = [rows.of[row] ?? -1, columns.of[column] ?? -1];
    return r < 0 || c < 0 ? null : [r, c];
  });
  return compared(grid, { present, past, gone: rows.gone + columns.gone });
}

type Figure = (row: GridRow, leaf: Leaf) => number | null;

function compared(
  grid: PivotGrid,
  { present, past, gone }: { present: Figure; past: Figure; gone: number },
): MovedFigures {
  const moved = new Map<string, number | null>();
  let of = 0;
  for (const row of grid.rows) {
    for (const leaf of grid.leaves) {
      const [is, was] = [present(row, leaf), past(row, leaf)];
      if (is === null && was === null) continue;
      of++;
      // Where nothing was recorded there was nobody, as there is now.
      if (!isSame(is, was ?? (isOfPeople(row, leaf) ? 0 : null))) moved.set(nameOf(row, leaf), was);
    }
  }
  const was: MovedFigures["was"] = (row, leaf) => moved.get(nameOf(row, leaf));
  return { moved: moved.size, of, gone, was };
}

/** Counts, shares and bases: of nobody they are zero, or not there at all. */
const isOfPeople = (row: GridRow, leaf: Leaf): boolean =>
  row.kind === "base" || leaf.kind === "base" || (leaf.value.questionId === null && leaf.value.show !== "rank");

const nameOf = (row: GridRow, leaf: Leaf) => `${row.kind} ${row.id} ${leaf.id}`;

/** The place in the recorded table of each row or column of the present one, -1 where it had none. */
function matched(recorded: PivotTable, table: PivotTable, side: "row" | "column") {
  const [labels, codes] = side === "row" ? (["rows", "rowCodes"] as const) : (["columns", "columnCodes"] as const);
  const hasCodes = [recorded, table].every((each) => each[codes].length === each[labels].length);
  const names = (of: PivotTable) => (hasCodes ? of[codes] : of[labels]).map((path) => JSON.stringify(path));
  const [before, now] = [names(recorded), names(table)];
  const places = new Map(before.map((name, at) => [name, at]));
  const left = new Set(now);
  return { of: now.map((name) => places.get(name) ?? -1), gone: before.filter((name) => !left.has(name)).length };
}

/** The table with each figure that moved beside what it was. */
export const withMoved = (grid: PivotGrid, { was }: MovedFigures): PivotGrid => ({
  ...grid,
  cell: (row, leaf) => {
    const before = was(row, leaf);
    return before === undefined ? grid.cell(row, leaf) : { ...grid.cell(row, leaf), was: before };
  },
});
