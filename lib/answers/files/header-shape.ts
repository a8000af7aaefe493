import { numberOf } from "@/lib/contracts/rules/answer-cells";

/** What the first rows of a table look like: which of them name columns and which are answers. */

const isNumber = (text: string) => numberOf(text) !== null || numberOf(text, ",") !== null;
const isDate = (text: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(text);

const isClock = (text: string) => /^-?\d{1,8}:[0-5]\d:[0-5]\d(?:\.\d+)?$/.test(text);

/** A number, a date or a length of time, as answers are and names are not. */
export const isTyped = (text: string): boolean => isNumber(text) || isDate(text) || isClock(text);

/** What stands where there is no answer; it says nothing of what a column holds. */
const PLACEHOLDER = /^(?:[-–.?]+|#?n\/?a|null|nan|\[[^\]]*\]|<[^>]*>)$/i;

type Cells = readonly string[];

export const filledCount = (cells: Cells): number => cells.filter((cell) => cell !== "").length;

/** How many cells most rows have at least: rows of answers may have gaps, rows above the header have few. */
export function usualWidth(rows: readonly Cells[]): number {
  const counts = rows.map(filledCount).toSorted((one, other) => one - other);
  return counts[Math.floor(counts.length * 0.6)] ?? 0;
}

/** Names of columns: a text in most places, hardly a number among them. */
export function isHeaderLike(cells: Cells, width: number): boolean {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length >= Math.max(1, width * 0.6) && filled.filter(isTyped).length <= filled.length * 0.1;
}

/** A row of a title, a date or a filter above the header: a few cells where the table has many. */
export const isTitleLike = (cells: Cells, width: number, isApart: boolean): boolean =>
  filledCount(cells) <= Math.max(1, Math.floor(width / (isApart ? 2 : 3)));

const FEWEST_BELOW = 3;

type Below = { isTyped: boolean; recurs: boolean; values: ReadonlySet<string> };

function columnBelow(rows: readonly Cells[], at: number): Below {
  const cells = rows.map((row) => row[at] ?? "").filter((cell) => cell !== "" && !PLACEHOLDER.test(cell));
  const values = new Set(cells);
  const typed = cells.filter(isTyped).length;
  return {
    isTyped: cells.length >= FEWEST_BELOW - 1 && typed >= cells.length * 0.8,
    recurs: values.size > 1 && values.size * 2 <= cells.length,
    values,
  };
}

/** Columns of texts alone in which no answer recurs; fewer may differ from what stands below by chance. */
const FEWEST_OTHER_TEXTS = 4;

/**
 * Whether a row under names is one more row of the header, by its shape: texts where numbers or dates stand below, and
 * texts that are none of the answers which recur below.
 */
export function isTextRow(names: Cells, row: Cells, below: readonly Cells[]): boolean {
  const [named, filled] = [filledCount(names), filledCount(row)];
  if (below.length < FEWEST_BELOW || filled < named * 0.6 || named < filled * 0.6) return false;
  const found = { typed: 0, texts: 0, others: 0 };
  for (const [at, cell] of row.entries()) {
    const column = columnBelow(below, at);
    if (cell !== "" && isTyped(cell)) return false;
    if (column.recurs && column.values.has(cell)) return false;
    if (column.isTyped) found.typed += 1;
    if (cell === "" || PLACEHOLDER.test(cell)) continue;
    if (column.isTyped) found.texts += 1;
    else if (column.recurs) found.others += 1;
  }
  if (found.typed > 0 && found.texts < found.typed * 0.8) return false;
  return found.texts >= 2 || (found.texts === 1 && found.others >= 2) || found.others >= FEWEST_OTHER_TEXTS;
}

/** Whether the rows below a header have numbers or dates in some column of it. */
export const hasTypedColumn = (names: Cells, below: readonly Cells[]): boolean =>
  names.some((name, at) => name !== "" && !isTyped(name) && columnBelow(below, at).isTyped);
