/** Writing CSV that any spreadsheet reads and none runs. */
export type PlainCell = string | number | boolean | null | undefined;

/** A negative figure as the screen writes it, made by our own format. */
type ShownFigure = { figure: string };

export type Cell = PlainCell | ShownFigure;

/**
 * One row: RFC 4180, with CRLF. What a spreadsheet would take for a formula is written behind an apostrophe, and then
 * is text: a text that begins with one of `FORMULA_SIGNS`, a tab or a carriage return, and such a sign inside a text
 * behind what may begin a cell. Where semicolons or tabs separate cells, the quotes of all but a line's first cell stand inside
 * a cell, so that quoting holds neither these nor line breaks together. Numbers are left alone, figures as the screen
 * shows them too: behind an apostrophe the negative ones would be missing in a sum.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Signs that begin a formula, as part of a character class: `= + - @`, and every other form of them, which spreadsheets
 * in some languages read as the plain one (full width, small, raised, lowered, doubled, and the minus of mathematics).
 */
export const FORMULA_SIGNS =
  "=+\\-@\u207a\u207b\u207c\u208a\u208b\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20";

/** The places in a text that an apostrophe makes safe. */
const RUNS = new RegExp(`^(?=[${FORMULA_SIGNS}\\t\\r])|(?<=[;\\t\\r\\n])(?="*[${FORMULA_SIGNS}])`, "g");

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object")
    return quoted(NEGATIVE.test(cell.figure) ? cell.figure : cell.figure.replace(RUNS, "'"));
  if (typeof cell !== "string") return String(cell);
  return quoted(cell.replace(RUNS, "'"));
}

/** A negative figure and no more: with a letter beside it, a spreadsheet would look for something of that name. */
const NEGATIVE = /^-\$?\d[\d.,\u00a0]*%?$/;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Spreadsheets read a file with this at its beginning as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";
