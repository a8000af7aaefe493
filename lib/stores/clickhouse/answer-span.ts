import { chunked } from "@/lib/chunked";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { hasMean, hasShares } from "@/lib/contracts/rules/question-rules";
import { inBaseSql } from "./answer-sql";
import { fixedColumns, identifier } from "./answer-table";
import { type Limits, readRows, untilTogether } from "./client";
import { type ExcludedRows, isCountedSql } from "./excluded-rows";
import { readingOf } from "./reading";
import { momentsOf, numbersOf } from "./trend-sql";

/** Epoch milliseconds. */
export type AnswerSpan = { first: number; last: number };

type Of = {
  table: string;
  questions: readonly Question[];
  /** Of the table; they count where `includeExcluded` says so. */
  excluded: ExcludedRows;
  includeExcluded: boolean;
};

/** A statement that names more questions takes longer to plan than two of half as many. */
const QUESTIONS_AT_ONCE = 500;

const DAY_MS = 86_400_000;
const { time } = fixedColumns;

/**
 * When the first and the last of the responses were given that count and answer a question that a trend can draw, by its
 * mean or its options; null where none of these has a time. Rows lie in the order of time, so only those of the table's
 * first and last day are read, unless nobody answered anything then.
 */
export async function readAnswerSpan(of: Of, given: Limits): Promise<AnswerSpan | null> {
  const limits = untilTogether(given);
  const ofTable = spanIn(await readRows(`SELECT ${ENDS} FROM ${identifier(of.table)}`, {}, limits()));
  if (!ofTable) return null;
  const atEnds = await answeredSpan(of, ofTable, limits());
  const reachesBoth = atEnds && atEnds.first < ofTable.first + DAY_MS && atEnds.last > ofTable.last - DAY_MS;
  return reachesBoth ? atEnds : answeredSpan(of, null, limits());
}

const moments = momentsOf(time, time);
const ENDS = `count(${time}) AS times, ${moments.first} AS first_at, ${moments.last} AS last_at`;

/** Of nulls alone no time is the first. */
function spanIn([ends]: readonly { times: number; first_at: number; last_at: number }[]): AnswerSpan | null {
  return ends && ends.times > 0 ? { first: ends.first_at, last: ends.last_at } : null;
}

/** `ends`: only the first and the last day of this span are read; null: all rows. */
async function answeredSpan(
  { table, questions, excluded, includeExcluded }: Of,
  ends: AnswerSpan | null,
  limits: Limits,
): Promise<AnswerSpan | null> {
  const drawable = questions.filter((question) => hasMean(question) || hasShares(question));
  const spans = await Promise.all(
    chunked(drawable, QUESTIONS_AT_ONCE).map(async (some) => {
      const reading = readingOf({ table, questions });
      const moment = (at: number) => `fromUnixTimestamp64Milli(${reading.params.bind(at, "Int64")}, 'UTC')`;
      const isAnswered = some.map((question) =>
        hasMean(question) ? `isNotNull(${numbersOf(reading, question)})` : inBaseSql(reading, question),
      );
      const where = [
        `isNotNull(${time})`,
        ...(ends ? [`(${time} < ${moment(ends.first + DAY_MS)} OR ${time} > ${moment(ends.last - DAY_MS)})`] : []),
        ...(includeExcluded ? [] : [isCountedSql(excluded)]),
        `(${isAnswered.join(" OR ")})`,
      ];
      const query = `SELECT ${ENDS} FROM ${identifier(table)} WHERE ${where.join(" AND ")}`;
      return spanIn(await readRows(query, reading.params.values, limits));
    }),
  );
  const found = spans.filter((span) => span !== null);
  if (found.length === 0) return null;
  return {
    first: Math.min(...found.map(({ first }) => first)),
    last: Math.max(...found.map(({ last }) => last)),
  };
}
