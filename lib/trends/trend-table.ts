import { type Band, bandOf } from "@/lib/charts/bands";
import { bucketNamer, type TrendBuckets } from "@/lib/charts/buckets";
import type { LineNames } from "@/lib/charts/chart-model";
import type { TrendQuestion, TrendRow } from "@/lib/charts/prepare-trend";
import type { Measure, SeriesPoint } from "@/lib/charts/series";
import type { TableColumn } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { pText } from "./figures";

/** What a table says of all of its rows alike. */
type About = {
  /** The project's name; null until it is known. */
  project: string | null;
  buckets: TrendBuckets;
  /** As a phrase. */
  filter: string;
  weight: string | null;
  /** Who is excluded for quality, in words; empty: nobody. */
  exclusions: string;
  /** The two that are compared. */
  names: LineNames | null;
  /** What charts draw around a line. */
  band: Band;
};

type Column = TableColumn<TrendRow>;

/**
 * A trend's columns on the screen and in files: what is known of it, or was asked for. Instants in files are the
 * buckets' starts. Of a share "n" is the answers that it is a share of.
 */
export function trendColumns(questions: readonly TrendQuestion[], about: About): Column[] {
  const some = (has: (question: TrendQuestion) => boolean) => questions.some(has);
  const hasMeans = some(({ series }) => series.measure === "mean") || questions.length === 0;
  const hasShares = some(({ series }) => series.measure === "share");
  const isWeighted = some(({ series }) => series.isWeighted);
  const hasCounts = some(({ series }) => series.hasCounts);
  return [
    { id: "question_id", header: "Question id", kind: "text", value: ({ id }) => id, forms: ["csv-full", "xlsx"] },
    { id: "question", header: "Question", kind: "text", value: ({ question }) => question },
    ...bucketColumns("bucket", nameOf(about.buckets), about.buckets, ({ at }) => at),
    ...(hasMeans ? [figure("mean", "Mean", "mean", ({ point }) => point.mean)] : []),
    ...(hasShares ? [figure("share", "Share", "share", ({ point }) => point.mean)] : []),
    ...(some(({ series }) => series.hasBand)
      ? [
          figure("low", "Lowest", "mean", ({ point }) => point.low),
          figure("high", "Highest", "mean", ({ point }) => point.high),
        ]
      : []),
    ...bandColumns(questions, about.band),
    ...(hasCounts ? [count("n", "n", ({ point }) => point.count)] : []),
    ...(hasShares && hasCounts ? [count("chosen", "Chosen", ({ point }) => point.chosen, "share")] : []),
    ...(isWeighted ? baseColumns("", ({ point }) => point) : []),
    ...(some(({ rolling }) => rolling !== null)
      ? measured("rolling", { mean: "Rolling mean", share: "Rolling share" }, questions, ({ rolling }) => rolling)
      : []),
    ...(about.names && some(({ other }) => other !== null)
      ? comparedColumns(questions, about, { hasCounts, isWeighted })
      : []),
    ...(isOrdered(about.buckets) ? apart("step", "Change", questions, stepOf) : []),
    ...apart("change", "Significant change", questions, ({ change }) => change?.by ?? null),
    pColumn("p", "Adjusted p", ({ change }) => change?.p ?? null),
    ...constants(about),
  ];
}

/** Headers of the ends of a band; the lowest and highest answers stand in every table. */
const bandHeaders: Record<Band, readonly [low: string, high: string] | null> = {
  range: null,
  interval: ["95% interval from", "95% interval to"],
  middle: ["Lower quartile", "Upper quartile"],
  none: null,
};

function bandColumns(questions: readonly TrendQuestion[], band: Band): Column[] {
  const headers = bandHeaders[band];
  const isKnown = ({ series }: TrendQuestion) =>
    series.points.some((point) => bandOf(point, series.measure, band) !== null);
  const known = questions.filter(isKnown);
  if (headers === null || known.length === 0) return [];
  return headers.flatMap((header, end) =>
    measured(
      `band_${end}`,
      { mean: header, share: `${header}, share` },
      known,
      ({ point, measure }) => bandOf(point, measure, band)?.[end] ?? null,
    ),
  );
}

const nameOf = (buckets: TrendBuckets) => (buckets.kind === "time" ? "Bucket" : buckets.question);

function comparedColumns(
  questions: readonly TrendQuestion[],
  { buckets, names }: About,
  { hasCounts, isWeighted }: { hasCounts: boolean; isWeighted: boolean },
): Column[] {
  const isPeriod = questions.some(({ series, other }) =>
    other?.some((point, place) => point !== null && point.at !== series.points[place]?.at),
  );
  const name = names?.other ?? "";
  return [
    constant("compared", "Compared with", name, ["csv-full"]),
    ...(isPeriod ? bucketColumns("other_bucket", "Compared bucket", buckets, ({ other }) => other?.at ?? null) : []),
    ...measured(
      "other",
      { mean: "Compared mean", share: "Compared share" },
      questions,
      ({ other }) => other?.mean ?? null,
    ),
    ...(hasCounts ? [count("other_n", "Compared n", ({ other }) => other?.count ?? null)] : []),
    ...(isWeighted ? baseColumns("Compared ", ({ other }) => other) : []),
    ...apart("difference", "Difference", questions, differenceOf),
    pColumn("difference_p", "Adjusted p of difference", ({ difference }) => difference?.p ?? null),
  ];
}

const isOrdered = (buckets: TrendBuckets) => buckets.kind === "time" || buckets.isOrdered;

/** From the bucket with data before it, whether it is beyond chance or not. */
const stepOf = ({ point, before }: TrendRow) =>
  point.mean === null || before === null || before.mean === null ? null : point.mean - before.mean;

