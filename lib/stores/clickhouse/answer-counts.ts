import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion, CountedValue } from "@/lib/contracts/ours/questions";
import { AppError } from "@/lib/http/problem";
import { namedColumns } from "../named-columns";
import { inBaseSql, isInOption, markSql, numberSql, type Reading, storedCodesSql } from "./answer-sql";
import { fixedColumns, identifier, missingMark } from "./answer-table";
import { type Limits, readRows, readTuples } from "./client";
import { type ExcludedRows, isCountedSql } from "./excluded-rows";
import { faultsSql } from "./formula-sql";
import { readingOf } from "./reading";
import { type ColumnSources, withColumns } from "./rewrite-column";

/** A statement of more aggregates takes longer to plan than to run; so does a longer one of fewer. */
const QUESTIONS_AT_ONCE = 100;
const LENGTH_AT_ONCE = 100_000;

/** Where answers stand, and who is excluded there. */
type From = { table: string; excluded: ExcludedRows };

type Asked = From & {
  /** All of the project: those asked for may be made of others. */
  questions: readonly Question[];
  asked: readonly Question[];
  /** Only the responses of these ids, which stand in the statement: few enough for one (`piecesOf`). */
  among?: readonly string[];
  /** Columns that the table does not have, and what they would be made of. */
  sources?: ColumnSources;
};

const NO_SOURCES: ColumnSources = new Map();

/** How often each option was chosen and what the numbers are, of responses that are not excluded for quality. */
export async function readCounts(
  { table, excluded, questions, asked, among, sources = NO_SOURCES }: Asked,
  limits: Limits,
) {
  const found: CountedQuestion[] = [];
  let responses = 0;
  for (const some of together({ table, questions }, asked)) {
    const reading = readingOf({ table, questions });
    const rows = withColumns(reading, table, sources);
    const figures = some.flatMap((question) => figuresOf({ ...reading, rows }, question));
    const isAmong = among ? ` AND ${fixedColumns.id} IN ${reading.params.bind(among, "Array(String)")}` : "";
    const where = `${isCountedSql(excluded)}${isAmong}`;
    const selected = countColumns.inOrder({ responses: ["count()"], questions: figures }).flat();
    const query = `SELECT ${selected.join(", ")} FROM ${rows} WHERE ${where}`;
    const [row = []] = await readTuples<number | number[]>(query, reading.params.values, limits);
    const { at } = countColumns;
    responses = Number(row[at.responses] ?? 0);
    found.push(...some.map((question, place) => countsOf(question, row, at.questions + place * questionFigures.width)));
  }
  return { responses, questions: found };
}

/** Questions as one statement counts them; without any there is one of none, which counts responses. */
function together(from: Pick<Asked, "table" | "questions">, asked: readonly Question[]): Question[][] {
  const reading = readingOf(from);
  let last: Question[] = [];
  let length = 0;
  const parts = [last];
  for (const question of asked) {
    const own = figuresOf(reading, question).join().length;
    if (last.length === QUESTIONS_AT_ONCE || (last.length > 0 && length + own > LENGTH_AT_ONCE)) {
      last = [];
      length = 0;
      parts.push(last);
    }
    last.push(question);
    length += own;
  }
  return parts;
}

