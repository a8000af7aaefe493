import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import { HEAD_STYLE, workbookOf } from "@/lib/tables/sheet";
import type { Cell } from "./quota-file";

/** Rows as CSV that spreadsheets read as UTF-8 and never run. */
export const quotaCsv = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map((cells) => csvRow(cells))], { type: "text/csv" });

const WIDEST = 60;

/** Rows as a workbook: figures as figures, every text as a text and no formula, the header in its place. */
export async function quotaXlsx(rows: readonly (readonly Cell[])[]): Promise<Blob> {
  // Only whoever wants a workbook loads what writes one.
  const { default: writeXlsx } = await import("write-excel-file/universal");
  const cells = rows.map((row, at) =>
    row.map((cell) => {
      if (cell === null || cell === "") return null;
      if (typeof cell === "number") return { type: Number, value: cell };
      return { type: String, value: cell, ...(at === 0 && HEAD_STYLE) };
    }),
  );
  const columns = (rows[0] ?? []).map((_, at) => {
    const lengths = rows.slice(0, 200).map((row) => String(row[at] ?? "").length);
    return { width: Math.min(WIDEST, Math.max(8, ...lengths) + 2) };
  });
  const workbook = workbookOf([{ name: "Quotas", repeats: { from: 1, to: 1 } }]);
  return writeXlsx(cells, { sheet: "Quotas", columns, stickyRowsCount: 1 }, workbook).toBlob();
}
