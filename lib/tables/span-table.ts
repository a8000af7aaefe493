import type { ExportFormat } from "@/lib/contracts/ours/exports";
import { loadPart } from "@/lib/http/load-part";
import { AppError } from "@/lib/http/problem";
import { figureText, isFigureKind, type Kind } from "./column";
import { BYTE_ORDER_MARK, type Cell, csvRow, type PlainCell } from "./csv";
import { type Format, type FormatSettings, formatFor, UNKNOWN, usualSettings } from "./format";
import type { PrintedSheet } from "./print";
import { type Properties, propertiesFeature } from "./properties";
import { cellAddress, formatOf, HEAD_STYLE, sheetCell, sheetLines, TITLE_STYLE, wallTimeIn, workbookOf } from "./sheet";
import { type RaisedText, superscripts } from "./superscripts";

/** A cell of a table whose cells may span others: those that a span covers are null. */
export type SpanCell = {
  value: PlainCell;
  kind: Kind;
  isBold?: boolean;
  isFaint?: boolean;
  /** The colour behind it, as #rrggbb. */
  fill?: string;
  across?: number;
  down?: number;
  /** Places after the point, where they are not the kind's own. */
  decimals?: number;
  /** A short text beside a figure, which stays a figure; empty where other figures of its column have one. */
  beside?: string;
  /** That text is a superscript, in the cell of its figure. */
  isRaised?: boolean;
  /** What the whole sheet is of. */
  isTitle?: boolean;
} | null;

/** The colour of what is faint. */
export const FAINT = "#808080";

export type SpanTable = {
  rows: SpanCell[][];
  /** Rows and columns that stay in view: the table's head and its labels. */
  sticky: { rows: number; columns: number };
  widths: number[];
  /** What stands under the table, a line each. */
  foot: readonly string[];
  /** The rows that name the columns, which every printed page begins with; older tables do not say. */
  head?: { from: number; rows: number };
};

/** What a sheet of Excel has; a file of more opens without the rest, or as damaged. */
const MOST_IN_SHEET = { rows: 1_048_576, columns: 16_384 };

/** Why a table is no sheet of Excel, in a sentence; null: it is one. The texts beside figures are columns there. */
export function excelRefusal({ rows, widths, foot }: SpanTable): string | null {
  const letters = longestBeside(rows).size;
  const size = { rows: rows.length + 1 + foot.length, columns: widths.length + letters };
  if (size.rows <= MOST_IN_SHEET.rows && size.columns <= MOST_IN_SHEET.columns) return null;
  const words = (of: typeof size) =>
    `${of.columns.toLocaleString("en")} columns and ${of.rows.toLocaleString("en")} rows`;
  return `A sheet of Excel has ${words(MOST_IN_SHEET)} at most, and this table would have ${words(size)}${letters > 0 ? ", letters of tests included" : ""}.`;
}

type As = {
  form: Extract<ExportFormat, "csv" | "xlsx">;
  format: Format;
  sheet: string;
  /** Of a workbook; null: it has none. */
  properties?: Properties | null;
};

/** A table with spanning heads as a file: as the screen shows it, or with figures as figures in the screen's format. */
export async function spanTableBlob(table: SpanTable, { form, format, sheet, properties = null }: As): Promise<Blob> {
  if (form === "csv") {
    const { rows, foot } = table;
    const lines = [...rows.map((row) => row.map((cell) => csvCell(cell, format))), [], ...foot.map((line) => [line])];
    return new Blob([BYTE_ORDER_MARK, ...lines.map(csvRow)], { type: "text/csv;charset=utf-8" });
  }
  const refusal = excelRefusal(table);
  if (refusal) throw new AppError("invalid", `${refusal} Swap rows and columns, filter it, or take CSV.`);
  const { default: writeXlsx } = await loadPart(() => import("write-excel-file/universal"));
  const { data, ...options } = sheetOf(table, format.settings);
  const { features, ...workbook } = tablesWorkbook([{ name: sheet, table }]);
  const all = properties ? [...features, propertiesFeature(properties)] : features;
  return writeXlsx(data, { sheet, ...options }, { ...workbook, features: all }).toBlob();
}

/** What a workbook of these tables is written with. */
export function tablesWorkbook(sheets: readonly { name: string; table: SpanTable }[]) {
  const workbook = workbookOf(sheets.map(({ name, table }) => printedSheet(name, table)));
  const raised = superscripts(sheets.map(({ table }) => raisedTexts(table)));
  return { ...workbook, features: [...workbook.features, raised] };
}

/** How a table is printed: every page begins with its head. */
const printedSheet = (name: string, { head }: SpanTable): PrintedSheet => ({
  name,
  repeats: head && head.rows > 0 ? { from: head.from + 1, to: head.from + head.rows } : null,
});

