import { type Tick, valueTicks } from "./axis";
import { type Band, bandOf } from "./bands";
import { bucketTicks, type TrendBuckets, widthOfBucket } from "./buckets";
import type { Change } from "./changes";
import { HUES, type Tone } from "./colours";
import { decimate } from "./decimate";
import { distinctTones } from "./option-tones";
import { isBeside, isRolling, type TrendQuestion } from "./prepare-trend";
import type { Measure, SeriesPoint } from "./series";

export type ChartLine = { name: string; tone: Tone; kind: "mean" | "rolling" | "other"; question: number };

/** How lines are dashed, as SVG has it; undefined: they are full. */
export const dashes: Record<ChartLine["kind"], string | undefined> = { mean: undefined, rolling: "7 3", other: "2 3" };

export type ChartRow = {
  at: number;
  /** A value for each line. */
  values: (number | null)[];
  /** A point of a line between two gaps, which no line would show. */
  isLone: boolean[];
  /** How far the band reaches, where one question is shown. */
  band: readonly [number, number] | null;
  /** Answers of the bucket; of several questions the most. */
  count: number | null;
  /** Their effective base, where they are weighted; of several questions the largest. */
  effective: number | null;
  /** What stands behind it, a question each. */
  points: (SeriesPoint | null)[];
  others: (SeriesPoint | null)[];
  changes: (Change | null)[];
  differences: (Change | null)[];
};

/** What the lines of one question are told apart by. */
export type LineNames = { own: string; other: string };

/** A line across a chart. `isTarget`: a person set it. */
type Reference = { value: number; name: string; isTarget: boolean };

/** A value that a line should reach, in the unit of the line; `name` may be empty. */
export type Target = { line: string; value: number; name: string };

/** Which points have their figures beside them. */
export const labelModes = ["none", "last", "all"] as const;
export type LabelMode = (typeof labelModes)[number];

/** Everything that a chart draws, decided. */
export type ChartModel = {
  id: string;
  title: string;
  measure: Measure;
  questions: { name: string; tone: Tone; isWeighted: boolean }[];
  /** Where something is compared: what the full and the dotted lines are. */
  names: LineNames | null;
  /** Buckets of the rolling line; null where there is none. */
  rolledOver: number | null;
  lines: ChartLine[];
  rows: ChartRow[];
  /** Buckets that do not follow one another as time does: every figure has a dot, and a band of its own. */
  hasDots: boolean;
  /** Lines between buckets; without an order there are only their dots. */
  hasLines: boolean;
  /** Lines across the chart, named: targets, and the question's lowest and highest answer where no buckets' are known. */
  references: Reference[];
  /** Rows whose figures stand beside their points, by their places. */
  labelled: ReadonlySet<number>;
  /** What the band is. */
  band: Band;
  hasBand: boolean;
  hasCounts: boolean;
  mostCount: number;
  x: { from: number; to: number; ticks: Tick[] };
  y: { from: number; to: number; ticks: number[] };
};

export type ChartOptions = {
  /** Of all charts that are shown together: made once, by `axisOf`. */
  x: ChartModel["x"];
  buckets: TrendBuckets;
  names: LineNames | null;
  /** Buckets of a rolling mean; 1: none. */
  rolling: number;
  /** What is drawn around a line that stands alone. */
  band: Band;
  targets: readonly Target[];
  labels: LabelMode;
  /** Pixels across. */
  width: number;
  /** Starts of buckets that have notes. */
  notes: readonly number[];
};

/** The axis that these questions share, `width` pixels across. */
export function axisOf(questions: readonly TrendQuestion[], buckets: TrendBuckets, width: number): ChartModel["x"] {
  const starts = startsOf(questions);
  const last = starts.at(-1) ?? 0;
  return {
    from: starts[0] ?? 0,
    // A single bucket has a width all the same.
    to: starts.length > 1 ? last : last + widthOfBucket(buckets),
    ticks: bucketTicks(starts, buckets, width),
  };
}

