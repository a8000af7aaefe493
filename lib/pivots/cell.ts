import type { CellRequest, PivotRequest } from "@/lib/contracts/interfaces/pivot";
import { datePartOf, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import { isInNoNet } from "./nets";
import type { Made } from "./prepare-pivot";
import type { PivotValue } from "./values";

/** A cell of a table, to be opened. */
export type Cell = { row: number; column: number; value: PivotValue };

/** Respondents of a page. */
export const CELL_PAGE = 50;

/** Whether the service says by codes which members its rows and columns are: without them a cell cannot be asked for. */
export const canOpen = ({ rows, columns, rowCodes, columnCodes }: Made["table"]): boolean =>
  rowCodes.length === rows.length && columnCodes.length === columns.length;

/** The questions that a table is made of, whose answers are shown first. */
export function questionsOfTable({ rows, columns }: Pick<PivotRequest, "rows" | "columns">): string[] {
  const ids = [...rows, ...columns].map((id) => datePartOf(id)?.questionId ?? id);
  return [...new Set(ids)].filter((id) => id !== RESPONSE_TIME);
}

/** What is asked of the service for a cell of a table that was asked for. */
export function cellRequest(
  { projectId, rows: ofTable, columns, filter, weight, includeExcluded, baseRule, timeZone }: PivotRequest,
  { table, nets }: Pick<Made, "table" | "nets">,
  { cell: { row, column, value }, shown, page }: { cell: Cell; shown: readonly string[]; page: number },
): CellRequest {
  // A cell of a banner is one of its question's own table; its total is of everybody.
  const [first, ...rest] = table.columnCodes[column] ?? [];
  const own = first === undefined ? [] : columns.slice(first, first + 1);
  const at = table.spans ? { columns: own, columnCodes: rest } : { columns, columnCodes: table.columnCodes[column] };
  const codes = table.rowCodes[row] ?? [];
  const isOption = Boolean(nets) && isInNoNet(codes);
  const [rows, rowCodes] = isOption ? [ofTable.slice(1), codes.slice(1)] : [ofTable, codes];
  return {
    ...{ projectId, rows, columns: at.columns, filter, baseRule, page, page_size: CELL_PAGE },
    ...(weight !== undefined && { weight }),
    ...(includeExcluded && { includeExcluded }),
    ...(timeZone !== undefined && { timeZone }),
    rowCodes,
    columnCodes: at.columnCodes ?? [],
    ...(value.questionId !== null && { measured: value.questionId }),
    questions: [...shown],
  };
}

/** Where a cell stands: each dimension with its member, "Total" without any. */
export function cellWords({ table, titles }: Pick<Made, "table" | "titles">, { row, column }: Cell): string {
  const side = (labels: readonly string[] = [], names: readonly string[]) =>
    labels.map((label, at) => `${names[at]}: ${label}`);
  const path = table.columns[column] ?? [];
  const across = table.spans ? (path.length > 0 ? [path.join(": ")] : []) : side(path, titles.columns);
  const words = [...side(table.rows[row], titles.rows), ...across];
  return words.length > 0 ? words.join(" · ") : "Total";
}
