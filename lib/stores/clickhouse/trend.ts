import { ClickHouseError } from "@clickhouse/client";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { type Limits, readTuples, untilTogether } from "./client";
import { type ExcludedHours, readExcludedHours } from "./excluded-hours";
import type { ExcludedRows } from "./excluded-rows";
import { keptByHour } from "./new-table";
import { readShare, type ShareBucket, type ShareSeries, shareWidth } from "./share-sql";
import { type ColumnsTogether, figuresWidth, quartileColumns, readFigures, readQuartiles } from "./trend-figures";
import { fromHours, keptSeries, onWholeHours } from "./trend-hours";
import { type Row, sharpen } from "./trend-sharpen";
import { type Grouping, keyColumns, keysOf, momentColumns, trendColumns, trendStatement } from "./trend-sql";

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
  /** What they are by the calendar of a zone (IANA), which lets the engine group rows in the order that they lie in. */
  calendar?: { type: BucketType; timeZone: string };
  /** Instead of those. */
  by?: By | undefined;
  filter: readonly FilterItem[];
  weight: Weight | null;
  /** Read the quartiles of each bucket too, for which all rows are read. */
  quartiles?: boolean;
  /** Of the table; they count where `includeExcluded` says so. */
  excluded: ExcludedRows;
  includeExcluded: boolean;
};

/**
 * What a bucket of a series holds. All but the count are null without an answer, and where sums are larger than any
 * number; the weights also without a weight.
 */
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
  /** Where they are asked for: answers that were given, by weight where there is one. */
  quartiles: readonly [low: number, high: number] | null;
};

/** What a statement over rows takes to plan grows with the square of its aggregates: more are quicker in several. */
const SERIES_AT_ONCE = 200;

/** The buckets of every series by its id, and of every share in the order that they were asked. */
export type TrendFound = { means: Map<string, Bucket[]>; shares: ShareBucket[][] };

/**
 * Every bucket of every series and share: one for each pair of boundaries, or for each code of `by`. By time, a
 * response without a time is in no bucket; by a question it is, as the range leaves out only what was given outside it.
 * With a weight, a response without one or with a negative one is in none.
 */
export async function readTrend(question: TrendQuestion, given: Limits): Promise<TrendFound> {
  const limits = untilTogether(given);
  const found: TrendFound = { means: new Map(), shares: [] };
  for (const part of partsOf(question, await readKept(question, limits))) {
    const read = await readPart(question, part, limits);
    for (const [place, { id }] of part.series.entries()) found.means.set(id, read.means[place] ?? []);
    found.shares.push(...read.shares);
  }
  return found;
}

/** What a table keeps by hours for a trend, as the responses that are excluded leave it. */
async function readKept(question: TrendQuestion, limits: () => Limits): Promise<KeptByHour> {
  // Of what is added up by hours no quartile can be told.
  const columns = !question.quartiles && onWholeHours(question) ? await keptByHour(question.table, limits()) : [];
  const { table, excluded, includeExcluded } = question;
  if (columns.length === 0 || includeExcluded || !excluded.of) return { columns, changed: null };
  const changed = await readExcludedHours(table, columns, excluded.of, limits());
  return changed ? { columns, changed } : NOTHING_KEPT;
}

async function readPart(question: TrendQuestion, part: Part, limits: () => Limits): Promise<Found> {
  const rows = keysOf(question).length > 0 ? await readBuckets(question, part, limits) : [];
  const found = bucketsOf(question, part, rows);
  await sharpen(question, part.series, found.means, limits);
  return found;
}

/** `changed`: the hours whose figures are others than those kept; null: none. */
export type KeptByHour = { columns: readonly ColumnsTogether[]; changed: ExcludedHours | null };

const NOTHING_KEPT: KeptByHour = { columns: [], changed: null };

/** Some of the series and shares of a trend: one statement. */
export type Part = {
  series: readonly Series[];
  shares: readonly ShareSeries[];
  grouping: Grouping;
  /** The columns that the table keeps by hours. */
  kept: readonly ColumnsTogether[];
  changed: ExcludedHours | null;
};

/**
 * The statements of a trend: one of all series whose columns are kept by hours, as whatever else stood in it, a missing
 * code or a scale, would have it read all rows; and one of all others, up to so many as can be planned together.
 */
