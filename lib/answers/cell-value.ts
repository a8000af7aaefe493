import type { RawCell, RawScalar } from "./files/answer-file";

/** How cells are compared and read as numbers. */
export type DecimalSign = "." | ",";

/** Array.isArray would not tell the type of a list that cannot be changed. */
export const isList = (cell: RawCell): cell is readonly RawScalar[] => Array.isArray(cell);

export const isBlank = (cell: RawCell): boolean =>
  cell === null || (typeof cell === "string" && cell.trim() === "") || (isList(cell) && cell.length === 0);

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** The number that a cell is, exactly as written; null when it is none. */
export function numberOf(cell: RawScalar, decimal: DecimalSign = "."): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== "string") return null;
  const given = cell.trim();
  const text = decimal === "," ? given.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")) : given;
  const digits = PLAIN.test(text) ? text : THOUSANDS.test(text) ? text.replaceAll(",", "") : null;
  if (digits === null) return null;
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

/** The text by itself: a cell may be a view into a megabyte of its file, which would be kept with it. */
export const detached = (text: string): string => ` ${text}`.slice(1);

/** Digits beyond which numbers that differ would become one. */
const EXACT_DIGITS = 15;

/** One text for all ways to write a value: 1, "1", "01" and "1.0" are one; texts count without outer blanks. */
export function cellKey(cell: RawScalar): string {
  if (typeof cell === "number") return String(cell === 0 ? 0 : cell);
  if (cell === null) return "";
  const text = String(cell).trim();
  if (text.length > EXACT_DIGITS || !PLAIN.test(text)) return text;
  const value = Number(text);
  return String(value === 0 ? 0 : value);
}