const differenceOf = ({ point, other }: TrendRow) =>
  point.mean === null || other === null || other.mean === null ? null : point.mean - other.mean;

/** What a file of full values says in every row, since nothing stands above its columns. */
const constants = ({ project, buckets, filter, weight, exclusions }: About): Column[] => [
  ...(project === null ? [] : [constant("project", "Project", project, ["csv-full"])]),
  ...(buckets.kind === "time" ? [constant("time_zone", "Time zone", buckets.timeZone, ["csv-full"])] : []),
  constant("filter", "Filter", filter, ["csv-full"]),
  ...(weight === null ? [] : [constant("weight", "Weight", weight, ["csv-full"])]),
  ...(exclusions === "" ? [] : [constant("exclusions", "Exclusions", exclusions, ["csv-full"])]),
];

const constant = (id: string, header: string, text: string, forms: NonNullable<Column["forms"]>): Column => ({
  id,
  header,
  kind: "text",
  value: () => text,
  forms,
});

/**
 * Where buckets begin: by the clock that they are read in, and in a file of full values as instants of UTC. A workbook's
 * dates say no offset: beside hours that its clock may show twice stand their instants.
 */
function bucketColumns(
  id: string,
  name: string,
  buckets: TrendBuckets,
  at: (row: TrendRow) => number | null,
): Column[] {
  const label = bucketNamer(buckets);
  const text = (row: TrendRow) => {
    const start = at(row);
    return start === null ? "" : label(start);
  };
  if (buckets.kind === "waves") return [{ id, header: name, kind: "text", value: text }];
  const iso = (start: number | null) => (start === null ? null : new Date(start).toISOString());
  const column = { id, kind: "instant" as const, value: (row: TrendRow) => iso(at(row)), text };
  return [
    { ...column, header: `${name} (${buckets.timeZone})`, forms: ["csv", "xlsx"] },
    { ...column, id: `${id}_utc`, header: `${name} (UTC)`, forms: ["csv-full"] },
    ...(buckets.type === "hourly" && buckets.timeZone !== "UTC" ? [utcClockColumn(id, name, at)] : []),
  ];
}

/** A workbook's writer moves instants into the reader's zone; a wall clock's digits stay those of UTC. */
const utcClockColumn = (id: string, name: string, at: (row: TrendRow) => number | null): Column => ({
  ...{ id: `${id}_utc_clock`, header: `${name} (UTC)`, kind: "wallClock", forms: ["xlsx"] },
  value: (row) => {
    const start = at(row);
    return start === null ? null : new Date(start).toISOString().slice(0, 19).replace("T", " ");
  },
});

type Read = (row: TrendRow) => number | null;

type Figures = { id: string; header: string; kind: "hundredths" | "tenths" | "percent" | "count"; value: Read };

/** A figure of rows of one measure; rows of the other have nothing there. */
function ofMeasure({ value, ...column }: Figures, measure: Measure): Column {
  const isOf = (row: TrendRow) => row.measure === measure;
  return {
    ...column,
    value: (row) => (isOf(row) ? value(row) : null),
    text: (row, format) => (isOf(row) ? figureIn(column.kind, value(row), format) : ""),
  };
}

/** Figures of one column all have the same decimals, so that they stand one under the other. */
function figureIn(kind: Figures["kind"], value: number | null, format: Format): string {
  if (value === null || kind === "count" || kind === "hundredths") return format[kind](value);
  return `${format.fixed(value, 1)}${kind === "percent" ? "%" : ""}`;
}

const figure = (id: string, header: string, measure: Measure, value: Read): Column =>
  ofMeasure({ id, header, kind: measure === "mean" ? "hundredths" : "percent", value }, measure);

type Headers = Record<Measure, string>;

/** A column for means and one for shares, as far as there are any. */
function measured(id: string, headers: Headers, questions: readonly TrendQuestion[], value: Read): Column[] {
  const has = (measure: Measure) => questions.some(({ series }) => series.measure === measure);
  return [
    ...(has("mean") || !has("share") ? [figure(id, headers.mean, "mean", value)] : []),
    ...(has("share") ? [figure(`${id}_share`, headers.share, "share", value)] : []),
  ];
}

/** How far one figure is from another: of shares in percentage points, which are no percent. */
function apart(id: string, header: string, questions: readonly TrendQuestion[], value: Read): Column[] {
  return measured(id, { mean: header, share: `${header}, points` }, questions, value).map((column) =>
    column.kind === "percent"
      ? ofMeasure({ id: column.id, header: column.header, kind: "tenths", value }, "share")
      : column,
  );
}

const baseColumns = (prefix: string, point: (row: TrendRow) => SeriesPoint | null): Column[] => {
  const named = (text: string) => (prefix === "" ? text : `${prefix}${text.toLowerCase()}`);
  const id = (name: string) => (prefix === "" ? name : `other_${name}`);
  return [
    { id: id("base"), header: named("Weighted base"), kind: "hundredths", value: (row) => point(row)?.base ?? null },
    {
      id: id("effective"),
      header: named("Effective base"),
      kind: "hundredths",
      value: (row) => point(row)?.effective ?? null,
    },
  ];
};

const pColumn = (id: string, header: string, p: Read): Column => ({
  id,
  header,
  kind: "text",
  value: p,
  text: (row) => {
    const value = p(row);
    return value === null ? "" : pText(value);
  },
});

function count(id: string, header: string, value: Read, measure?: Measure): Column {
  const column = { id, header, kind: "count" as const, value };
  return measure ? ofMeasure(column, measure) : column;
}
