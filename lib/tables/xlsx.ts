import { Readable } from "node:stream";
import writeExcelFile from "write-excel-file/node";
import type { Cell } from "./csv";
import type { FormatSettings } from "./format";
import { newSheet, type SheetHead, workbookOf } from "./sheet";

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * The package holds the whole sheet in memory and lets nothing else run while it writes: 15,000 rows of eleven cells
 * take a second and 100 MB, and more take as much more. Excel itself ends at 1,048,576.
 */
export const XLSX_MOST_ROWS = 20_000;

/** A sheet whose first row names the columns, bold and in its place while the rest is scrolled. */
export async function xlsxStream(
  sheet: string,
  heads: readonly SheetHead[],
  chunks: AsyncIterable<readonly Cell[][]>,
  { timeZone }: Pick<FormatSettings, "timeZone">,
): Promise<ReadableStream> {
  const written = newSheet(heads, timeZone);
  for await (const chunk of chunks) for (const row of chunk) written.add(row);
  const { rows } = written;
  const columns = written.columns();
  const printed = [{ name: sheet, repeats: { from: 1, to: 1 } }];
  // The declared type leaves out that calls without a stream of their own are given one.
  const toStream = writeExcelFile(rows, { sheet, columns, stickyRowsCount: 1 }, workbookOf(printed))
    .toStream as () => Promise<Readable>;
  return Readable.toWeb(await toStream()) as ReadableStream;
}
