import type { BucketType } from "@/lib/contracts/analysis";
import { type Tick, timeTicks, valueTicks } from "./axis";
import type { Change } from "./changes";
import { decimate } from "./decimate";
import { bucketMs, type TrendQuestion } from "./prepare-trend";
import type { SeriesPoint } from "./series";

/** A line of a chart; `tone` counts its colour from 0. */
export type ChartLine = { name: string; tone: number; kind: "mean" | "rolling" | "other"; question: number };

export type ChartRow = {
  at: number;
  /** A value for each line. */
  values: (number | null)[];
  /** A point of a line between two gaps, which no line would show. */
  isLone: boolean[];
  /** Lowest and highest answer of the bucket, where one question is shown. */
  band: [number, number] | null;
  /** Answers of the bucket; of several questions the most. */
  count: number | null;
  /** What stands behind it, a question each. */
  points: (SeriesPoint | null)[];
  others: (SeriesPoint | null)[];
  changes: (Change | null)[];
};

/** Everything that a chart draws, decided. */
export type ChartModel = {
  id: string;
  title: string;
  questions: { name: string; tone: number; isWeighted: boolean }[];
  lines: ChartLine[];
  rows: ChartRow[];
  /** Lines across the chart, named: the question's lowest and highest answer where no buckets' are known. */
  references: { value: number; name: string }[];
  hasBand: boolean;
  hasCounts: boolean;
  mostCount: number;
  x: { from: number; to: number; ticks: Tick[] };
  y: { from: number; to: number; ticks: number[] };
};

export type ChartOptions = {
  /** Of all charts that are shown together: made once, by `timeAxis`. */
  x: ChartModel["x"];
  /** Draw from lowest to highest answer, not only means. */
  showBand: boolean;
  /** Pixels across. */
  width: number;
};

type TimeAxis = { type: BucketType; timeZone: string; width: number };

const LABEL_WIDTH = 90;

/** The time axis that these questions share. */
export function timeAxis(questions: readonly TrendQuestion[], { type, timeZone, width }: TimeAxis): ChartModel["x"] {
  const starts = startsOf(questions);
  const last = starts.at(-1) ?? 0;
  const most = Math.max(2, Math.floor(width / LABEL_WIDTH));
  return {
    from: starts[0] ?? 0,
    // A single bucket has a width all the same.
    to: starts.length > 1 ? last : last + bucketMs[type],
    ticks: timeTicks(starts, { type, timeZone, most }),
  };
}

/** One question's chart; `tone`: its place among those shown. */
export const chartOfOne = (question: TrendQuestion, tone: number, options: ChartOptions): ChartModel =>
  chartOf([question], { ...options, id: question.id, title: question.title, tone });

/** All questions in one chart, as lines without bands. */
export const overlay = (questions: readonly TrendQuestion[], options: ChartOptions): ChartModel =>
  chartOf(questions, { ...options, showBand: false, id: "all", title: "All questions", tone: 0 });

type Named = ChartOptions & { id: string; title: string; tone: number };

function chartOf(questions: readonly TrendQuestion[], { id, title, tone, x, showBand, width }: Named): ChartModel {
  const [only] = questions;
  const isOne = questions.length === 1 && only !== undefined;
  const lines = questions.flatMap((question, at) => linesOf(question, at, tone + at));
  const hasBand = isOne && showBand && only.series.hasBand;
  const rows = keptRows(questions, lines, { hasBand, width });
  const references = isOne && showBand && !only.series.hasBand ? referencesOf(only) : [];
  return {
    id,
    title,
    questions: questions.map(({ title: name, series }, at) => ({
      name,
      tone: tone + at,
      isWeighted: series.isWeighted,
    })),
    lines,
    rows,
    references,
    hasBand,
    hasCounts: questions.some(({ series }) => series.hasCounts),
    mostCount: rows.reduce((most, { count }) => Math.max(most, count ?? 0), 0),
    x,
    y: valueAxis(rows, references),
  };
}

