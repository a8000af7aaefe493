import "server-only";
import type { AnswerFile } from "@/lib/answers/files/answer-file";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { Opening } from "@/lib/answers/files/scan";
import type { FileLayout, ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedTable } from "@/lib/contracts/ours/imports";
import { columnsOf } from "@/lib/contracts/rules/import-plan";

const SHOWN_ROWS = 12;
const SHOWN_CELLS = 8;
const LONGEST_TEXT = 200;

/** Where the table stands in the file, with the rows of which a person can choose the header. */
export function tableOf({ table, delimiter, lastHeaderRow }: AnswerFile): LookedTable | null {
  if (!table) return null;
  const { sheets, sheet, firstHeaderRow, first } = table;
  const near = first.filter(({ row }, at) => at < SHOWN_ROWS || row === firstHeaderRow);
  const text = (cells: readonly string[]) =>
    cells
      .slice(0, SHOWN_CELLS)
      .map((cell) => cell.slice(0, LONGEST_TEXT))
      .join(" | ");
  return {
    ...{ sheets: [...sheets], sheet, delimiter: delimiter ?? null },
    ...{ header_row: firstHeaderRow, header_rows: headerRows({ table, lastHeaderRow }) },
    rows: near.map(({ row, cells }) => ({ row, text: text(cells).slice(0, LONGEST_TEXT) })),
  };
}

const headerRows = ({ table, lastHeaderRow = 1 }: Pick<AnswerFile, "table" | "lastHeaderRow">): number =>
  table?.first.filter(({ row }) => row >= table.firstHeaderRow && row <= lastHeaderRow).length ?? 1;

/**
 * Where the table stood in the project's file before, if a person chose it and this file has most of the columns of then
 * in that place; else undefined.
 */
export async function usableLayout(
  path: string,
  opening: { name: string } & Opening,
  before: ImportPlan | null,
): Promise<FileLayout | undefined> {
  const layout = before?.layout;
  if (!before || !layout) return undefined;
  // A file without that sheet or row is read as one that nobody chose anything for.
  const file = await openAnswerFile(path, { ...opening, layout }).catch(() => null);
  if (!file) return undefined;
  await file.close();
  const known = new Set([...before.questions.flatMap(columnsOf), ...before.ignored, ...before.weights, before.id]);
  const found = file.columns.filter(({ name }) => known.has(name)).length;
  return found * 2 >= file.columns.length ? layout : undefined;
}
