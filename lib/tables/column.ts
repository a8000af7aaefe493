import type { Format } from "./format";

/** How a value is kept and shown: figures by their format, `instant` an ISO text in UTC. */
type Kind = "text" | "count" | "tenths" | "usd" | "percent" | "instant";

export type Value = string | number | boolean | null | undefined;

/** A column of a list as data: what its cells hold, and how the screen and a file write them. */
export type TableColumn<Row> = {
  /** As in the list's own columns. */
  id: string;
  header: string;
  kind: Kind;
  /** The full value: unrounded, in the kind's unit. */
  value: (row: Row) => Value;
  /** As the screen shows it, where that is not the value in its kind's format. */
  text?: (row: Row, format: Format) => string;
};

/** A cell as the screen shows it. */
export function cellText<Row>(column: TableColumn<Row>, row: Row, format: Format): string {
  if (column.text) return column.text(row, format);
  const value = column.value(row);
  if (column.kind === "text") return value == null ? "" : String(value);
  if (column.kind === "instant") return format.instant(value == null ? null : String(value));
  return format[column.kind](typeof value === "number" ? value : null);
}
