import { numberSql, questionOf, type Reading } from "./answer-sql";
import { fixedColumns, hourSql, identifier } from "./answer-table";
import type { ExcludedHours } from "./excluded-hours";
import { readingOf } from "./reading";
import type { Series, TrendQuestion } from "./trend";
import { type ColumnsTogether, columnsFigures, figuresWidth, joinedFigures } from "./trend-figures";
import type { Row } from "./trend-sharpen";
import { calendarBucket, inRange, momentColumns, momentsOf, type Statement, statementOf } from "./trend-sql";

/** Trends from the figures that a table of many rows keeps of its numeric columns by hours (`new-table.ts`). */

const HOUR_MS = 3_600_000;
/** Hours are a DateTime, which holds no moment before 1970 and none after this day. */
const LAST_HOUR = Date.UTC(2106, 1, 7);

/** Whether every bucket is made of whole hours of all responses: what is kept by hours then says the same as the rows. */
export function onWholeHours({ calendar, by, from, to, boundaries, filter, weight }: TrendQuestion): boolean {
  if (!calendar || by || weight || filter.length > 0) return false;
  if ((boundaries[0] ?? 0) < 0 || to > LAST_HOUR) return false;
  return [from, to, ...boundaries].every((at) => at % HOUR_MS === 0);
}

/** The series whose numbers, as they count, are those of one column that is kept by hours. */
export function keptSeries(question: TrendQuestion, kept: readonly ColumnsTogether[]): Set<Series> {
  const columns = new Set(kept.flat());
  const reading = readingOf(question);
  const isKept = ({ questionIds: [first, ...others] }: Series) => {
    if (first === undefined || others.length > 0) return false;
    const asked = questionOf(reading, first);
    const { kind, column } = asked;
    return kind === "numeric" && column !== null && columns.has(column) && numberSql(reading, asked) === column;
  };
  return new Set(columns.size > 0 ? question.series.filter(isKept) : []);
}

type FromHours = {
  statement: Statement;
  /** What it answers for a bucket, as the rows' own statement does: two moments, then the figures of each series. */
  rowOf: (answer: HourRow) => Row;
};

/** Two moments, then five arrays of each of the columns that stand together. */
type HourRow = readonly (number | Row | null)[];

type Kept = {
  series: readonly Series[];
  kept: readonly ColumnsTogether[];
  /** Hours whose figures are others, as some of their responses are excluded; null: there are none. */
  changed: ExcludedHours | null;
};

/** One statement for any number of series that are kept; it reads the arrays that hold one of them. */
export function fromHours(question: TrendQuestion, { series, kept, changed }: Kept): FromHours {
  const reading = readingOf(question);
  const columns = series.map(({ questionIds: [id = ""] }) => questionOf(reading, id).column ?? "");
  const wanted = new Set(columns);
  const read = kept.filter((together) => together.some((column) => wanted.has(column)));
  const width = figuresWidth(false);
  const places = new Map(
    read.flatMap((together, at) => together.map((column, place) => [column, { first: at * width, place }] as const)),
  );
  const asked = columns.flatMap((column) => places.get(column) ?? []);
  const rowOf = (answer: HourRow): Row => {
    const row = answer.slice(0, momentColumns.width).map((moment) => (typeof moment === "number" ? moment : null));
    const figures = answer.slice(momentColumns.width).map((array) => (typeof array === "object" ? array : null));
    for (const { first, place } of asked)
      for (let at = first; at < first + width; at += 1) row.push(figures[at]?.[place] ?? null);
    return row;
  };
  const statement = changed
    ? withChanged(question, reading, read, changed)
    : statementOf(question, reading, read.flatMap(columnsFigures), "hours");
  return { statement, rowOf };
}

/** What is kept of all other hours, and in place of the rest what stands beside it. */
function withChanged(
  question: TrendQuestion,
  reading: Reading,
  read: readonly ColumnsTogether[],
  { table, hours, tokens, isEveryHour, namesOf }: ExcludedHours,
): Statement {
  const { bind } = reading.params;
  const names = read.map(namesOf);
  const own = read.flatMap((columns, at) =>
    columnsFigures(columns).map((figure, place) => `${figure} AS ${names[at]?.[place]}`),
  );
  const { time, excluded } = fixedColumns;
  const range = (hour: string) => inRange(question, reading, hour);
  const moments = [`min(${time}) AS first`, `max(${time}) AS last`, `${hourSql} AS hour`];
  // Where every hour has excluded rows, what is kept of them would be read for nothing.
  const unchanged = isEveryHour
    ? []
    : [
        `SELECT ${[...moments, ...own].join(", ")} FROM ${identifier(question.table)}
          WHERE ${range(hourSql)} AND ${excluded} = 0
          AND toUnixTimestamp(assumeNotNull(${hourSql})) NOT IN ${bind(hours, "Array(UInt32)")} GROUP BY ${hourSql}`,
      ];
  const these = `SELECT ${["first", "last", "hour", ...names.flat()].join(", ")} FROM ${identifier(table)}
    WHERE token IN ${bind(tokens, "Array(String)")} AND ${range("hour")} LIMIT 1 BY token`;
  const figures = [...momentColumns.inOrder(momentsOf("first", "last")), ...names.flatMap(joinedFigures)];
  const query = `SELECT ${figures.join(", ")} FROM (${[...unchanged, these].join(" UNION ALL ")})
    GROUP BY ${calendarBucket(question, reading, "hour")}`;
  return [query, reading.params.values];
}
