import type { FilterItem } from "@/lib/contracts/answer-filter";
import type { Question, Weight } from "@/lib/contracts/answers";
import { AppError } from "@/lib/http/problem";
import { codesSql, numberSql, questionOf, type Reading } from "./answer-sql";
import { fixedColumns, identifier } from "./answer-table";
import { type Limits, readTuples } from "./client";
import { conditions } from "./filter-sql";
import { readShare, type ShareBucket, type ShareSeries, shareFigures, shareWidth } from "./share-sql";
import { type SqlParams, sqlParams } from "./sql-params";

/** One line of a chart: the answers of these questions together. */
export type Series = { id: string; questionIds: readonly string[] };

/** Answers that are the buckets of a trend, in this order: options of a question of one answer. */
type By = { questionId: string; codes: readonly number[] };

export type TrendQuestion = {
  table: string;
  questions: readonly Question[];
  series: readonly Series[];
  /** Of questions with options. */
  shares?: readonly ShareSeries[];
  /** [from, to) in epoch milliseconds. */
  from: number;
  to: number;
  /** Bucket k is [boundaries[k], boundaries[k + 1]), in epoch milliseconds; together they hold the range. */
  boundaries: readonly number[];
  /** Instead of those. */
  by?: By | undefined;
  filter: readonly FilterItem[];
  weight: Weight | null;
  includeExcluded: boolean;
};

/** What a bucket of a series holds. All but the count are null without an answer; the weights also without a weight. */
export type Bucket = {
  count: number;
  /** With a weight, the weighted one; null also where the weights are 0. */
  mean: number | null;
  min: number | null;
  max: number | null;
  /** Of the sample: divisor n - 1; with a weight sum w * (n - 1) / n. Null with one answer. */
  variance: number | null;
  sumOfWeights: number | null;
  sumOfSquaredWeights: number | null;
};

const EMPTY: Bucket = {
  count: 0,
  mean: null,
  min: null,
  max: null,
  variance: null,
  sumOfWeights: null,
  sumOfSquaredWeights: null,
};

/** A statement of more aggregates takes longer to plan than to run. */
const SERIES_AT_ONCE = 200;

/** The buckets of every series by its id, and of every share in the order that they were asked. */
export type TrendFound = { means: Map<string, Bucket[]>; shares: ShareBucket[][] };

/**
 * Every bucket of every series and share: one for each pair of boundaries, or for each code of `by`. All are one pass
 * over the table, up to 200 of them. By time, a response without a time is in no bucket; by a question it is, as the
 * range leaves out only what was given outside it. With a weight, a response without one or with a negative one is in none.
 */
export async function readTrend(question: TrendQuestion, given: Limits): Promise<TrendFound> {
  const limits = untilTogether(given);
  const found: TrendFound = { means: new Map(), shares: [] };
  for (const { series, shares } of partsOf(question)) {
    const isEmpty = keysOf(question).length === 0;
    const rows = isEmpty ? [] : await readTuples<number>(...trendStatement(question, series, shares), limits());
    const { means, shares: read } = bucketsOf(question, { series, shares }, rows);
    if (question.weight) await sharpen(question, series, means, limits());
    for (const [place, { id }] of series.entries()) found.means.set(id, means[place] ?? []);
    found.shares.push(...read);
  }
  return found;
}

type Part = { series: readonly Series[]; shares: readonly ShareSeries[] };

/** What one statement is asked for. */
function partsOf({ series, shares = [] }: TrendQuestion): Part[] {
  const statements = Math.ceil((series.length + shares.length) / SERIES_AT_ONCE);
  return Array.from({ length: statements }, (_, place) => {
    const [first, last] = [place * SERIES_AT_ONCE, (place + 1) * SERIES_AT_ONCE];
    const ofShares = [first, last].map((at) => Math.max(0, at - series.length));
    return { series: series.slice(first, last), shares: shares.slice(...ofShares) };
  });
}

/** What a row of a statement names its bucket by: the bucket's start, or its code. */
const keysOf = ({ boundaries, by }: TrendQuestion): readonly number[] => by?.codes ?? boundaries.slice(0, -1);

/** The time that is given is for all statements together. */
function untilTogether({ timeMs, ...limits }: Limits): () => Limits {
  if (timeMs === undefined) return () => limits;
  const deadline = Date.now() + timeMs;
  return () => ({ ...limits, timeMs: Math.max(1, deadline - Date.now()) });
}

type Statement = [query: string, params: SqlParams["values"]];

