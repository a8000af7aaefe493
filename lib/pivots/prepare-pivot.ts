import type { Measure } from "@/lib/contracts/interfaces/pivot";
import type { FigureKind } from "@/lib/tables/column";
import type { PivotState } from "./address";
import type { TableData } from "./banner";
import { figuresOf } from "./figures";
import { headOf } from "./header";
import type { Items } from "./items";
import { type CellMark, type Judging, judge } from "./judge";
import { isInNoNet } from "./nets";
import { arrange } from "./order";
import { pathName, pathsOf } from "./percent";
import { orderRows } from "./row-order";
import { tableHeat } from "./table-heat";
import { totalName } from "./total-name";
import { decimalsOf, kindOf, measurePlace, type PivotValue, valueText } from "./values";

/** A figure and how it is written. */
export type GridCell = {
  value: number | null;
  kind: FigureKind;
  decimals?: number | undefined;
  /** From 0 to 1, null without. */
  heat: number | null;
  /** What a test says of it. */
  mark: CellMark | null;
  /** Why it is faint: few people are behind it. */
  faint: string | null;
  /** What was recorded in its place, where that is another figure; null: nothing was. */
  was?: number | null;
};

/** A cell of the head over figures: over `span` of them from the `from`th, `deep` rows of the head high. */
export type HeadCell = {
  label: string;
  from: number;
  span: number;
  deep: number;
  isTotal: boolean;
  leaf?: number;
  /** By which tests name the column. */
  letter?: string;
};

/** A column of figures: a value of a column of the service's table, or a base. */
export type Leaf = { id: string } & (
  | { kind: "value"; column: number; value: PivotValue; place: number; isTotal: boolean; label: string }
  | { kind: "base"; base: Base; isTotal: true; label: string }
);

export type GridRow = {
  id: string;
  /** One of each dimension; a total's end in the word for it. */
  labels: string[];
  /** An option under its net. */
  isIndented?: boolean;
  /** How many of them the row above has too. */
  repeats: number;
  isTotal: boolean;
} & ({ kind: "figures"; row: number } | { kind: "base"; base: Base });

export const bases = ["base", "weightedBase", "effectiveBase"] as const;
export type Base = (typeof bases)[number];
export const baseNames: Record<Base, string> = {
  base: "Base (n)",
  weightedBase: "Weighted base",
  effectiveBase: "Effective base",
};

/** A table as the screen and files show it: the head's rows, the columns of figures, and rows. */
export type PivotGrid = {
  /** What heads the rows' labels: a title of each dimension; one, empty, without any. */
  corner: string[];
  /** What all figures are, where the head does not say it of each. */
  shown: string | null;
  head: HeadCell[][];
  leaves: Leaf[];
  rows: GridRow[];
  cell: (row: GridRow, leaf: Leaf) => GridCell;
  /** Where marks of tests stand. */
  letters: PivotState["letters"];
  /** What is to be said under it of its tests and small bases. */
  notes: string[];
  /** Of these, what says which figures are grey; null: none is. */
  faintNote: string | null;
};

export type Titles = { rows: string[]; columns: string[]; value: (value: PivotValue) => string };
type Look = Pick<
  PivotState,
  | "values"
  | "sort"
  | "descending"
  | "sortColumn"
  | "sortValue"
  | "othersLast"
  | "hideBelow"
  | "rowTotals"
  | "columnTotals"
  | "subtotals"
  | "bases"
  | "heat"
  | "decimals"
  | "letters"
> &
  Judging;
export type Made = {
  table: TableData;
  measures: readonly Measure[];
  isWeighted: boolean;
  /** Respondents can stand in several columns of one heading; of a banner its spans say so. */
  sharesColumns: boolean;
  /** The rows are nets with their options, each net above or below its own; null: they are not. */
  nets?: "above" | "below" | null;
  titles: Titles;
  /** The rows are items of a grid, whose table is another one; null: they are not. */
  items?: Items | null;
};

