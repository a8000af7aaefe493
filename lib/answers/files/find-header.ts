import type { FileLayout } from "@/lib/contracts/interfaces/answers";
import { unreadable } from "./answer-file";
import { areImportIds, areOptionsBelow, areResponses, type FirstRow, type Header, readHeader } from "./header";
import { filledCount, hasTypedColumn, isHeaderLike, isTextRow, isTitleLike, usualWidth } from "./header-shape";

/** How many rows of a table are looked at to find its header. */
const FIRST_ROWS = 40;
/** Rows of titles above a header. */
const MOST_ABOVE = 20;

/** How many rows have to be read to find the header of a file with this layout. */
export const firstRowCount = ({ headerRow = 1 }: FileLayout): number => headerRow + FIRST_ROWS;

export type FoundHeader = Header & {
  /** Its rows in the file, from the first to the last. */
  firstRow: number;
  lastRow: number;
  /** Cells of its longest row. */
  width: number;
};

type Rows = readonly FirstRow[];

/** The header of a table by its first rows that are not blank: where a person says it is, else by the shape of rows. */
export function findHeader(first: Rows, layout: FileLayout): FoundHeader | null {
  if (first.length === 0) return null;
  const rows = first.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.trim()) }));
  const at = layout.headerRow === undefined ? headerPlace(rows) : chosenPlace(rows, layout.headerRow);
  const count = layout.headerRows ?? headerRowCount(rows.slice(at));
  const own = rows.slice(at, at + count);
  const { columns, notices, timeZone } = readHeader(own);
  const firstRow = own[0]?.row ?? 1;
  return {
    columns,
    ...(timeZone !== undefined && { timeZone }),
    notices: [...aboveNotice(firstRow, at), ...notices],
    ...{ firstRow, lastRow: own.at(-1)?.row ?? firstRow },
    width: Math.max(...own.map(({ cells }) => cells.length)),
  };
}

function aboveNotice(row: number, above: number): string[] {
  if (above === 0) return [];
  const which =
    row === 2 ? "Row 1 stands above the header and is" : `Rows 1 to ${row - 1} stand above the header and are`;
  return [`${which} not read: row ${row} names the columns.`];
}

function chosenPlace(rows: Rows, headerRow: number): number {
  const at = rows.findIndex(({ row }) => row === headerRow);
  if (at < 0) throw unreadable(`Row ${headerRow} has nothing in it: choose another row as the header.`);
  return at;
}

/** Title rows are passed over only where a row follows that names columns; in doubt the first row is the header. */
function headerPlace(rows: Rows): number {
  const width = usualWidth(rows.map(({ cells }) => cells));
  const behindBlank = rows.findIndex(({ row }, at) => at > 0 && isBlankBefore(rows, at, row));
  if (behindBlank > 0 && areNarrower(rows, behindBlank) && isHeaderAt(rows, behindBlank, width)) return behindBlank;
  for (const [at, { cells }] of rows.slice(0, MOST_ABOVE).entries()) {
    if (at > 0 && isHeaderAt(rows, at, width)) return at;
    if (at === 0 && isHeaderLike(cells, width)) return 0;
    if (!isTitleLike(cells, width, at < behindBlank) || areOptionsUnder(rows, at)) return 0;
  }
  return 0;
}

/** Whether each row above has fewer cells than this one. */
function areNarrower(rows: Rows, at: number): boolean {
  const named = filledCount(rows[at]?.cells ?? []);
  return at <= MOST_ABOVE && rows.slice(0, at).every(({ cells }) => filledCount(cells) < named);
}

const isBlankBefore = (rows: Rows, at: number, row: number): boolean => row > (rows[at - 1]?.row ?? row) + 1;

/** Also a question of one column with many options has few names in the first row: the next one has its options. */
function areOptionsUnder(rows: Rows, at: number): boolean {
  const [names, under] = [rows[at]?.cells ?? [], rows[at + 1]?.cells ?? []];
  return filledCount(names) > 1 && areOptionsBelow(names, under);
}

/** Names that nothing below tells from texts are a header only behind a blank row, or where titles had far fewer cells. */
const FEWEST_NAMES = 4;

function isHeaderAt(rows: Rows, at: number, width: number): boolean {
  const { cells, row } = rows[at] ?? { cells: [], row: 0 };
  if (filledCount(cells) < 2 || at === rows.length - 1) return false;
  if (areOptionsUnder(rows, at)) return true;
  if (!isHeaderLike(cells, width)) return false;
  const below = rows.slice(at + 1).map((each) => each.cells);
  return isBlankBefore(rows, at, row) || filledCount(cells) >= FEWEST_NAMES || hasTypedColumn(cells, below);
}

function headerRowCount(rows: Rows): number {
  const [names = [], second, third] = rows.map(({ cells }) => cells);
  if (second === undefined) return 1;
  if (third && areImportIds(third)) return 3;
  if (areOptionsUnder(rows, 0) || areResponses(second)) return 2;
  const below = (from: number) => rows.slice(from).map(({ cells }) => cells);
  // A third row of texts would hide by itself that the second is one.
  if (third && isTextRow(names, third, below(3)) && isTextRow(names, second, below(3))) return 3;
  return isTextRow(names, second, below(2)) ? 2 : 1;
}
