import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { pathName, pathsOf, totalsOf } from "./percent";

/**
 * The levels of a table's columns, or rows, from 0 outermost, whose members share respondents by the figures themselves:
 * together they have more than the total that they stand under. So it is known also of a question whose kind is not.
 */
export function sharedLevels(table: PivotTable, side: "rows" | "columns"): ReadonlySet<number> {
  const paths = pathsOf(table)[side];
  const totals = totalsOf(table);
  const base = (at: number): number | null =>
    (side === "columns" ? table.base[totals.row]?.[at]?.[0] : table.base[at]?.[totals.column]?.[0]) ?? null;
  const places = new Map(paths.map((path, at) => [pathName(path), at]));
  const sums = new Map<number, number>();
  for (const [at, path] of paths.entries()) {
    const parent = path.length > 0 ? places.get(pathName(path.slice(0, -1))) : undefined;
    if (parent !== undefined) sums.set(parent, (sums.get(parent) ?? 0) + (base(at) ?? 0));
  }
  const shared = [...sums].filter(([parent, sum]) => sum > (base(parent) ?? Number.POSITIVE_INFINITY));
  return new Set(shared.map(([parent]) => paths[parent]?.length ?? 0));
}
