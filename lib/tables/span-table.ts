import type { ExportFormat } from "@/lib/contracts/exports";
import { figureText, type Kind } from "./column";
import { BYTE_ORDER_MARK, type Cell, csvRow, type PlainCell } from "./csv";
import { type Format, type FormatSettings, UNKNOWN } from "./format";
import { formatOf, sheetCell, sheetLines, WORKBOOK, wallTimeIn } from "./sheet";

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
  /** A short text beside a figure, which stays a figure. */
  beside?: string;
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
};

/** A table with spanning heads as a file: as the screen shows it, or with figures as figures in the screen's format. */
export async function spanTableBlob(
  { rows, sticky, widths, foot }: SpanTable,
  { form, format, sheet }: { form: Extract<ExportFormat, "csv" | "xlsx">; format: Format; sheet: string },
): Promise<Blob> {
  if (form === "csv") {
    const lines = [...rows.map((row) => row.map((cell) => csvCell(cell, format))), [], ...foot.map((line) => [line])];
    return new Blob([BYTE_ORDER_MARK, ...lines.map(csvRow)], { type: "text/csv;charset=utf-8" });
  }
  const { default: writeXlsx } = await import("write-excel-file/universal");
  const { data, ...options } = sheetOf({ rows, sticky, widths, foot }, format.settings);
  return writeXlsx(data, { sheet, ...options }, WORKBOOK).toBlob();
}

/** A table as the writer of spreadsheets takes it: cells, widths and what stays in view. */
export function sheetOf({ rows, sticky, widths, foot }: SpanTable, { timeZone }: Pick<FormatSettings, "timeZone">) {
  const wallTime = wallTimeIn(timeZone);
  const cells = rows.map((row) =>
    row.map((cell) => {
      const written = cell && (sheetCell(cell.value, cell.kind, wallTime) ?? noFigure(cell));
      if (!cell || !written) return null;
      const { isBold = false, isFaint = false, fill, across = 1, down = 1, decimals, beside } = cell;
      const figure = formatOf(cell.kind, decimals);
      return {
        ...written,
        ...(written.type === Number && { format: beside ? `${figure} "${beside}"` : figure }),
        ...(isFaint && { textColor: FAINT }),
        ...(fill && { backgroundColor: fill }),
        ...(isBold && { fontWeight: "bold" as const }),
        ...(across > 1 && { columnSpan: across }),
        ...(down > 1 && { rowSpan: down }),
      };
    }),
  );
  const under = foot.length > 0 ? [[], ...sheetLines(foot)] : [];
  return {
    data: [...cells, ...under],
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: sticky.rows,
    stickyColumnsCount: sticky.columns,
    orientation: "landscape" as const,
  };
}

/** Where the screen says that there is no figure, so does the sheet. */
const noFigure = ({ kind }: NonNullable<SpanCell>) =>
  kind === "text" || kind === "instant" ? null : { type: String, value: UNKNOWN, align: "right" as const };

function csvCell(cell: SpanCell, format: Format): Cell {
  const text = spanText(cell, format);
  return typeof cell?.value === "number" && cell.value < 0 && cell.kind !== "text" ? { figure: text } : text;
}

/** A cell as the screen shows it. */
export function spanText(cell: SpanCell, format: Format): string {
  if (!cell) return "";
  const { value, kind, decimals, beside } = cell;
  if (kind === "text" || kind === "instant") return value == null ? "" : String(value);
  const figure = figureText({ kind, decimals }, typeof value === "number" ? value : null, format);
  return beside ? `${figure} ${beside}` : figure;
}