/** One row a bucket that has responses: its start or code, then the figures of each series and of each share. */
export function trendStatement(
  question: TrendQuestion,
  series: readonly Series[],
  shares: readonly ShareSeries[] = [],
): Statement {
  const reading = readingOf(question);
  const weight = question.weight && identifier(question.weight.column);
  const figures = series.map(({ questionIds }) => {
    const numbers = questionIds.map((id) => numbersOf(reading, questionOf(reading, id)));
    return weight ? weightedFigures(numbers, weight) : plainFigures(numbers);
  });
  const ofShares = shares.map((share) => shareFigures(share, reading, question.weight?.column ?? null));
  return statement(question, reading, [...figures, ...ofShares]);
}

function readingOf({ questions }: TrendQuestion): Reading {
  return { questions: new Map(questions.map((each) => [each.id, each])), params: sqlParams(), conditions, within: [] };
}

function numbersOf(reading: Reading, question: Question): string {
  const numbers = numberSql(reading, question);
  if (numbers !== null) return numbers;
  throw new AppError(
    "invalid",
    `Question “${question.id}” has no numbers to take a mean of. Ask for numeric or scale questions, or give its options values.`,
  );
}

function statement(question: TrendQuestion, reading: Reading, figures: readonly string[]): Statement {
  const { bucket, where } = question.by ? byAnswer(question, question.by, reading) : byTime(question, reading);
  const rows = [...where, ...rowsOf(question, reading)].join(" AND ");
  const query = `SELECT ${[`${bucket} AS bucket`, ...figures].join(", ")} FROM ${identifier(question.table)} WHERE ${rows} GROUP BY bucket`;
  return [query, reading.params.values];
}

/** The bucket of a response, Int64, and where it has one. */
type Bucketing = { bucket: string; where: string[] };

function byTime(question: TrendQuestion, reading: Reading): Bucketing {
  const starts = reading.params.bind(question.boundaries, "Array(Int64)");
  const bucket = `roundDown(toUnixTimestamp64Milli(assumeNotNull(${fixedColumns.time})), ${starts})`;
  return { bucket, where: [inRange(question, reading)] };
}

function byAnswer(question: TrendQuestion, { questionId, codes }: By, reading: Reading): Bucketing {
  const answer = codesSql(reading, questionOf(reading, questionId));
  const isOne = `${answer} IN ${reading.params.bind(codes, "Array(UInt16)")}`;
  const range = `(isNull(${fixedColumns.time}) OR ${inRange(question, reading)})`;
  return { bucket: `toInt64(assumeNotNull(${answer}))`, where: [isOne, range] };
}

/** What a DateTime64(3) can hold: a bound beyond it would be read as another time. */
const [EARLIEST, LATEST] = [Date.UTC(1900, 0, 1), Date.UTC(2299, 11, 31)];

function inRange({ from, to }: TrendQuestion, { params }: Reading): string {
  const moment = (at: number) =>
    `fromUnixTimestamp64Milli(${params.bind(Math.min(LATEST, Math.max(EARLIEST, at)), "Int64")}, 'UTC')`;
  return `(${fixedColumns.time} >= ${moment(from)} AND ${fixedColumns.time} < ${moment(to)})`;
}

/** Which responses count beside that. */
function rowsOf({ filter, weight, includeExcluded }: TrendQuestion, reading: Reading): string[] {
  return [
    ...(includeExcluded ? [] : [`${fixedColumns.excluded} = 0`]),
    ...(weight ? [`${identifier(weight.column)} >= 0`] : []),
    ...(filter.length > 0 ? [conditions(filter, reading)] : []),
  ];
}

/** Numbers of one question, or of several as an array without gaps, which the `-Array` aggregates take. */
function plainFigures([first = "NULL", ...others]: readonly string[]): string {
  const figures = ["count", "sumKahan", "min", "max", "varSampStable"];
  if (others.length === 0) return figures.map((each) => `${each}(${first})`).join(", ");
  const all = `[${[first, ...others].join(", ")}]`;
  return figures.map((each) => `${each}Array(${all})`).join(", ");
}

/** Sums of squares around 0: where these lose too much, `sharpen` asks again around the mean. */
function weightedFigures(numbers: readonly string[], weight: string): string {
  const [x, w, of] = answersAndWeights(numbers, weight);
  return [
    `count${of}(${x})`,
    `min${of}(${x})`,
    `max${of}(${x})`,
    `sumKahan${of}(${w})`,
    `sumKahan${of}(${times(of, w, w)})`,
    `sumKahan${of}(${times(of, w, x)})`,
    `sumKahan${of}(${times(of, w, x, x)})`,
  ].join(", ");
}

type Combinator = "" | "Array";

/** Expressions of the answers and of the weight beside each, and which aggregates take them. */
function answersAndWeights(numbers: readonly string[], weight: string): [x: string, w: string, of: Combinator] {
  const [first = "NULL", ...others] = numbers;
  const weights = numbers.map((number) => `if(isNull(${number}), NULL, ${weight})`);
  if (others.length === 0) return [first, weights[0] ?? "NULL", ""];
  return [`[${numbers.join(", ")}]`, `[${weights.join(", ")}]`, "Array"];
}

