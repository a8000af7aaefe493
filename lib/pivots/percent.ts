import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import type { TableData } from "./banner";

type Path = readonly (string | number)[];

/** Where the totals of a table stand. An index is -1 where the service gives no such total. */
export type Totals = {
  /** The grand total's row and column. */
  row: number;
  column: number;
  /** Of each row the total that it stands under: that of its outer group, or the grand total, whose own it is itself. */
  parents: number[];
  /** Of each column the one of everybody in its table: the grand total's, or that of its span of a banner. */
  wholes: number[];
};

/** A path's name; labels serve where a service gives no codes. */
export const pathName = (path: Path): string => JSON.stringify(path);

/** The paths by which rows and columns are told apart: of codes, or of labels where a service gives none. */
export function pathsOf(table: PivotTable): { rows: Path[]; columns: Path[] } {
  const { rows, columns, rowCodes, columnCodes } = table;
  return {
    rows: rowCodes.length === rows.length ? rowCodes : rows,
    columns: columnCodes.length === columns.length ? columnCodes : columns,
  };
}

export function totalsOf(table: TableData): Totals {
  const { rows, columns } = pathsOf(table);
  const everybody = columns.findIndex((path) => path.length === 0);
  const bySpan = new Map(table.spans?.map(({ title, total }) => [title, total]));
  const byName = new Map(rows.map((path, at) => [pathName(path), at]));
  return {
    row: byName.get("[]") ?? -1,
    column: everybody,
    parents: rows.map((path) => byName.get(pathName(path.slice(0, -1))) ?? -1),
    wholes: table.columns.map(([first]) => (first === undefined ? everybody : (bySpan.get(first) ?? everybody))),
  };
}

export type PercentOf = "column" | "row" | "total" | "base";

type Place = { row: number; column: number };

/** Where the total stands that a percentage divides by; an index is -1 where the service gives no such total. */
export function wholePlace(totals: Totals, { row, column, of }: Place & { of: PercentOf }): Place {
  switch (of) {
    case "column":
      return { row: totals.row, column };
    case "row":
      return { row, column: totals.wholes[column] ?? -1 };
    case "total":
      return { row: totals.row, column: totals.wholes[column] ?? -1 };
    case "base":
      return { row: totals.parents[row] ?? -1, column };
  }
}

/**
 * A cell's count as a percentage, 0 to 100 and more, of a total that the service computed from responses: of all in its
 * column, of all in its row, of all in the table, or (`base`) of the group in its column that its row stands under. So
 * options of a question of several answers divide by who answered it, not by the sum of its options. Counts are
 * weighted where the table is. Null: of nobody, or of a total that the service does not give.
 */
export function percentOf(table: PivotTable, totals: Totals, at: Place & { of: PercentOf }): number | null {
  const count = ({ row, column }: Place) => table.cells[row]?.[column]?.[0] ?? null;
  const cell = count(at);
  const whole = count(wholePlace(totals, at));
  return cell === null || whole === null || whole <= 0 ? null : (100 * cell) / whole;
}