const referencesOf = ({ series: { range } }: TrendQuestion): ChartModel["references"] =>
  range
    ? [
        { value: range.high, name: "highest answer of the whole range" },
        { value: range.low, name: "lowest answer of the whole range" },
      ]
    : [];

const startsOf = (questions: readonly TrendQuestion[]): number[] =>
  [...new Set(questions.flatMap(({ series }) => series.points.map(({ at }) => at)))].sort((a, b) => a - b);

function linesOf({ title, rolling, other }: TrendQuestion, question: number, tone: number): ChartLine[] {
  return [
    ...(other ? [{ name: `${title}, compared`, tone, kind: "other" as const, question }] : []),
    { name: title, tone, kind: "mean" as const, question },
    ...(rolling ? [{ name: `${title}, rolling`, tone, kind: "rolling" as const, question }] : []),
  ];
}

/** Buckets by their starts, which questions share; thinned to what the width can show. */
function keptRows(
  questions: readonly TrendQuestion[],
  lines: readonly ChartLine[],
  { hasBand, width }: { hasBand: boolean; width: number },
): ChartRow[] {
  const places = questions.map(({ series }) => new Map(series.points.map(({ at }, place) => [at, place])));
  const changes = questions.map((question) => new Map(question.changes.map((change) => [change.at, change])));
  const starts = startsOf(questions);
  const placeOf = (question: number, at: number) => places[question]?.get(at) ?? -1;
  const rows = starts.map((at): ChartRow => {
    const points = questions.map(({ series }, question) => series.points[placeOf(question, at)] ?? null);
    const others = questions.map(({ other }, question) => other?.[placeOf(question, at)] ?? null);
    const valueIn = ({ kind, question }: ChartLine) => {
      if (kind === "mean") return points[question]?.mean ?? null;
      if (kind === "other") return others[question]?.mean ?? null;
      return questions[question]?.rolling?.[placeOf(question, at)] ?? null;
    };
    const [point] = points;
    const band: ChartRow["band"] =
      hasBand && point && point.low !== null && point.high !== null ? [point.low, point.high] : null;
    return {
      at,
      values: lines.map(valueIn),
      isLone: [],
      band,
      count: mostOf(points),
      points,
      others,
      changes: questions.map((_, question) => changes[question]?.get(at) ?? null),
    };
  });
  return withLone(thinned(rows, questions, width));
}

function mostOf(points: readonly (SeriesPoint | null)[]): number | null {
  const counts = points.flatMap((point) => (point === null || point.count === null ? [] : [point.count]));
  return counts.length === 0 ? null : counts.reduce((a, b) => Math.max(a, b));
}

/** A column takes two pixels: extremes beside each other stay apart. */
function thinned(rows: ChartRow[], questions: readonly TrendQuestion[], width: number): ChartRow[] {
  const columns = Math.max(50, Math.floor(width / 2));
  if (rows.length <= columns * 2) return rows;
  const marked = new Set(rows.flatMap(({ changes }, at) => (changes.some((change) => change !== null) ? [at] : [])));
  const NONE = { mean: null, low: null, high: null };
  const kept = new Set(
    questions.flatMap((_, question) =>
      decimate(
        rows.map(({ points }) => points[question] ?? NONE),
        columns,
        marked,
      ),
    ),
  );
  return rows.filter((_, at) => kept.has(at));
}

function withLone(rows: ChartRow[]): ChartRow[] {
  return rows.map((row, at) => {
    const isEmpty = (place: number, line: number) => (rows[place]?.values[line] ?? null) === null;
    const isLone = row.values.map((value, line) => value !== null && isEmpty(at - 1, line) && isEmpty(at + 1, line));
    return { ...row, isLone };
  });
}

function valueAxis(rows: readonly ChartRow[], references: ChartModel["references"]): ChartModel["y"] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const meet = (value: number | null) => {
    if (value === null) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const { values, band } of rows) for (const value of [...values, ...(band ?? [])]) meet(value);
  for (const { value } of references) meet(value);
  if (low > high) return { from: 0, to: 1, ticks: [0, 1] };
  const ticks = valueTicks(low, high);
  return { from: ticks[0] ?? low, to: ticks.at(-1) ?? high, ticks };
}
