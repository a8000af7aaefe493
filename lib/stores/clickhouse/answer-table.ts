import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";

/**
 * The table of a revision: one row a response, its id once. A question's answers stand in `<column>`, typed by its
 * kind and null (a multiple one: empty) without an answer, and why there is none in `<column>_m`.
 */
export const fixedColumns = {
  /** Place in the import that brought it, from 0; then in the file's order. */
  row: "_row",
  id: "_id",
  /** When the response was given, UTC; null: not known, and in no trend. */
  time: "_time",
  end: "_end",
  /** 1: excluded for quality. */
  excluded: "_excluded",
  /** The revision that brought this state of the response. */
  revision: "_revision",
} as const;

const fixedTypes: Record<keyof typeof fixedColumns, string> = {
  row: "UInt64",
  id: "String",
  time: "Nullable(DateTime64(3, 'UTC'))",
  end: "Nullable(DateTime64(3, 'UTC'))",
  excluded: "UInt8",
  revision: "UInt64",
};

const answerTypes: Record<QuestionKind, string> = {
  numeric: "Nullable(Float64)",
  scale: "Nullable(UInt16)",
  single: "Nullable(UInt16)",
  multiple: "Array(UInt16)",
  open: "Nullable(String)",
  date: "Nullable(DateTime64(3, 'UTC'))",
};

/**
 * The values of `<column>_m`. For a multiple-choice question without an answer, the bits above them say which of the
 * question's restorable codes its columns had: a bit for each, by its place in the list.
 */
export const missingMark = { answered: 0, not_asked: 1, no_answer: 2 } as const;

const MARK_BITS = 2;
const MARKS = 2 ** MARK_BITS - 1;
const LARGEST_MARK = 2 ** 32 - 1;

/** The bits of these restorable codes; those without a place have none. */
export const restorableMark = (codes: readonly string[], places: readonly string[] = []): number =>
  places.reduce((sum, code, place) => (codes.includes(code) ? sum + 2 ** (MARK_BITS + place) : sum), 0);

/** Only why there is no answer. */
export const withoutCodes = (mark: string): string => `toUInt8(bitAnd(${mark}, ${MARKS}))`;

/** Only which restorable codes there were, of two answers together. */
export const codesOfBoth = (one: string, other: string): string =>
  `bitAnd(bitOr(${one}, ${other}), ${LARGEST_MARK - MARKS})`;

const MOST_IN_8_BITS = 8 - MARK_BITS;

const markType = ({ restorableCodes = [] }: Question): string =>
  restorableCodes.length > MOST_IN_8_BITS ? "UInt32" : "UInt8";

export const missingColumn = (column: string): string => `${column}_m`;

const NAME = /^[a-z_][a-z0-9_]{0,63}$/;

/** A table's or column's name as it stands in SQL. Ours are plain; anything else would be somebody's injection. */
export function identifier(name: string): string {
  if (!NAME.test(name)) throw new Error("A name of the answer store is not one of ours.");
  return name;
}

/** A name for a revision's table that is nobody else's, also where installations share a store. */
export const newTableName = (): string => `answers_${crypto.randomUUID().replaceAll("-", "")}`;

/** What stands beside a revision's table and is used as long as it is (`excluded-rows.ts`, `excluded-hours.ts`). */
const beside = ["excluded", "hours"] as const;

/** The name of what stands beside a table. */
export const besideTable = (what: (typeof beside)[number] | "staging", table: string): string =>
  identifier(`${what}_${table.slice(table.indexOf("_") + 1)}`);

/** All that stands beside a table for as long as it does. */
export const allBeside = (table: string): string[] => beside.map((what) => besideTable(what, table));

const NAMED = new RegExp(`(?<!\\w)(answers|${beside.join("|")})_[0-9a-f]{32}(?!\\w)`, "g");

/** The tables of revisions that a statement names. Values are bound, so that its text holds no other such name. */
export const tablesNamed = (statement: string): string[] => [...new Set(statement.match(NAMED))];

/** A row of a revision's table by one number: the revision that brought it, and its place in that. */
export const rowKey = `(${fixedColumns.revision} * ${2 ** 40} + ${fixedColumns.row})`;

/** Every column of a revision's table with its type, in order. */
export function tableColumns(
  questions: readonly Question[],
  weights: readonly Weight[],
): [name: string, type: string][] {
  const fixed = Object.entries(fixedColumns).map(([key, name]): [string, string] => [
    name,
    fixedTypes[key as keyof typeof fixedColumns],
  ]);
  const answers = questions.flatMap((question): [string, string][] =>
    question.column === null
      ? []
      : [
          [question.column, answerTypes[question.kind]],
          [missingColumn(question.column), markType(question)],
        ],
  );
  return [...fixed, ...answers, ...weights.map(({ column }): [string, string] => [column, "Nullable(Float64)"])];
}

/** The hour of a response, by which figures are kept added up. */
export const hourSql = `toStartOfHour(${fixedColumns.time})`;

/** Columns above which a part is one file: a file for each would be more than a process may open. */
const MOST_FILES = 1000;

/**
 * How a table of so many columns lies on disk. Buffers grow as they are needed: those of the usual size are megabytes a
 * column, for each insert and each merge that runs beside it.
 */
export function partSettings(columns: number): string {
  const buffers = "min_columns_to_activate_adaptive_write_buffer = 1";
  return columns > MOST_FILES ? `${buffers}, min_bytes_for_wide_part = ${1024 ** 4}` : buffers;
}

/**
 * `engine`: the table engine's name, a setting. In the order of time, which trends read ranges of. `projections`: what
 * the engine keeps beside the rows (`new-table.ts`).
 */
export function createTable(
  table: string,
  columns: readonly [name: string, type: string][],
  engine: string,
  projections: readonly string[] = [],
): string {
  const list = [...columns.map(([name, type]) => `${identifier(name)} ${type}`), ...projections].join(", ");
  const { time, id } = fixedColumns;
  return `CREATE TABLE ${identifier(table)} (${list}) ENGINE = ${engine} ORDER BY (${time}, ${id}) SETTINGS allow_nullable_key = 1, ${partSettings(columns.length)}`;
}
