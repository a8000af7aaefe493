import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import type { BaseRule } from "@/lib/contracts/terms/pivot";
import { AppError } from "@/lib/http/problem";
import { numberSql, questionOf, type Reading } from "./answer-sql";
import { type DimensionSql, dimensionSql } from "./dimension-sql";
import { type ExcludedRows, isCountedSql } from "./excluded-rows";
import { conditions } from "./filter-sql";

/** Which responses a table is made of, and how it divides them. */
export type Divided = {
  table: string;
  questions: readonly Question[];
  /** Ids of dimensions, outermost first. */
  rows: readonly string[];
  columns: readonly string[];
  filter: readonly FilterItem[];
  weight: Weight | null;
  baseRule: BaseRule;
  /** IANA; the calendar of parts of dates. */
  timeZone: string;
  /** Of the table; they count where `includeExcluded` says so. */
  excluded: ExcludedRows;
  includeExcluded: boolean;
};

type Dimensions = { rows: DimensionSql[]; columns: DimensionSql[] };

export const dimensionsOf = (question: Divided, reading: Reading): Dimensions => ({
  rows: question.rows.map((id) => dimensionSql(reading, id, question)),
  columns: question.columns.map((id) => dimensionSql(reading, id, question)),
});

/** Which responses are in the table at all, whatever their weight. */
export function rowsOf(question: Divided, reading: Reading, { rows, columns }: Dimensions): string {
  const { filter, excluded, includeExcluded } = question;
  return [
    ...(includeExcluded ? [] : [isCountedSql(excluded)]),
    ...[...rows, ...columns].map(({ isIn }) => isIn).filter((each) => each !== "1"),
    ...(filter.length > 0 ? [conditions(filter, reading)] : []),
    "1",
  ].join(" AND ");
}

export function numbersOf(reading: Reading, id: string): string {
  const numbers = numberSql(reading, questionOf(reading, id));
  if (numbers !== null) return numbers;
  throw new AppError(
    "invalid",
    `“${id}” has no numbers to take a mean, a sum, a minimum or a maximum of. Count it, or give its options values.`,
  );
}

/** Where a response stands under a key of a dimension: 0 or 1. */
export function isUnder({ params }: Reading, dimension: DimensionSql | undefined, key: number): string {
  if (!dimension) throw new Error("A cell has more keys than its table has dimensions.");
  const wanted = params.bind(key, "Int64");
  return dimension.hasSeveral ? `has(${dimension.keys}, ${wanted})` : `(${dimension.keys}) = ${wanted}`;
}
