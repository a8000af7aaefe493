import "server-only";
import * as z from "zod";
import { type ExportFormat, exportInputSchema } from "@/lib/contracts/ours/exports";
import type { ResultFile } from "@/lib/jobs/kind";
import { columnKinds } from "@/lib/tables/column";
import { BYTE_ORDER_MARK, type Cell, csvRow } from "@/lib/tables/csv";
import { XLSX_TYPE, xlsxStream } from "@/lib/tables/xlsx";
import { formatSettingsSchema } from "./stored-tables";

/** What a file is written of, beside its rows. */
export const fileHeadSchema = z.object({
  title: z.string(),
  format: exportInputSchema.shape.format,
  heads: z.array(z.object({ header: z.string(), kind: z.enum(columnKinds) })),
  settings: formatSettingsSchema,
});
type FileHead = z.output<typeof fileHeadSchema>;

const fileName = (title: string, format: ExportFormat, at: Date) =>
  `${title} ${at.toISOString().slice(0, 10)}.${format === "xlsx" ? "xlsx" : "csv"}`;

/** A file whose rows are read while it is written. */
export async function tableFile(
  { title, format, heads, settings }: FileHead,
  at: Date,
  chunks: AsyncIterable<Cell[][]>,
): Promise<ResultFile> {
  const name = fileName(title, format, at);
  if (format === "xlsx") return { name, type: XLSX_TYPE, content: await xlsxStream(title, heads, chunks, settings) };
  return { name, type: "text/csv; charset=utf-8", content: csvStream(heads, chunks) };
}

/** Reads a chunk of rows when the one before has been taken, so that no more than one is ever held. */
function csvStream(heads: FileHead["heads"], chunks: AsyncIterable<Cell[][]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvRow(heads.map(({ header }) => header)))),
      pull: async (controller) => {
        const { done, value } = await reader.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value.map(csvRow).join("")));
      },
      cancel: async () => void (await reader.return?.()),
    },
    { highWaterMark: 1 },
  );
}
