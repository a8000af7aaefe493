import type { ExportFormat } from "@/lib/contracts/ours/exports";
import { loadPart } from "@/lib/http/load-part";
import { fileCells, fileColumns, type TableColumn } from "./column";
import { BYTE_ORDER_MARK, csvRow } from "./csv";
import type { Format } from "./format";
import { newSheet, sheetLines, TITLE_STYLE, workbookOf } from "./sheet";

type As = {
  form: ExportFormat;
  format: Format;
  sheet: string;
  /** What the table is, a line each, above its columns; not in a file of full values, which programs read. */
  head?: readonly string[];
};

/** A whole table as a file that a browser writes by itself. */
export async function tableBlob<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { form, format, sheet, head = [] }: As,
): Promise<Blob> {
  const shown = fileColumns(columns, null, form);
  const cells = rows.map((row) => fileCells(shown, row, { form, format }));
  if (form !== "xlsx") {
    const lines = [shown.map(({ header }) => header), ...cells].map(csvRow);
    const above = form === "csv" && head.length > 0 ? [...head.map((line) => [line]), []].map(csvRow) : [];
    return new Blob([BYTE_ORDER_MARK, ...above, ...lines], { type: "text/csv;charset=utf-8" });
  }
  // Only whoever wants a workbook loads what writes one.
  const { default: writeXlsx } = await loadPart(() => import("write-excel-file/universal"));
  const written = newSheet(shown, format.settings.timeZone);
  for (const row of cells) written.add(row);
  const widths = written.columns().map(({ width }) => width);
  const [title = [], ...lines] = sheetLines(head, widths);
  const titled = title.map((cell) => cell && typeof cell === "object" && { ...cell, ...TITLE_STYLE, height: 20 });
  const above = head.length > 0 ? [titled, ...lines, []] : [];
  const options = { sheet, columns: written.columns(), stickyRowsCount: above.length + 1 };
  const repeats = { from: above.length + 1, to: above.length + 1 };
  return writeXlsx([...above, ...written.rows], options, workbookOf([{ name: sheet, repeats }])).toBlob();
}