/** A table as the writer of spreadsheets takes it: cells, widths and what stays in view. */
export function sheetOf(table: SpanTable, { timeZone }: Pick<FormatSettings, "timeZone">) {
  const { rows, sticky, widths, foot, head } = textsApart(table);
  const isHead = (row: number) => head !== undefined && row >= head.from && row < head.from + head.rows;
  const wallTime = wallTimeIn(timeZone);
  const cells = rows.map((row, at) =>
    row.map((cell) => {
      const written = cell && (raisedCell(cell) ?? sheetCell(cell.value, cell.kind, wallTime) ?? noFigure(cell));
      if (!cell || !written) return null;
      const { isBold = false, isFaint = false, isTitle = false, fill, across = 1, down = 1, decimals } = cell;
      return {
        ...written,
        ...(written.type === Number && { format: formatOf(cell.kind, decimals) }),
        ...(isFaint && { textColor: FAINT }),
        ...(fill && { backgroundColor: fill }),
        ...(isBold && { fontWeight: "bold" as const }),
        ...(isHead(at) && { ...HEAD_STYLE, ...(across > 1 && { align: "center" as const }) }),
        ...(isTitle && TITLE_STYLE),
        ...(across > 1 && { columnSpan: across }),
        ...(down > 1 && { rowSpan: down }),
      };
    }),
  );
  const under = foot.length > 0 ? [[], ...sheetLines(foot, widths)] : [];
  return {
    data: [...cells, ...under],
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: sticky.rows,
    stickyColumnsCount: sticky.columns,
    orientation: "landscape" as const,
  };
}

/** A figure with a superscript is a text, as a person who writes in English reads it; null: it has none. */
function raisedCell(cell: SpanCell) {
  const raised = raisedText(cell);
  return raised && { type: String, value: raised.text + raised.raised, align: "right" as const };
}

function raisedText(cell: SpanCell): RaisedText | null {
  if (!cell?.isRaised || !cell.beside || !isFigureKind(cell.kind) || typeof cell.value !== "number") return null;
  const { value, kind, decimals, beside, isBold = false, isFaint = false } = cell;
  const text = figureText({ kind, decimals }, value, IN_SHEETS);
  return { text, raised: beside, isBold, colour: isFaint ? FAINT : null };
}

/** The separators of numbers in a sheet are those of whoever opens it, of texts they cannot be. */
const IN_SHEETS = formatFor(usualSettings);

/** The superscripts of a table by their cells, as it is written. */
function raisedTexts(table: SpanTable): Map<string, RaisedText> {
  const cells = textsApart(table).rows.flatMap((row, at) =>
    row.map((cell, column) => ({ at: cellAddress(at, column), text: raisedText(cell) })),
  );
  return new Map(cells.flatMap(({ at, text }) => (text ? [[at, text]] : [])));
}

/**
 * The texts beside figures in columns of their own, under the same heads. As parts of the figures' formats, a book of
 * tables would have thousands of these: Excel opens a workbook with about 200.
 */
function textsApart({ rows, widths, ...table }: SpanTable): SpanTable {
  const longest = longestBeside(rows);
  const apart = (cell: SpanCell, at: number): SpanCell[] => {
    const added = Array.from({ length: cell?.across ?? 1 }).filter((_, over) => longest.has(at + over)).length;
    if (added === 0) return [cell];
    const beside = longest.has(at) ? [textBeside(cell)] : [];
    return cell?.kind === "text" ? [{ ...cell, across: (cell.across ?? 1) + added }, ...beside] : [cell, ...beside];
  };
  return {
    ...table,
    rows: longest.size > 0 ? rows.map((row) => row.flatMap(apart)) : rows,
    widths: widths.flatMap((width, at) => {
      const letters = longest.get(at);
      return letters === undefined ? [width] : [width, Math.max(LEAST_WIDTH, letters + 2)];
    }),
  };
}

/** The columns that have texts beside their figures, and the letters of the longest. */
function longestBeside(rows: SpanTable["rows"]): Map<number, number> {
  const longest = new Map<number, number>();
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (cell?.beside !== undefined && !cell.isRaised)
        longest.set(at, Math.max(longest.get(at) ?? 0, cell.beside.length));
    }
  }
  return longest;
}

/** Of a column. */
const LEAST_WIDTH = 4;

/** As its figure is: bold, faint, on the same colour. */
function textBeside(cell: SpanCell): SpanCell {
  if (!cell?.beside || cell.isRaised) return null;
  const { beside, isBold = false, isFaint = false, fill } = cell;
  return { value: beside, kind: "text", isBold, isFaint, ...(fill && { fill }) };
}

/** Where the screen says that there is no figure, so does the sheet. */
const noFigure = ({ kind }: NonNullable<SpanCell>) =>
  !isFigureKind(kind) ? null : { type: String, value: UNKNOWN, align: "right" as const };

function csvCell(cell: SpanCell, format: Format): Cell {
  const text = spanText(cell, format);
  return typeof cell?.value === "number" && cell.value < 0 && cell.kind !== "text" ? { figure: text } : text;
}

/** A cell as the screen shows it. */
export function spanText(cell: SpanCell, format: Format): string {
  if (!cell) return "";
  const { value, kind, decimals, beside } = cell;
  if (!isFigureKind(kind)) return value == null ? "" : String(value);
  const figure = figureText({ kind, decimals }, typeof value === "number" ? value : null, format);
  return beside ? `${figure} ${beside}` : figure;
}
