import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import type { TableData } from "./banner";
import { comparable, isMissingKey } from "./order";
import { type PercentOf, pathName, pathsOf, percentOf, totalsOf, wholePlace } from "./percent";
import type { Base } from "./prepare-pivot";
import type { PivotValue, Show } from "./values";

/** A value of a column; `place` is its measure's. */
type At = { column: number; value: PivotValue; place: number };

/** The figures of a table by row and column of the service's. */
export function figuresOf(table: TableData) {
  const totals = totalsOf(table);
  const ranks = ranksOf(table);
  const value = (row: number, { column, value: { show }, place }: At): number | null => {
    switch (show) {
      case "count":
        return table.base[row]?.[column]?.[0] ?? null;
      case "weighted":
        return table.cells[row]?.[column]?.[0] ?? null;
      case "rank":
        return ranks(row, column);
      case "column":
      case "row":
      case "total":
      case "base":
        return percentOf(table, totals, { row, column, of: show });
      case "mean":
      case "min":
      case "max":
      case "sum":
      case "deviation":
        return table.cells[row]?.[column]?.[place] ?? null;
    }
  };
  /** Responses behind a value in all rows of its column; without a value, those of a row in all columns. */
  const base = (of: Base, row: number, at: At | null): number | null =>
    table[of][row]?.[at ? at.column : totals.column]?.[at?.place ?? 0] ?? null;
  return { totals, value, base };
}

/** What a figure is a percentage of; null: it is none. */
const percentages: Record<Show, PercentOf | null> = {
  count: null,
  weighted: null,
  column: "column",
  row: "row",
  total: "total",
  base: "base",
  rank: null,
  mean: null,
  min: null,
  max: null,
  sum: null,
  deviation: null,
};

/**
 * The responses that a figure is of, how many or their effective base: of a percentage those that it divides by, else its
 * own.
 */
export function basesOf(table: TableData, show: Show) {
  const totals = totalsOf(table);
  const of = percentages[show];
  return (key: Base, row: number, { column, place }: { column: number; place: number }): number | null => {
    const at = of === null ? { row, column } : wholePlace(totals, { row, column, of });
    return table[key][at.row]?.[at.column]?.[place] ?? null;
  };
}

/**
 * The rank of a row's count in its column among those that stand under the same total: 1 is the greatest, equals share
 * the better rank. Totals and missing answers have none.
 */
function ranksOf(table: PivotTable): (row: number, column: number) => number | null {
  const paths = pathsOf(table).rows;
  const deepest = Math.max(...paths.map(({ length }) => length));
  const rivals = new Map<string, Set<number>>();
  for (const [at, path] of paths.entries()) {
    if (path.length < deepest || path.length === 0 || isMissingKey(path.at(-1))) continue;
    const group = pathName(path.slice(0, -1));
    rivals.set(group, (rivals.get(group) ?? new Set()).add(at));
  }
  const count = (row: number, column: number) => comparable(table.cells[row]?.[column]?.[0] ?? 0);
  const known = new Map<string, Map<number, number>>();
  const ranksIn = (group: string, column: number): Map<number, number> => {
    const name = `${column} ${group}`;
    const ranks = known.get(name) ?? new Map<number, number>();
    if (ranks.size > 0) return ranks;
    const counts = [...(rivals.get(group) ?? [])].map((row) => count(row, column)).toSorted((a, b) => b - a);
    for (const [at, each] of counts.entries()) if (!ranks.has(each)) ranks.set(each, at + 1);
    known.set(name, ranks);
    return ranks;
  };
  return (row, column) => {
    const group = pathName((paths[row] ?? []).slice(0, -1));
    if (!rivals.get(group)?.has(row)) return null;
    return ranksIn(group, column).get(count(row, column)) ?? null;
  };
}
