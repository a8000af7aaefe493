import type { Question } from "@/lib/contracts/interfaces/answers";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { AppError } from "@/lib/http/problem";
import { namedColumns } from "../named-columns";
import { codesSql, numberSql, questionOf, type Reading } from "./answer-sql";
import { fixedColumns, hourSql, identifier } from "./answer-table";
import { isCountedSql } from "./excluded-rows";
import { conditions } from "./filter-sql";
import { hasWeight, readingOf } from "./reading";
import { type ShareSeries, shareFigures, shareWidth } from "./share-sql";
import type { SqlParams } from "./sql-params";
import type { Series, TrendQuestion } from "./trend";
import { figuresWidth, quartileColumns, quartileFigures, seriesFigures } from "./trend-figures";

/**
 * How a statement puts responses in buckets. `answers`: by the options of a question. `boundaries`: each time is rounded
 * down to one of them, which is right with any calendar and looks up every row. `calendar`: by the engine's own days of
 * a zone, in the order that the rows lie in, three times as fast; whose data of zones are other than ours, it is asked
 * again by boundaries. `hours`: the same of times that are rounded to hours before, which is what a table of many rows
 * keeps added up (`trend-hours.ts`); these are too few for their order to matter.
 */
export type Grouping = "answers" | "boundaries" | "calendar" | "hours";

/** What a row of `answers` and `boundaries` begins with. */
export const keyColumns = namedColumns(["bucket"]);
/** What a row of `calendar` and `hours` begins with. */
export const momentColumns = namedColumns(["first", "last"]);

/** What a row of `answers` and `boundaries` names its bucket by: its code, or its start. */
export const keysOf = ({ boundaries, by }: TrendQuestion): readonly number[] => by?.codes ?? boundaries.slice(0, -1);

export type Statement = [query: string, params: SqlParams["values"]];

type Asked = { series: readonly Series[]; shares: readonly ShareSeries[] };

/** The figures of a row, behind what it begins with: a block of each series, of each share, and of quartiles. */
export const trendColumns = ({ series, shares }: Asked, hasWeight: boolean) =>
  namedColumns(["series", "shares", "quartiles"], {
    series: series.length * figuresWidth(hasWeight),
    shares: shares.length * shareWidth(hasWeight),
    quartiles: series.length * quartileColumns.width,
  });

/**
 * One row a bucket that has responses: its code, its start, or by the calendar its first and last moment (epoch
 * milliseconds); then the figures of each series and of each share, and the quartiles of each series where asked for.
 */
export function trendStatement(question: TrendQuestion, asked: Asked, grouping: Grouping): Statement {
  const { series, shares } = asked;
  const reading = readingOf(question);
  const weight = question.weight && identifier(question.weight.column);
  const numbers = series.map(({ questionIds }) => questionIds.map((id) => numbersOf(reading, questionOf(reading, id))));
  const figures = trendColumns(asked, weight !== null).inOrder({
    series: numbers.map((each, place) => seriesFigures(each, weight, place)),
    shares: shares.map((share) => shareFigures(share, reading, question.weight?.column ?? null)),
    quartiles: question.quartiles ? numbers.map((each) => quartileFigures(each, weight)) : [],
  });
  return statementOf(question, reading, figures.flat(), grouping);
}

export function numbersOf(reading: Reading, question: Question): string {
  const numbers = numberSql(reading, question);
  if (numbers !== null) return numbers;
  throw new AppError(
    "invalid",
    `Question “${question.id}” has no numbers to take a mean of. Ask for numeric or scale questions, or give its options values.`,
  );
}

/** The same with any figures. */
export function statementOf(
  question: TrendQuestion,
  reading: Reading,
  figures: readonly string[],
  grouping: Grouping,
): Statement {
  const { bucket, begin, where, settings = "" } = bucketings[grouping](question, reading);
  const rows = [...where, ...rowsOf(question, reading)].join(" AND ");
  const query = `SELECT ${[...begin, ...figures].join(", ")} FROM ${identifier(question.table)} WHERE ${rows} GROUP BY ${bucket}${settings}`;
  return [query, reading.params.values];
}

/** What rows are grouped by, what the row of a group begins with, and which rows there are. */
type Bucketing = { bucket: string; begin: string[]; where: string[]; settings?: string };

