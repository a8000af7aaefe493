import type { PivotState } from "./address";
import type { TableData } from "./banner";
import type { figuresOf } from "./figures";
import { lastRank } from "./last-options";
import { placeAmongNets } from "./nets";
import { arrange, comparisonOf, isMissingKey } from "./order";
import { orderNotes } from "./order-notes";
import { pathName, pathsOf, totalsOf } from "./percent";
import type { Made } from "./prepare-pivot";
import { totalName } from "./total-name";
import { measurePlace } from "./values";

type Look = Pick<
  PivotState,
  "values" | "sort" | "descending" | "sortColumn" | "sortValue" | "othersLast" | "hideBelow" | "rowTotals" | "subtotals"
>;

/** A net is the total of its options, as far as their order goes. */
const netPlaces = { above: "before", below: "after" } as const;

type ValueAt = ReturnType<typeof figuresOf>["value"];

/** The rows of a table that are shown, in the order of reading, and what is to be said of that. */
export function orderRows(made: Made, look: Look, valueAt: ValueAt): { order: number[]; notes: string[] } {
  const { table, titles, nets } = made;
  const all = rowOrder(made, look, valueAt);
  const isSmall = smallRows(made, look);
  const order = all.filter((row) => !isSmall(row));
  const notes = orderNotes(look, {
    labels: order.map((row) => table.rows[row]?.at(-1) ?? ""),
    ...{ hidden: all.length - order.length, hasTotals: true, by: sortedBy(made, look) },
    within: nets ? "their nets" : titles.rows.length > 1 ? "their groups" : null,
  });
  return { order, notes };
}

function rowOrder(made: Made, look: Look, valueAt: ValueAt): number[] {
  const { table, titles, measures, nets } = made;
  const paths = nets ? table.rowCodes.map(placeAmongNets) : pathsOf(table).rows;
  const depth = titles.rows.length;
  const shape = nets
    ? { totals: look.rowTotals, inner: netPlaces[nets], subtotals: true, depth }
    : { totals: look.rowTotals, subtotals: look.subtotals, depth };
  const value = look.values[look.sortValue] ?? look.values[0];
  const at = value && { column: sortedColumn(table, look), value, place: measurePlace(measures, value) };
  const figures = look.sort === "value" && at ? paths.map((_, row) => valueAt(row, at)) : [];
  const label = (row: number) => table.rows[row]?.at(-1) ?? "";
  const compare = comparisonOf(look, {
    rank: (row) => (isMissingKey(paths[row]?.at(-1)) ? 3 : look.othersLast ? lastRank(label(row)) : 0),
    label,
    figure: (row) => figures[row] ?? null,
  });
  return arrange(paths, { ...shape, compare });
}

/** What sorts the rows, in words: "% of column in “North”". */
function sortedBy({ table, titles }: Made, look: Look): string {
  const value = look.values[look.sortValue] ?? look.values[0];
  const path = table.columns[sortedColumn(table, look)] ?? [];
  const column = path.length > 0 ? path.join(", ") : totalName(table.columns);
  return `${value ? titles.value(value) : ""}${titles.columns.length > 0 ? ` in “${column}”` : ""}`;
}

/** Rows of too few respondents; totals and nets are shown in any case. */
function smallRows({ table, titles }: Made, { hideBelow }: Look): (row: number) => boolean {
  const { column } = totalsOf(table);
  return (row) =>
    titles.rows.length > 0 &&
    table.rows[row]?.length === titles.rows.length &&
    (table.base[row]?.[column]?.[0] ?? 0) < hideBelow;
}

/** The column of the address, or the total's where there is none of these labels. */
export function sortedColumn(table: TableData, { sortColumn }: Pick<Look, "sortColumn">): number {
  const wanted = pathName(sortColumn ?? []);
  const found = table.columns.findIndex((path) => pathName(path) === wanted);
  return found >= 0 ? found : table.columns.findIndex((path) => path.length === 0);
}
