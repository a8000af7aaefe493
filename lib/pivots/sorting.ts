import type { PivotState } from "./address";
import { sortedItemColumn } from "./items-grid";
import { OWN_ORDER } from "./layout";
import type { Leaf, Made, PivotGrid } from "./prepare-pivot";
import { sortedColumn } from "./row-order";
import { type PivotValue, sameValue } from "./values";

/** The column that rows are sorted by: its place among the columns of figures. */
export type SortedBy = { leaf: number; descending: boolean };

type Table = { made: Pick<Made, "table" | "items">; state: PivotState };

/** Null: rows are not sorted by figures. */
export const sortedBy = ({ leaves }: PivotGrid, table: Table): SortedBy | null =>
  table.state.sort === "value"
    ? { leaf: leaves.findIndex((leaf) => isSorting(leaf, table)), descending: table.state.descending }
    : null;

function isSorting(leaf: Leaf, { made, state }: Table): boolean {
  if (leaf.kind !== "value") return false;
  if (made.items) return leaf.id === sortedItemColumn(made.items, state)?.id;
  const value = state.values[state.sortValue] ?? state.values[0];
  return leaf.column === sortedColumn(made.table, state) && leaf.value === value;
}

/**
 * What a click on a column changes: its greatest figure comes first, then its least, then rows are in their own order.
 * `present`: the values that are chosen now; null: the column is of none of them any more.
 */
export function sortChange(leaf: Leaf, table: Table, present: readonly PivotValue[]): Partial<PivotState> | null {
  if (leaf.kind !== "value") return null;
  const { made, state } = table;
  const sortValue = made.items ? 0 : present.findIndex((value) => sameValue(value, leaf.value));
  if (sortValue < 0) return null;
  const isSame = state.sort === "value" && isSorting(leaf, table);
  if (isSame && !state.descending) return OWN_ORDER;
  const path = made.items ? [leaf.id] : (made.table.columns[leaf.column] ?? []);
  return { sort: "value", descending: !isSame, sortColumn: path.length > 0 ? path : null, sortValue };
}
