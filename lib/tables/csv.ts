/** Writing CSV that any spreadsheet reads and none runs. */
export type Cell = string | number | boolean | null | undefined;

/**
 * One row: RFC 4180, with CRLF. A text that a spreadsheet would take for a formula (it begins with `= + - @`, a tab
 * or a carriage return) is written behind an apostrophe, which spreadsheets show as text; numbers are left alone.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets read a file with this at its beginning as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";
