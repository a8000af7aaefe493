import { MOST_COLUMNS } from "@/lib/contracts/interfaces/answers";
import { shortened } from "@/lib/contracts/rules/shortened";
import type { Delimiter } from "@/lib/contracts/terms/answers";
import { AppError } from "@/lib/http/problem";
import type { CellUnit } from "./cell-units";

/**
 * A cell as its file has it. Dates are texts: `2020-01-31`, `2020-01-31T09:30:00` (a wall clock without a zone) or
 * `2020-01-31T09:30:00Z`. A whole number that a number cannot hold exactly is a text of its digits.
 */
export type RawScalar = string | number | boolean | null;
export type RawCell = RawScalar | readonly RawScalar[];

/**
 * `row` is the row's number as a person finds it: in a table counted as a spreadsheet does, the header being row 1; in
 * JSON lines the line; in .sav and Parquet the case, from 1. Blank rows are no responses and are left out: a number that
 * is passed over is one. A row with a `problem` (a sentence) cannot be read. `errors`: the places of cells that say how a
 * formula of a workbook failed, and no answer. `doubt`: the place of a cell that can be read, and why it may be wrong.
 */
export type RawRow = {
  row: number;
  cells: readonly RawCell[];
  problem?: string;
  errors?: readonly number[];
  doubt?: { at: number; reason: string };
};

export type ValueLabel = { value: string | number; label: string };

/** Ends of a range are in it; null is open. */
type FileMissing = {
  values: readonly (string | number)[];
  ranges: readonly { low: number | null; high: number | null }[];
};

export type FileColumn = {
  /** Unique in the file. */
  name: string;
  /** The question's text where the file has one beside the name. */
  label?: string;
  /** What the file itself says its cells are. */
  hint?: "number" | "text" | "date" | "datetime" | "boolean" | "list";
  /** What its numbers count, where the file shows them with it. */
  unit?: CellUnit;
  valueLabels?: readonly ValueLabel[];
  missing?: FileMissing;
  measure?: "nominal" | "ordinal" | "scale";
  /** Bytes that a text has at most. */
  width?: number;
  /** The question of a header of two rows, and the option that this column stands for. */
  part?: { question: string; option: string };
};

export type MultipleSet = { name: string; label: string; columns: readonly string[] } & (
  | { form: "flags"; chosen: string | number }
  | { form: "choices" }
);

export type FileFormat = "csv" | "xlsx" | "parquet" | "sav" | "jsonl";

/** Where a table was read in its file. */
type TableInFile = {
  /** Names of a workbook's visible sheets, and the one that is read; none in other files. */
  sheets: readonly string[];
  sheet: string | null;
  firstHeaderRow: number;
  /** The first rows that are not blank, of which one can be chosen as the header. */
  first: readonly { row: number; cells: readonly string[] }[];
};

export type AnswerFile = {
  format: FileFormat;
  columns: readonly FileColumn[];
  multipleSets: readonly MultipleSet[];
  /** The column that the file itself names as the weight. */
  weight?: string;
  /** IANA; the zone that the file says its times are of. */
  timeZone?: string | undefined;
  /** The sign between the cells of a text. */
  delimiter?: Delimiter;
  /** The row that the header ends with, in a table that has one. */
  lastHeaderRow?: number;
  /** Of a file in which a person can choose where the table stands. */
  table?: TableInFile;
  /** Rows where the file says how many it has. */
  rowCount?: number;
  /** What a person should know about how it is read: encoding, sheet, repeated names. */
  notices: readonly string[];
  /** All rows in order, some thousand at a time; may be asked for again. Throws an AppError where the file ends early. */
  rows(): AsyncIterable<readonly RawRow[]>;
  close(): Promise<void>;
};

/** Rows that are handed on together: fewer of a table with thousands of columns, so that memory stays in bounds. */
export const BATCH_ROWS = 2_000;
const BATCH_CELLS = 500_000;
export const batchRows = (columns: number): number =>
  Math.min(BATCH_ROWS, Math.max(50, Math.floor(BATCH_CELLS / columns)));

export const unreadable = (sentence: string, cause?: unknown) => new AppError("invalid", sentence, { cause });

export function refuseTooManyColumns(count: number): void {
  if (count <= MOST_COLUMNS) return;
  const [found, most] = [count, MOST_COLUMNS].map((figure) => figure.toLocaleString("en-US"));
  throw unreadable(`The file has ${found} columns; at most ${most} can be read. Leave out those that are not needed.`);
}

/** A name goes into the plan, into ids and into sentences; a longer one is a text that stands in the wrong place. */
const MOST_NAME = 1_000;

export function refuseLongNames(columns: readonly FileColumn[]): void {
  const at = columns.findIndex(({ name }) => name.length > MOST_NAME);
  const name = columns[at]?.name;
  if (name === undefined) return;
  const [length, most] = [name.length, MOST_NAME].map((figure) => figure.toLocaleString("en-US"));
  throw unreadable(
    `The name of column ${at + 1}, “${shortened(name, 40)}”, has ${length} characters; at most ${most} can be read. Shorten it in the file.`,
  );
}

export const emptyFile = () => unreadable("The file is empty.");
export const headerOnly = (row: number) =>
  unreadable(`The file has a header and no rows: row ${row} names the columns, and nothing follows it.`);