function times(of: Combinator, ...factors: string[]): string {
  if (of === "") return factors.map((each) => `(${each})`).join(" * ");
  const names = factors.map((_, place) => `v${place}`);
  return `arrayMap((${names.join(", ")}) -> ${names.join(" * ")}, ${factors.join(", ")})`;
}

const PLAIN_FIGURES = 5;
const WEIGHTED_FIGURES = 7;

type Row = readonly (number | null)[];

type Found = { means: Bucket[][]; shares: ShareBucket[][] };

function bucketsOf(question: TrendQuestion, { series, shares }: Part, rows: readonly Row[]): Found {
  const weighted = question.weight !== null;
  const width = weighted ? WEIGHTED_FIGURES : PLAIN_FIGURES;
  const read = weighted ? readWeighted : readPlain;
  const byKey = new Map(rows.map((row) => [row[0], row]));
  const inOrder = keysOf(question).map((key) => byKey.get(key));
  const first = 1 + series.length * width;
  return {
    means: series.map((_, place) => inOrder.map((row) => (row ? read(row, 1 + place * width) : EMPTY))),
    shares: shares.map((_, place) =>
      inOrder.map((row) => readShare(row, first + place * shareWidth(weighted), weighted)),
    ),
  };
}

function readPlain(row: Row, at: number): Bucket {
  const [count = 0, sum, min = null, max = null, variance] = row.slice(at, at + PLAIN_FIGURES);
  if (!count) return EMPTY;
  return {
    ...EMPTY,
    count,
    mean: (sum ?? 0) / count,
    min,
    max,
    variance: count > 1 ? Math.max(0, variance ?? 0) : null,
  };
}

function readWeighted(row: Row, at: number): Bucket {
  const [count = 0, min = null, max = null, w = 0, ww = 0, wx = 0, wxx = 0] = row.slice(at, at + WEIGHTED_FIGURES);
  if (!count) return EMPTY;
  const [sumOfWeights, sumOfSquaredWeights] = [w ?? 0, ww ?? 0];
  if (sumOfWeights === 0) return { ...EMPTY, count, min, max, sumOfWeights, sumOfSquaredWeights };
  const mean = (wx ?? 0) / sumOfWeights;
  const around = (wxx ?? 0) - mean * (wx ?? 0);
  const variance = weightedVariance({ count, min, max, sumOfWeights }, around);
  return { count, mean, min, max, variance, sumOfWeights, sumOfSquaredWeights };
}

/** `around`: the weighted squares around the mean. Divisor sum w * (n - 1) / n. */
function weightedVariance(
  { count, min, max, sumOfWeights }: Pick<Bucket, "count" | "min" | "max" | "sumOfWeights">,
  around: number,
): number | null {
  if (count < 2 || !sumOfWeights) return null;
  if (min === max) return 0;
  return Math.max(0, around) / ((sumOfWeights * (count - 1)) / count);
}

/** Where the spread is this small beside the mean, half of a sum's digits are gone. */
const LOST = 1e-7;

const isBlurred = ({ mean, min, max, variance }: Bucket) =>
  mean !== null && variance !== null && min !== max && variance < LOST * mean * mean;

/** Weighted variances whose digits went into a large mean are asked for again, around each bucket's mean. Rare. */
async function sharpen(question: TrendQuestion, series: readonly Series[], buckets: Bucket[][], limits: Limits) {
  const blurred = series.flatMap((each, place) => (buckets[place]?.some(isBlurred) ? [{ each, place }] : []));
  if (blurred.length === 0 || !question.weight) return;
  const reading = readingOf(question);
  const weight = identifier(question.weight.column);
  const keys = keysOf(question);
  const figures = blurred.map(({ each, place }) => {
    const numbers = each.questionIds.map((id) => numbersOf(reading, questionOf(reading, id)));
    const means = keys.map((_, at) => buckets[place]?.[at]?.mean ?? 0);
    const { bind } = reading.params;
    const mean = `transform(bucket, ${bind(keys, "Array(Int64)")}, ${bind(means, "Array(Float64)")}, 0.)`;
    const [x, w, of] = answersAndWeights(
      numbers.map((number) => `(${number} - ${mean})`),
      weight,
    );
    return `sumKahan${of}(${times(of, w, x, x)})`;
  });
  const rows = await readTuples<number>(...statement(question, reading, figures), limits);
  for (const [key, ...sums] of rows) {
    const at = keys.indexOf(key ?? Number.NaN);
    for (const [which, { place }] of blurred.entries()) {
      const bucket = buckets[place]?.[at];
      if (bucket && isBlurred(bucket)) bucket.variance = weightedVariance(bucket, sums[which] ?? 0);
    }
  }
}
