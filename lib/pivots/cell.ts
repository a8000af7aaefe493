import type { CellRequest, PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { datePartOf, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import type { Items } from "./items";
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

/** The questions that a cell is of, whose answers are shown first. */
export const questionsOfCell = (asked: PivotRequest, { items }: Pick<Made, "items">, cell: Cell): string[] =>
  questionsOfTable(items ? placeOfItem(items, cell) : asked);

/** The questions in the rows and columns of a table. */
export function questionsOfTable({ rows, columns }: Pick<PivotRequest, "rows" | "columns">): string[] {
  const ids = [...rows, ...columns].map((id) => datePartOf(id)?.questionId ?? id);
  return [...new Set(ids)].filter((id) => id !== RESPONSE_TIME);
}

type Asked = { cell: Cell; shown: readonly string[]; page: number };

/** What is asked of the service for a cell of a table that was asked for. */
export function cellRequest(asked: PivotRequest, made: Pick<Made, "table" | "nets" | "items">, of: Asked): CellRequest {
  const { projectId, filter, weight, includeExcluded, baseRule, timeZone } = asked;
  const { filter: ofCell = [], ...place } = made.items
    ? placeOfItem(made.items, of.cell)
    : { ...placeOf(asked, made, of.cell), filter: [] };
  return {
    ...{ projectId, filter: [...filter, ...ofCell], baseRule, page: of.page, page_size: CELL_PAGE },
    ...(weight !== undefined && { weight }),
    ...(includeExcluded && { includeExcluded }),
    ...(timeZone !== undefined && { timeZone }),
    ...place,
    questions: [...of.shown],
  };
}

type Place = Pick<CellRequest, "rows" | "columns" | "rowCodes" | "columnCodes" | "measured">;

function placeOf(
  asked: PivotRequest,
  { table, nets }: Pick<Made, "table" | "nets">,
  { row, column, value }: Cell,
): Place {
  const { rows: ofTable, columns } = asked;
  // A cell of a banner is one of its question's own table; its total is of everybody.
  const [first, ...rest] = table.columnCodes[column] ?? [];
  const own = first === undefined ? [] : columns.slice(first, first + 1);
  const at = table.spans ? { columns: own, columnCodes: rest } : { columns, columnCodes: table.columnCodes[column] };
  const codes = table.rowCodes[row] ?? [];
  const isOption = Boolean(nets) && isInNoNet(codes);
  const [rows, rowCodes] = isOption ? [ofTable.slice(1), codes.slice(1)] : [ofTable, codes];
  return {
    ...{ rows, rowCodes, columns: at.columns, columnCodes: at.columnCodes ?? [] },
    ...(value.questionId !== null && { measured: value.questionId }),
  };
}

/** A cell of an item is one of the item's own table; several options are its total, filtered by them. */
function placeOfItem({ items, columns, spans }: Items, { row, column }: Cell): Place & { filter: FilterItem[] } {
  const [id, shown] = [items[row]?.id ?? "", columns[column]];
  const [span, ...columnCodes] = (shown?.banner?.codes ?? []).map(Number);
  const options = shown?.of === "share" ? shown.options.map(({ codes }) => Number(codes[0])) : [];
  const isOne = shown?.kind === "option";
  return {
    ...{ rows: [id], rowCodes: isOne ? options : [] },
    ...{ columns: spans.slice(span ?? 0, (span ?? -1) + 1).map((each) => each.id), columnCodes },
    ...(shown?.of === "mean" && { measured: id }),
    filter: shown?.of === "share" && !isOne ? [{ questionId: id, operator: "in", value: options }] : [],
  };
}

/** Where a cell stands: each dimension with its member, "Total" without any. */
export function cellWords({ table, titles, items }: Pick<Made, "table" | "titles" | "items">, cell: Cell): string {
  const { row, column } = cell;
  if (items) {
    const { label, banner } = items.columns[column] ?? {};
    const group = banner && banner.labels.length > 1 ? `${banner.labels[0]}: ` : "";
    const shows = banner && (items.beside?.of === "mean" ? "Mean" : "Top 2");
    return [items.items[row]?.title, shows, `${group}${label}`].filter(Boolean).join(" · ");
  }
  // An answer that is missing is in no net.
  const side = (labels: readonly string[] = [], names: readonly string[]) =>
    labels.flatMap((label, at) => (label === "" ? [] : [`${names[at]}: ${label}`]));
  const path = table.columns[column] ?? [];
  const across = table.spans ? (path.length > 0 ? [path.join(": ")] : []) : side(path, titles.columns);
  const words = [...side(table.rows[row], titles.rows), ...across];
  return words.length > 0 ? words.join(" · ") : "Total";
}