type Toned = { question: TrendQuestion; tone: Tone };

/**
 * The colours of the lines of one chart: an option's own, and of others their places. `place`: of the chart among those
 * shown. A line that stands alone is told from no other by a fainter colour.
 */
export function lineTones(questions: readonly TrendQuestion[], place: number): Tone[] {
  const [only, ...others] = questions;
  if (only && others.length === 0 && !only.group) return [only.tone ?? place % HUES];
  return distinctTones(questions.map(({ tone }) => tone));
}

/** One question's chart; `place`: its own among those shown. */
export const chartOfOne = (question: TrendQuestion, place: number, options: ChartOptions): ChartModel =>
  chartOf(tonedLines([question], place), { ...options, id: question.id, title: question.title });

function tonedLines(questions: readonly TrendQuestion[], place: number): Toned[] {
  const tones = lineTones(questions, place);
  return questions.map((question, at) => ({ question, tone: tones[at] ?? at }));
}

/** The charts of these questions, one each: groups of respondents share the chart of their line. */
export function chartGroups(questions: readonly TrendQuestion[]): TrendQuestion[][] {
  const charts = new Map<string, TrendQuestion[]>();
  for (const question of questions) {
    const id = question.group?.of.id ?? question.id;
    charts.set(id, [...(charts.get(id) ?? []), question]);
  }
  return [...charts.values()];
}

/** A chart of one question, or of all groups of its respondents, whose colours are the same in every chart. */
export function chartOfGroups(questions: readonly TrendQuestion[], place: number, options: ChartOptions): ChartModel {
  const [first, ...others] = questions;
  if (first && others.length === 0 && !first.group) return chartOfOne(first, place, options);
  const toned = tonedLines(questions, place).map(({ question, tone }) => ({
    question: { ...question, title: question.group?.name ?? question.title },
    tone,
  }));
  const { id, title } = first?.group?.of ?? { id: "", title: "" };
  return chartOf(toned, { ...options, id, title });
}

const overlayTitles: Record<Measure, string> = { mean: "All questions", share: "All shares" };

/** All questions as lines without bands: means in one chart, shares in another, whose axis is percent. */
export function overlays(questions: readonly TrendQuestion[], options: ChartOptions): ChartModel[] {
  return overlayGroups(questions).map(({ measure, lines }) => {
    return chartOf(tonedLines(lines, 0), { ...options, band: "none", id: measure, title: overlayTitles[measure] });
  });
}

/** The lines of each measure, which share a chart. */
export const overlayGroups = (questions: readonly TrendQuestion[]) =>
  (["mean", "share"] as const)
    .map((measure) => ({ measure, lines: questions.filter(({ series }) => series.measure === measure) }))
    .filter(({ lines }) => lines.length > 0);

type Named = ChartOptions & { id: string; title: string };

function chartOf(toned: readonly Toned[], { id, title, x, buckets, names, ...look }: Named): ChartModel {
  const { rolling, width, notes, targets, labels } = look;
  const questions = toned.map(({ question }) => question);
  const [only] = questions;
  const isOne = questions.length === 1 && only !== undefined;
  const measure = only?.series.measure ?? "mean";
  const lines = toned.flatMap(({ question, tone }, at) => linesOf(question, at, tone));
  const band = isOne ? look.band : "none";
  const rows = keptRows(questions, lines, { band, width, notes });
  const isRangeAlone = isOne && band === "range" && !only.series.hasBand;
  const references = [
    ...(isRangeAlone ? referencesOf(only) : []),
    ...targetsOf(
      toned.map(({ question }) => question),
      targets,
    ),
  ];
  return {
    id,
    title,
    measure,
    questions: toned.map(({ question: { title: name, series }, tone }) => ({
      name,
      tone,
      isWeighted: series.isWeighted,
    })),
    names: lines.some(({ kind }) => kind === "other") ? names : null,
    rolledOver: lines.some(({ kind }) => kind === "rolling") ? rolling : null,
    lines,
    rows,
    hasDots: buckets.kind === "waves",
    hasLines: buckets.kind === "time" || buckets.isOrdered,
    references,
    labelled: labelledRows(rows, lines, { labels, width }),
    band,
    hasBand: rows.some((row) => row.band !== null),
    hasCounts: questions.some(({ series }) => series.hasCounts),
    mostCount: rows.reduce((most, { count }) => Math.max(most, count ?? 0), 0),
    x,
    y: measure === "share" ? PERCENT : valueAxis(rows, references),
  };
}

