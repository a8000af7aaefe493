import { hasDateParts } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { type PivotValue, sameValue } from "./values";

/** Which questions stand where in a table. */
export type Layout = { rows: string[]; columns: string[]; values: PivotValue[] };
export type Side = "rows" | "columns";

/**
 * A dimension in the rows or columns, at a place counted before it is moved; at the end without one. A dimension is in
 * a table once: where it stood before, it no longer does.
 */
export function placeDimension(layout: Layout, id: string, side: Side, at = Number.POSITIVE_INFINITY): Layout {
  const before = layout[side].slice(0, at).filter((each) => each !== id);
  const after = layout[side].slice(Math.min(at, layout[side].length)).filter((each) => each !== id);
  const other = side === "rows" ? "columns" : "rows";
  return { ...layout, [side]: [...before, id, ...after], [other]: layout[other].filter((each) => each !== id) };
}

export const removeDimension = (layout: Layout, id: string): Layout => ({
  ...layout,
  rows: layout.rows.filter((each) => each !== id),
  columns: layout.columns.filter((each) => each !== id),
});

/** Another dimension in the place of one; where it already stands elsewhere, it moves. */
export function replaceDimension(layout: Layout, id: string, by: string): Layout {
  if (id === by) return layout;
  const without = removeDimension(layout, by);
  const put = (ids: string[]) => ids.map((each) => (each === id ? by : each));
  return { ...layout, rows: put(without.rows), columns: put(without.columns) };
}

/** A value, once, at a place counted before it is moved. */
export function placeValue(layout: Layout, value: PivotValue, at = Number.POSITIVE_INFINITY): Layout {
  const isOther = (each: PivotValue) => !sameValue(each, value);
  const before = layout.values.slice(0, at).filter(isOther);
  const after = layout.values.slice(Math.min(at, layout.values.length)).filter(isOther);
  return { ...layout, values: [...before, value, ...after] };
}

export function replaceValue(layout: Layout, value: PivotValue, by: PivotValue): Layout {
  const rest = layout.values.filter((each) => sameValue(each, value) || !sameValue(each, by));
  return { ...layout, values: rest.map((each) => (sameValue(each, value) ? by : each)) };
}

/** A table shows at least one value: the last one stays. */
export function removeValue(layout: Layout, value: PivotValue): Layout {
  const values = layout.values.filter((each) => !sameValue(each, value));
  return values.length > 0 ? { ...layout, values } : layout;
}

export const swapSides = (layout: Layout): Layout => ({ ...layout, rows: layout.columns, columns: layout.rows });

/** Rows as in the questionnaire. */
export const OWN_ORDER = { sort: "order", descending: false, sortColumn: null, sortValue: 0 } as const;

type Sorted = Pick<PivotState, "values" | "sort" | "sortValue">;

/** Rows stay sorted by the same value wherever it stands among others; when it is gone, they are in their own order. */
export function sortAmong({ values, sort, sortValue }: Sorted, others: readonly PivotValue[]): Partial<PivotState> {
  const sorting = values[sortValue] ?? values[0];
  if (sort !== "value" || !sorting) return {};
  const at = others.findIndex((each) => sameValue(each, sorting));
  return at < 0 ? OWN_ORDER : { sortValue: at };
}

/**
 * Parts of dates are of the zone by which they were put into the table, and the address says it: others, whose own zone is
 * another one, are shown the same. `timeZone`: by which the table is shown.
 */
export const zoneAmong = (zone: string | null, layout: Layout, timeZone: string): Partial<PivotState> =>
  zone === null && hasDateParts(layout) ? { zone: timeZone } : {};