export function partsOf(question: TrendQuestion, { columns: kept, changed }: KeptByHour): Part[] {
  const ofHours = keptSeries(question, kept);
  const others = question.series.filter((each) => !ofHours.has(each));
  const hours: Part = { series: [...ofHours], shares: [], grouping: "hours", kept, changed };
  return [...(ofHours.size > 0 ? [hours] : []), ...ofRows(question, others)];
}

const NO_HOURS = { kept: [], changed: null };

function ofRows({ shares = [], calendar, by }: TrendQuestion, series: readonly Series[]): Part[] {
  const grouping = by ? "answers" : calendar ? "calendar" : "boundaries";
  return Array.from({ length: Math.ceil((series.length + shares.length) / SERIES_AT_ONCE) }, (_, place): Part => {
    const [first, last] = [place * SERIES_AT_ONCE, (place + 1) * SERIES_AT_ONCE];
    const ofShares = [first, last].map((at) => Math.max(0, at - series.length));
    return { series: series.slice(first, last), shares: shares.slice(...ofShares), grouping, ...NO_HOURS };
  });
}

/** Of each bucket its figures (`trendColumns`); undefined: it has no responses. */
async function readBuckets(question: TrendQuestion, part: Part, limits: () => Limits): Promise<(Row | undefined)[]> {
  const { grouping } = part;
  if (grouping === "hours" || grouping === "calendar") {
    const rows = await ofKnownZone(readByCalendar(question, part, limits));
    const placed = rows && placedByTimes(question.boundaries, rows);
    if (placed) return placed;
  }
  const rows = await readRowsBy(question.by ? "answers" : "boundaries", question, part, limits);
  const byKey = new Map(rows.map((row) => [row[keyColumns.at.bucket], row.slice(keyColumns.width)]));
  return keysOf(question).map((key) => byKey.get(key));
}

const readRowsBy = (how: Grouping, question: TrendQuestion, part: Part, limits: () => Limits): Promise<Row[]> =>
  readTuples<number>(...trendStatement(question, part, how), limits());

async function readByCalendar(question: TrendQuestion, part: Part, limits: () => Limits): Promise<Row[]> {
  if (part.grouping === "hours") {
    const { statement, rowOf } = fromHours(question, part);
    return (await readTuples<number | Row>(...statement, limits())).map(rowOf);
  }
  return readRowsBy("calendar", question, part, limits);
}

const BAD_ARGUMENTS = "36";

/** Null where the engine's time zone data have not the zone. */
async function ofKnownZone<Rows>(rows: Promise<Rows>): Promise<Rows | null> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof ClickHouseError && error.code === BAD_ARGUMENTS) return null;
    throw error;
  }
}

/**
 * Groups by the engine's calendar, each with its first and last moment, in the buckets that these lie in. Null where one
 * is in none or in two, or two are in one: the engine's data of that zone are not ours, or its dates end before.
 */
function placedByTimes(boundaries: readonly number[], rows: readonly Row[]): (Row | undefined)[] | null {
  const groups = rows
    .map((row) => ({
      first: row[momentColumns.at.first] ?? 0,
      last: row[momentColumns.at.last] ?? 0,
      figures: row.slice(momentColumns.width),
    }))
    .toSorted((one, other) => one.first - other.first);
  let at = 0;
  const placed = boundaries.slice(1).map((end, bucket): Row | undefined => {
    const group = groups[at];
    if (!group || group.first < (boundaries[bucket] ?? 0) || group.last >= end) return undefined;
    at += 1;
    return group.figures;
  });
  return at === groups.length ? placed : null;
}

type Found = { means: Bucket[][]; shares: ShareBucket[][] };

function bucketsOf(question: TrendQuestion, part: Part, rows: readonly (Row | undefined)[]): Found {
  const weighted = question.weight !== null;
  const { at } = trendColumns(part, weighted);
  const [ofSeries, ofShare] = [figuresWidth(weighted), shareWidth(weighted)];
  const bucketOf = (row: Row | undefined, place: number): Bucket => {
    const bucket = readFigures(row, at.series + place * ofSeries, weighted);
    if (!question.quartiles || !row || bucket.mean === null) return bucket;
    return { ...bucket, quartiles: readQuartiles(row, at.quartiles + place * quartileColumns.width) };
  };
  return {
    means: part.series.map((_, place) => rows.map((row) => bucketOf(row, place))),
    shares: part.shares.map((_, place) => rows.map((row) => readShare(row, at.shares + place * ofShare, weighted))),
  };
}