/** Statements name the key of a bucket, so that their figures can be of it. */
const byKey = (key: string, where: string[]): Bucketing => ({
  bucket: "bucket",
  begin: keyColumns.inOrder({ bucket: `${key} AS bucket` }),
  where,
});

const bucketings: Record<Grouping, (question: TrendQuestion, reading: Reading) => Bucketing> = {
  answers(question, reading) {
    const { questionId, codes } = question.by ?? { questionId: "", codes: [] };
    const answer = codesSql(reading, questionOf(reading, questionId));
    const isOne = `${answer} IN ${reading.params.bind(codes, "Array(UInt16)")}`;
    const range = `(isNull(${fixedColumns.time}) OR ${inRange(question, reading)})`;
    return byKey(`toInt64(assumeNotNull(${answer}))`, [isOne, range]);
  },
  boundaries(question, reading) {
    const starts = reading.params.bind(question.boundaries, "Array(Int64)");
    const start = `roundDown(toUnixTimestamp64Milli(assumeNotNull(${fixedColumns.time})), ${starts})`;
    return byKey(start, [inRange(question, reading)]);
  },
  calendar: (question, reading) => ({
    ...byCalendar(question, reading, fixedColumns.time),
    settings: " SETTINGS optimize_aggregation_in_order = 1",
  }),
  hours: (question, reading) => byCalendar(question, reading, hourSql),
};

const starts: Record<BucketType, (time: string, timeZone: string) => string> = {
  hourly: (time, timeZone) => `toStartOfHour(${time}, ${timeZone})`,
  daily: (time, timeZone) => `toStartOfDay(${time}, ${timeZone})`,
  weekly_from_monday: (time, timeZone) => `toStartOfWeek(${time}, 1, ${timeZone})`,
  weekly_from_sunday: (time, timeZone) => `toStartOfWeek(${time}, 0, ${timeZone})`,
  monthly: (time, timeZone) => `toStartOfMonth(${time}, ${timeZone})`,
  quarterly: (time, timeZone) => `toStartOfQuarter(${time}, ${timeZone})`,
  yearly: (time, timeZone) => `toStartOfYear(${time}, ${timeZone})`,
};

/** `time`: of a row, as its bucket is made from it. */
function byCalendar(question: TrendQuestion, reading: Reading, time: string): Bucketing {
  return {
    bucket: calendarBucket(question, reading, time),
    begin: momentColumns.inOrder(momentsOf(fixedColumns.time, fixedColumns.time)),
    where: [inRange(question, reading, time)],
  };
}

export function calendarBucket({ calendar }: TrendQuestion, { params }: Reading, time: string): string {
  const { type, timeZone } = calendar ?? { type: "daily", timeZone: "UTC" };
  return starts[type](time, params.bind(timeZone, "String"));
}

/** The first and the last moment of a group, in epoch milliseconds. */
export const momentsOf = (first: string, last: string) => ({
  first: `toUnixTimestamp64Milli(assumeNotNull(min(${first})))`,
  last: `toUnixTimestamp64Milli(assumeNotNull(max(${last})))`,
});

/** What a DateTime64(3) can hold: a bound beyond it would be read as another time. No answer is of the last second. */
const [EARLIEST, LATEST] = [Date.UTC(1900, 0, 1), Date.UTC(2299, 11, 31, 23, 59, 59, 999)];

export function inRange({ from, to }: TrendQuestion, { params }: Reading, time: string = fixedColumns.time): string {
  const moment = (at: number) =>
    `fromUnixTimestamp64Milli(${params.bind(Math.min(LATEST, Math.max(EARLIEST, at)), "Int64")}, 'UTC')`;
  return `(${time} >= ${moment(from)} AND ${time} < ${moment(to)})`;
}

/** Which responses count beside that. */
function rowsOf({ filter, weight, excluded, includeExcluded }: TrendQuestion, reading: Reading): string[] {
  return [
    ...(includeExcluded ? [] : [isCountedSql(excluded)]),
    ...(weight ? [hasWeight(identifier(weight.column))] : []),
    ...(filter.length > 0 ? [conditions(filter, reading)] : []),
  ];
}