/** What a chart has to explain: a colour for each question of several, and how lines that are compared or rolling are drawn. */
export type LegendEntry = { name: string; tone: Tone | null; line: ChartLine["kind"] | null };

export function legendOf({ questions, names, rolledOver, measure }: ChartModel): LegendEntry[] {
  const colours = questions.length > 1 ? questions.map(({ name, tone }) => ({ name, tone, line: null })) : [];
  const tone = questions.length === 1 ? (questions[0]?.tone ?? 0) : null;
  const compared = names
    ? [
        { name: names.own, tone, line: "mean" as const },
        { name: names.other, tone, line: "other" as const },
      ]
    : [];
  const rolled =
    rolledOver === null
      ? []
      : [{ name: `Rolling ${measure} over ${rolledOver} buckets`, tone, line: "rolling" as const }];
  return [...colours, ...compared, ...rolled];
}

const PERCENT: ChartModel["y"] = { from: 0, to: 100, ticks: valueTicks(0, 100) };

const referencesOf = ({ series: { range } }: TrendQuestion): Reference[] =>
  range
    ? [
        { value: range.high, name: "highest answer of the whole range", isTarget: false },
        { value: range.low, name: "lowest answer of the whole range", isTarget: false },
      ]
    : [];

/** Those of the lines that a chart shows; of several lines each is named by its line. */
function targetsOf(questions: readonly TrendQuestion[], targets: readonly Target[]): Reference[] {
  return targets.flatMap(({ line, value, name }) => {
    const question = questions.find(({ id, group }) => (group?.of.id ?? id) === line);
    if (!question) return [];
    const own = name || "Target";
    const isShared = chartGroups(questions).length > 1;
    return [{ value, name: isShared ? `${question.group?.of.title ?? question.title}: ${own}` : own, isTarget: true }];
  });
}

/** Pixels that a figure beside a point takes up. */
const LABEL_WIDTH = 38;

/** Which rows have their figures written out: the last with one, or as many as there is room for, back from it. */
function labelledRows(
  rows: readonly ChartRow[],
  lines: readonly ChartLine[],
  { labels, width }: Pick<ChartOptions, "labels" | "width">,
): Set<number> {
  if (labels === "none") return new Set();
  const own = lines.flatMap(({ kind }, at) => (kind === "mean" ? [at] : []));
  const filled = rows.flatMap(({ values }, row) => (own.some((line) => values[line] != null) ? [row] : []));
  if (labels === "last") return new Set(filled.slice(-1));
  const step = Math.max(1, Math.ceil((filled.length * LABEL_WIDTH) / Math.max(1, width)));
  return new Set(filled.toReversed().filter((_, place) => place % step === 0));
}

const startsOf = (questions: readonly TrendQuestion[]): number[] =>
  [...new Set(questions.flatMap(({ series }) => series.points.map(({ at }) => at)))].sort((a, b) => a - b);

function linesOf(shown: TrendQuestion, question: number, tone: Tone): ChartLine[] {
  const { title } = shown;
  return [
    ...(isBeside(shown) ? [{ name: `${title}, compared`, tone, kind: "other" as const, question }] : []),
    { name: title, tone, kind: "mean" as const, question },
    ...(isRolling(shown) ? [{ name: `${title}, rolling`, tone, kind: "rolling" as const, question }] : []),
  ];
}

