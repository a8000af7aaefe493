import type { RawCell, RawRow, RawScalar } from "./answer-file";

/** Array.isArray would not tell the type of a list that cannot be changed. */
export const isList = (cell: RawCell): cell is readonly RawScalar[] => Array.isArray(cell);

export const isBlank = (cell: RawCell): boolean =>
  cell === null || (typeof cell === "string" && cell.trim() === "") || (isList(cell) && cell.length === 0);

/** The text by itself: a cell may be a view into a megabyte of its file, which would be kept with it. */
export const detached = (text: string): string => ` ${text}`.slice(1);

/** A row's cells, blank where a formula has failed. */
export function cellsWithoutErrors({ cells, errors }: RawRow): readonly RawCell[] {
  if (!errors) return cells;
  const failed = new Set(errors);
  return cells.map((cell, at) => (failed.has(at) ? null : cell));
}
