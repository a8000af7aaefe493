import type { ExportFormat } from "@/lib/contracts/ours/exports";
import type { Cell } from "./csv";
import type { Format } from "./format";

const figureKinds = ["count", "tenths", "hundredths", "usd", "percent"] as const;
export type FigureKind = (typeof figureKinds)[number];
/**
 * `instant`: an ISO text in UTC. `wallClock`: `YYYY-MM-DD HH:mm:ss` on a clock whose zone the header or another column
 * names. `day`: `YYYY-MM-DD`.
 */
const dateKinds = ["instant", "wallClock", "day"] as const;
export type DateKind = (typeof dateKinds)[number];
/** How a value is kept and shown. */
export const columnKinds = ["text", ...figureKinds, ...dateKinds] as const;
export type Kind = (typeof columnKinds)[number];

const isOneOf = <T extends string>(kinds: readonly T[], kind: string): kind is T => kinds.some((each) => each === kind);
export const isDateKind = (kind: Kind): kind is DateKind => isOneOf(dateKinds, kind);
export const isFigureKind = (kind: Kind): kind is FigureKind => isOneOf(figureKinds, kind);

type Value = string | number | boolean | null | undefined;

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
  /** The list's column that it is a part of: a cell of the screen may hold several values. Absent: its own id. */
  of?: string;
  /** The forms of file that have it; absent: all. */
  forms?: readonly ExportFormat[];
};

/** A cell as the screen shows it. */
export function cellText<Row>(column: TableColumn<Row>, row: Row, format: Format): string {
  if (column.text) return column.text(row, format);
  const value = column.value(row);
  if (isFigureKind(column.kind)) return format[column.kind](typeof value === "number" ? value : null);
  if (column.kind === "instant") return format.instant(value == null ? null : String(value));
  return value == null ? "" : String(value);
}

/** A figure of a kind, with so many decimal places where they are given. */
export function figureText(
  { kind, decimals }: { kind: FigureKind; decimals?: number | undefined },
  value: number | null,
  format: Format,
): string {
  if (decimals === undefined || value === null) return format[kind](value);
  const text = format.fixed(value, decimals);
  return kind === "percent" ? `${text}%` : text;
}

const partOf = <Row>({ of, id }: TableColumn<Row>) => of ?? id;

/** What a file in a form has of a list's chosen columns, in their order; null chosen: all, in their own order. */
export function fileColumns<Row>(
  columns: readonly TableColumn<Row>[],
  chosen: readonly string[] | null,
  form: ExportFormat,
): TableColumn<Row>[] {
  const ids = new Set(chosen ?? columns.map(partOf));
  return [...ids].flatMap((id) =>
    columns.filter((column) => partOf(column) === id && (column.forms?.includes(form) ?? true)),
  );
}

/** Those chosen that a list does not have. */
export function unknownColumns<Row>(columns: readonly TableColumn<Row>[], chosen: readonly string[]): string[] {
  const known = new Set(columns.map(partOf));
  return chosen.filter((id) => !known.has(id));
}

/** A row as a file has it: the screen's texts, or the values themselves with instants in UTC. */
export function fileCells<Row>(
  columns: readonly TableColumn<Row>[],
  row: Row,
  { form, format }: { form: ExportFormat; format: Format },
): Cell[] {
  if (form === "csv") return columns.map((column) => shownCell(column, row, format));
  return columns.map((column) => {
    const value = column.value(row) ?? null;
    return column.kind === "instant" && typeof value === "string" ? inUtc(value) : value;
  });
}

function shownCell<Row>(column: TableColumn<Row>, row: Row, format: Format): Cell {
  const text = cellText(column, row, format);
  const value = column.value(row);
  return typeof value === "number" && value < 0 && column.kind !== "text" ? { figure: text } : text;
}

/** One spelling of every instant; a text that is none stays what it is. */
function inUtc(text: string): string {
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? new Date(moment).toISOString() : text;
}
