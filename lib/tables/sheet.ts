import type { CellObject, Cell as SheetCell } from "write-excel-file/universal";
import { shortened } from "@/lib/contracts/rules/shortened";
import { type DateKind, isDateKind, type Kind } from "./column";
import type { Cell } from "./csv";
import { type PrintedSheet, printFeature } from "./print";

/** Writing a spreadsheet's cells: figures as figures with the screen's format, dates as dates. */
export type SheetHead = { header: string; kind: Kind };

export const FONT = { name: "Calibri", size: 11 } as const;

/**
 * What holds for every workbook. The font is named, as programs other than Excel choose another one for what is bold.
 * The package freezes rows and columns as if there were always both, which Excel on a Mac takes for damage.
 */
const WORKBOOK = {
  fontFamily: FONT.name,
  fontSize: FONT.size,
  features: [{ files: { transform: { "xl/worksheets/sheet{id}.xml": { transform: frozen } } } }],
};

/** A workbook of these sheets, ready to be printed. */
export const workbookOf = (sheets: readonly PrintedSheet[]) => ({
  ...WORKBOOK,
  features: [...WORKBOOK.features, printFeature(sheets)],
});

/** How the names of columns stand out. */
export const HEAD_STYLE = {
  fontWeight: "bold",
  backgroundColor: "#eef1f5",
  bottomBorderStyle: "thin",
  bottomBorderColor: "#8c959f",
  wrap: true,
  alignVertical: "center",
} as const;

/** What a sheet is of. */
export const TITLE_STYLE = { fontWeight: "bold", fontSize: 14 } as const;

/** A split that there is none of is left out, and the pane is one that is there: ECMA-376, 18.3.1.66. */
function frozen(xml: string): string {
  return xml.replace(/<pane\b[^>]*>/, (pane) => {
    const [hasRows, hasColumns] = ["ySplit", "xSplit"].map((split) => !pane.includes(`${split}="0"`));
    const active = !hasColumns ? "bottomLeft" : hasRows ? "bottomRight" : "topRight";
    return pane.replace(/ [xy]Split="0"/, "").replace(/activePane="\w+"/, `activePane="${active}"`);
  });
}

/** As spreadsheets write the screen's formats. */
const formats: Record<Kind, string> = {
  text: "@",
  count: "#,##0",
  tenths: "#,##0.0",
  hundredths: "#,##0.00",
  usd: '"$"#,##0.00',
  percent: "#,##0.0%",
  instant: "yyyy-mm-dd hh:mm",
  wallClock: "yyyy-mm-dd hh:mm:ss",
  day: "yyyy-mm-dd",
};

/** A figure's format with so many decimal places. */
export function formatOf(kind: Kind, decimals: number | undefined): string {
  if (decimals === undefined || (kind !== "percent" && kind !== "tenths" && kind !== "hundredths"))
    return formats[kind];
  const places = decimals > 0 ? `.${"0".repeat(decimals)}` : "";
  return `#,##0${places}${kind === "percent" ? "%" : ""}`;
}

/** Rows whose first one names the columns, and how wide these are. */
export function newSheet(heads: readonly SheetHead[], timeZone: string) {
  const wallTime = wallTimeIn(timeZone);
  const rows: SheetCell[][] = [heads.map((head) => ({ value: headerOf(head, timeZone), ...HEAD_STYLE }))];
  return {
    rows,
    add: (row: readonly Cell[]) => void rows.push(heads.map(({ kind }, at) => sheetCell(row[at], kind, wallTime))),
    columns: () => heads.map((head, at) => ({ width: widthOf(rows, at, head.kind) })),
  };
}

const headerOf = ({ header, kind }: SheetHead, timeZone: string) =>
  kind === "instant" && !header.endsWith(`(${timeZone})`) ? `${header} (${timeZone})` : header;

/** What a cell is called by its row and column, from 0: "AB3". */
export const cellAddress = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** What Excel takes in a cell. */
const MOST_CHARACTERS = 32_767;

/** A text is always a text: only a cell of another type could be run. */
export function sheetCell(value: Cell, kind: Kind, wallTime: (iso: string) => Date | null): CellObject | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return { type: Boolean, value };
  if (typeof value === "number" && Number.isFinite(value)) {
    if (kind === "text" || isDateKind(kind)) return { type: Number, value };
    return { type: Number, value: sheetFigure(value, kind), format: formats[kind] };
  }
  const text = typeof value === "object" ? value.figure : String(value);
  const moment = isDateKind(kind) ? clockOf[kind](text, wallTime) : null;
  if (moment) return { type: Date, value: moment, format: formats[kind] };
  return { type: String, value: shortened(text, MOST_CHARACTERS) };
}

/** A day, with its time where the text has one, as the UTC date with the same digits; null: the text is no date. */
const dateOfDigits = (text: string): Date | null => {
  const [, day, time = "00:00:00"] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  const moment = Date.parse(`${day}T${time}Z`);
  return Number.isFinite(moment) ? new Date(moment) : null;
};

/** What a clock shows, as the UTC date with the same digits; null: the text is no date. */
const clockOf: Record<DateKind, (text: string, wallTime: (iso: string) => Date | null) => Date | null> = {
  instant: (text, wallTime) => wallTime(text),
  wallClock: dateOfDigits,
  day: dateOfDigits,
};

/** Points of a line of text, and the letters of one in a column of width 1. */
const LINE_POINTS = 15;
/** Excel takes no higher row. */
const MOST_POINTS = 409;

/**
 * Lines of text above or under a table, a row each, which wrap over all of its columns. Excel finds no height for cells
 * that are joined, so it is given.
 */
export const sheetLines = (lines: readonly string[], widths: readonly number[]): SheetCell[][] =>
  lines.map((line) => {
    const cell = sheetCell(line, "text", () => null);
    const across = widths.reduce((sum, width) => sum + width, 0);
    if (!cell || widths.length < 2) return [cell && { ...cell, wrap: true }];
    const height = Math.min(MOST_POINTS, Math.ceil((line.length * 1.1) / across) * LINE_POINTS);
    return [{ ...cell, wrap: true, alignVertical: "top" as const, columnSpan: widths.length, height }];
  });

/** Spreadsheets keep 12.5% as 0.125; what dividing adds beyond fifteen digits is taken away. */
export const sheetFigure = (value: number, kind: Kind): number =>
  kind === "percent" ? Number((value / 100).toPrecision(15)) : value;

/** A sheet's dates have no zone: what clocks there show is written as if it were UTC. */
export function wallTimeIn(timeZone: string): (iso: string) => Date | null {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (iso) => {
    const moment = Date.parse(iso);
    if (!Number.isFinite(moment)) return null;
    const of = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  };
}

const LOOKED_AT = 200;

/** As wide as the longest of the first cells, within reason. */
function widthOf(rows: readonly SheetCell[][], at: number, kind: Kind): number {
  if (isDateKind(kind)) return 20;
  const lengths = rows.slice(0, LOOKED_AT).map((row) => lengthOf(row[at]));
  return Math.min(60, Math.max(8, ...lengths) + 2);
}

function lengthOf(cell: SheetCell): number {
  const value = typeof cell === "object" && cell !== null && "value" in cell ? cell.value : null;
  return value instanceof Date || value === null || value === undefined ? 0 : String(value).slice(0, 80).length;
}