type Shown = Pick<ChartOptions, "width" | "notes" | "band">;

/** Buckets by their starts, which questions share; thinned to what the width can show. */
function keptRows(
  questions: readonly TrendQuestion[],
  lines: readonly ChartLine[],
  { band, width, notes }: Shown,
): ChartRow[] {
  const places = questions.map(({ series }) => new Map(series.points.map(({ at }, place) => [at, place])));
  const byStart = (changes: readonly Change[]) => new Map(changes.map((change) => [change.at, change]));
  const changes = questions.map((question) => byStart(question.changes));
  const differences = questions.map((question) => byStart(question.differences));
  const isWeighted = questions.map(({ series }) => series.isWeighted);
  const measure = questions[0]?.series.measure;
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
    return {
      at,
      values: lines.map(valueIn),
      isLone: [],
      band: point && measure ? bandOf(point, measure, band) : null,
      count: mostOf(points.map((point) => point?.count ?? null)),
      effective: mostOf(points.map((point, at) => (isWeighted[at] ? (point?.effective ?? null) : null))),
      points,
      others,
      changes: questions.map((_, question) => changes[question]?.get(at) ?? null),
      differences: questions.map((_, question) => differences[question]?.get(at) ?? null),
    };
  });
  return withLone(thinned(rows, lines, { width, notes, band }));
}

function mostOf(counts: readonly (number | null)[]): number | null {
  const said = counts.filter((count) => count !== null);
  return said.length === 0 ? null : said.reduce((a, b) => Math.max(a, b));
}

/** A column takes two pixels: extremes beside each other stay apart, of every line. */
function thinned(rows: ChartRow[], lines: readonly ChartLine[], { width, notes, band }: Shown): ChartRow[] {
  const columns = Math.max(50, Math.floor(width / 2));
  if (rows.length <= columns * 2) return rows;
  const noted = new Set(notes);
  const isMarked = ({ at, changes, differences }: ChartRow) =>
    noted.has(at) || [...changes, ...differences].some((each) => each !== null);
  const marked = new Set(rows.flatMap((row, at) => (isMarked(row) ? [at] : [])));
  const kept = new Set(
    lines.flatMap(({ kind, question }, line) => {
      const drawn = rows.map(({ values, points, band: bounds }) => {
        // Without a band the extremes of the answers stay, for they are read at the pointer.
        const { low = null, high = null } = (kind === "mean" && points[question]) || {};
        const [from, to] = kind === "mean" && band !== "none" ? (bounds ?? [null, null]) : [low, high];
        return { mean: values[line] ?? null, low: from, high: to };
      });
      return decimate(drawn, columns, marked);
    }),
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
  for (const { values, band } of rows) {
    values.forEach(meet);
    band?.forEach(meet);
  }
  for (const { value } of references) meet(value);
  if (low > high) return { from: 0, to: 1, ticks: [0, 1] };
  const ticks = valueTicks(low, high);
  return { from: ticks[0] ?? low, to: ticks.at(-1) ?? high, ticks };
}

/** Bars of one kind: `part` is of the highest. */
export type Bars = { heights: { at: number; part: number }[]; opacity: number };

/** The bars beneath a chart: of answers and, where these are weighted, before them of the effective base. */
export function barsOf({ rows, mostCount }: ChartModel): Bars[] {
  if (mostCount === 0) return [];
  const bars = (pick: (row: ChartRow) => number | null) =>
    rows.flatMap((row) => {
      const value = pick(row) ?? 0;
      return value > 0 ? [{ at: row.at, part: value / mostCount }] : [];
    });
  const counts = bars(({ count }) => count);
  const effective = bars((row) => row.effective);
  if (effective.length === 0) return [{ heights: counts, opacity: 0.45 }];
  return [
    { heights: counts, opacity: 0.25 },
    { heights: effective, opacity: 0.45 },
  ];
}