export function preparePivot(made: Made, look: Look): PivotGrid {
  const { table, titles, isWeighted } = made;
  const figures = figuresOf(table);
  const leaves = leavesOf(made, look);
  const ordered = orderRows(made, look, figures.value);
  const rows = rowsOf(made, ordered.order);
  const kinds = isWeighted ? bases : bases.slice(0, 1);
  if (look.bases === "rows" || look.bases === "both") {
    for (const base of kinds) rows.push(baseRow(base));
  }
  const decimals = look.decimals === null ? null : Number(look.decimals);
  const judged = judge(made, look);
  // Where there is no figure, nothing is faint.
  const faintOf = (row: number, leaf: Leaf & { kind: "value" }) => {
    const small = judged.smallBase(row, leaf);
    return small === null || figures.value(row, leaf) === null ? null : small;
  };
  const hasFaint = rows.some(
    (row) => row.kind === "figures" && leaves.some((leaf) => leaf.kind === "value" && faintOf(row.row, leaf) !== null),
  );
  const faintNote = hasFaint ? `Grey: ${isWeighted ? "an effective base" : "a base"} below ${look.minimumBase}.` : null;
  const placesOf = basePlaces(rows, leaves, figures);
  const heat = look.heat ? tableHeat(rows, leaves, figures.value) : () => null;
  return {
    corner: made.nets ? titles.rows.slice(-1) : titles.rows.length > 0 ? titles.rows : [""],
    shown:
      titles.columns.length > 0 && look.values.length === 1 && look.values[0] ? titles.value(look.values[0]) : null,
    head: headOf(leaves, {
      paths: table.columns,
      depth: titles.columns.length,
      // The spans of a banner are headed by their questions.
      title: table.spans ? null : titles.columns.join(" › "),
      values: look.values.map(titles.value),
      letters: judged.letters,
    }),
    leaves,
    rows,
    notes: [...ordered.notes, ...judged.lines, ...(faintNote === null ? [] : [faintNote])],
    faintNote,
    letters: look.letters,
    cell: (row, leaf) => {
      const base = row.kind === "base" ? row.base : leaf.kind === "base" ? leaf.base : null;
      if (base) {
        const at = row.kind === "figures" ? row.row : figures.totals.row;
        const value = figures.base(base, at, leaf.kind === "value" ? leaf : null);
        const decimals = placesOf(row.kind === "base" ? "row" : "column", base);
        return { ...PLAIN, value, kind: base === "base" ? "count" : "tenths", decimals };
      }
      if (row.kind !== "figures" || leaf.kind !== "value") return PLAIN;
      return {
        value: figures.value(row.row, leaf),
        kind: kindOf[leaf.value.show],
        decimals: decimalsOf(leaf.value.show, decimals),
        heat: heat(row, leaf),
        mark: judged.mark(row.row, leaf),
        faint: faintOf(row.row, leaf),
      };
    },
  };
}

/** Whether figures of one row or column need a place after the point. */
export const needsOne = (values: readonly (number | null)[]): boolean =>
  values.some((value) => value !== null && Math.round(value * 10) % 10 !== 0);

/** Places after the point of bases that stand in one row or column: all have one where any of them needs it. */
function basePlaces(rows: readonly GridRow[], leaves: readonly Leaf[], { base: baseOf, totals }: Figures) {
  const figureRows = rows.flatMap((row) => (row.kind === "figures" ? row.row : []));
  const inRow = (base: Base) => leaves.map((leaf) => baseOf(base, totals.row, leaf.kind === "value" ? leaf : null));
  const inColumn = (base: Base) => figureRows.map((row) => baseOf(base, row, null));
  const broken = {
    row: new Set(bases.filter((base) => needsOne(inRow(base)))),
    column: new Set(bases.filter((base) => needsOne(inColumn(base)))),
  };
  return (line: "row" | "column", base: Base): number | undefined => (broken[line].has(base) ? 1 : undefined);
}

const PLAIN: GridCell = { value: null, kind: "count", heat: null, mark: null, faint: null };

function leavesOf({ table, measures, isWeighted, titles }: Made, look: Look): Leaf[] {
  const depth = titles.columns.length;
  // A banner has one column of everybody.
  const subtotals = look.subtotals && !table.spans;
  const order = arrange(pathsOf(table).columns, { totals: look.columnTotals, subtotals, depth });
  const figures = order.flatMap((column): Leaf[] =>
    look.values.map((value) => ({
      id: `${column} ${valueText(value)}`,
      kind: "value",
      column,
      value,
      place: measurePlace(measures, value),
      isTotal: (table.columns[column]?.length ?? 0) < depth,
      label: titles.value(value),
    })),
  );
  if (look.bases !== "columns" && look.bases !== "both") return figures;
  const kinds = isWeighted ? bases : bases.slice(0, 1);
  return [
    ...figures,
    ...kinds.map((base): Leaf => ({ id: base, kind: "base", base, isTotal: true, label: baseNames[base] })),
  ];
}

type Figures = ReturnType<typeof figuresOf>;

function rowsOf(made: Made, order: readonly number[]): GridRow[] {
  return made.nets ? netRows(made, order) : nestedRows(made, order);
}

/** Nets and options in one column of labels. */
function netRows({ table }: Made, order: readonly number[]): GridRow[] {
  const total = totalName(table.rows);
  return order.map((row): GridRow => {
    const codes = table.rowCodes[row] ?? [];
    return {
      id: pathName(codes),
      labels: [table.rows[row]?.at(-1) ?? total],
      isIndented: codes.length === 2 && !isInNoNet(codes),
      repeats: 0,
      isTotal: codes.length < 2,
      kind: "figures",
      row,
    };
  });
}

function nestedRows({ table, titles }: Made, order: readonly number[]): GridRow[] {
  const depth = titles.rows.length;
  const total = totalName(table.rows);
  let above: string[] = [];
  return order.map((row): GridRow => {
    const path = table.rows[row] ?? [];
    const isTotal = path.length < depth;
    const labels = depth === 0 ? ["All responses"] : isTotal ? [...path, total] : path;
    const repeats = labels.slice(0, -1).findIndex((label, at) => label !== above[at]);
    above = labels;
    return {
      id: pathName(path),
      labels,
      repeats: repeats < 0 ? labels.length - 1 : repeats,
      isTotal,
      kind: "figures",
      row,
    };
  });
}

const baseRow = (base: Base): GridRow => ({
  id: base,
  labels: [baseNames[base]],
  repeats: 0,
  isTotal: true,
  kind: "base",
  base,
});