/** Of those asked for the ones that can be counted as others are now: one of them is not to take the counts of all away. */
export function countable(from: Pick<Asked, "table" | "questions">, asked = from.questions): Question[] {
  const reading = readingOf(from);
  return asked.filter((question) => {
    try {
      return figuresOf(reading, question).length > 0;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
}

/** What a row holds: how many responses there are, then a block of each question. */
const countColumns = namedColumns(["responses", "questions"]);

/** What is read of each question. `none`: answered by none of its options; `n` to `max`: of its numbers. */
const questionFigures = namedColumns([
  "answered",
  "not_asked",
  "no_answer",
  "none",
  "options",
  "n",
  "min",
  "mean",
  "max",
]);

function figuresOf(reading: Reading, question: Question): string[] {
  const answered = inBaseSql(reading, question);
  const mark = markSql(reading, question);
  const without = (value: number) => `countIf(NOT ${answered} AND ${mark} = ${value})`;
  return questionFigures.inOrder({
    answered: `countIf(${answered})`,
    not_asked: without(missingMark.not_asked),
    no_answer: without(missingMark.no_answer),
    none: `countIf(${answered} AND NOT ${isInOption(reading, question)})`,
    options: optionCounts(reading, question),
    ...numberFigures(reading, question),
  });
}

/** A counter for each code from 0 to the highest: faster than a table of them, and never more than 65,536. */
function optionCounts(reading: Reading, question: Question): string {
  if (question.options.length === 0) return "[]";
  const places = Math.max(...question.options.map(({ code }) => code)) + 1;
  const codes = storedCodesSql(reading, question);
  if (question.kind === "multiple") return `countResampleArray(0, ${places}, 1)(arrayMap(c -> toInt32(c), ${codes}))`;
  return `countResample(0, ${places}, 1)(toInt32(ifNull(${codes}, -1)))`;
}

/** Over all responses, so that no row of another question's answers stands in between. */
function numberFigures(reading: Reading, question: Question) {
  const number = numberSql(reading, question);
  if (number === null) return { n: "0", min: "NULL", mean: "NULL", max: "NULL" };
  return {
    n: `count(${number})`,
    min: `min(${number})`,
    mean: `sumKahan(${number}) / count(${number})`,
    max: `max(${number})`,
  };
}

type Row = readonly (number | number[] | null)[];

/** The figures of the question begin at `first`. */
function countsOf({ id, options }: Question, row: Row, first: number): CountedQuestion {
  const { at } = questionFigures;
  const figure = (name: keyof typeof at) => Number(row[first + at[name]] ?? 0);
  const byCode = row[first + at.options];
  const places = Array.isArray(byCode) ? byCode : [];
  const n = figure("n");
  return {
    ...{ id, answered: figure("answered"), not_asked: figure("not_asked") },
    ...{ no_answer: figure("no_answer"), none: figure("none") },
    counts: options.flatMap(({ code }) => {
      const count = Number(places[code] ?? 0);
      return count > 0 ? [{ code, n: count }] : [];
    }),
    numbers: n > 0 ? { n, min: figure("min"), mean: figure("mean"), max: figure("max") } : null,
  };
}

/** How many responses have no result of a formula since it divides by zero, or since a number is too large; null: it is none. */
export async function readFaults({ table, excluded, questions, asked: [question] }: Asked, limits: Limits) {
  const { derivation } = question ?? {};
  if (!question || derivation?.form !== "formula") return null;
  const reading = readingOf({ table, questions });
  const { zero, large } = faultsSql(question, derivation, reading);
  const query = `SELECT countIf(${zero}) AS by_zero, countIf(${large}) AS large FROM ${identifier(table)} WHERE ${isCountedSql(excluded)}`;
  const [found] = await readRows<{ by_zero: number; large: number }>(query, reading.params.values, limits);
  return { divided_by_zero: found?.by_zero ?? 0, too_large: found?.large ?? 0 };
}

const MOST_VALUES = 100;
/** More of a text is not needed to know it. */
const LONGEST_VALUE = 200;
const TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The answers of a question without options that are there most, as they are stored, of all kinds but dates. */
export async function readValues(
  { table, excluded }: From,
  question: Question,
  limits: Limits,
): Promise<CountedValue[]> {
  const { column, kind } = question;
  if (column === null || (kind !== "numeric" && kind !== "open")) return [];
  const name = identifier(column);
  const value =
    kind === "open" ? `substringUTF8(assumeNotNull(${name}), 1, ${LONGEST_VALUE})` : `assumeNotNull(${name})`;
  return readRows<CountedValue>(
    `SELECT ${value} AS value, count() AS n FROM ${identifier(table)} WHERE ${isCountedSql(excluded)} AND isNotNull(${name})
      GROUP BY value ORDER BY n DESC, value LIMIT ${MOST_VALUES}`,
    {},
    limits,
  );
}

/** The nine tenths of a question's numbers; null when it has none. */
export async function readTenths({ table, excluded, questions, asked: [question] }: Asked, limits: Limits) {
  const reading = readingOf({ table, questions });
  const number = question ? numberSql(reading, question) : null;
  if (number === null) return null;
  const [row] = await readRows<{ tenths: (number | null)[] }>(
    `SELECT quantilesExactInclusive(${TENTHS.join(", ")})(${number}) AS tenths FROM ${identifier(table)}
      WHERE ${isCountedSql(excluded)} AND isNotNull(${number})`,
    reading.params.values,
    limits,
  );
  const tenths = row?.tenths ?? [];
  return tenths.length === TENTHS.length && tenths.every((each) => each !== null) ? (tenths as number[]) : null;
}
