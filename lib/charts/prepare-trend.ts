import { beyondChance, type Change } from "./changes";
import type { Tone } from "./colours";
import { rollingMean } from "./rolling-mean";
import type { Measure, Series, SeriesPoint } from "./series";

/** The first and the last bucket that are shown, by their starts. */
type Zoom = { from: number; to: number };

type LineGroup = { name: string; of: { id: string; title: string } };

/** A question as it is shown, before anything is drawn: its buckets, and beside each what is compared with it. */
export type TrendQuestion = {
  id: string;
  title: string;
  /** Where a line is of some respondents: who they are, and the line that all groups are of, whose chart they share. */
  group?: LineGroup;
  /** The colour of the option that it is of; absent: it is of none. */
  tone?: Tone;
  series: Series;
  /** One for each bucket; null where there is none. */
  rolling: (number | null)[] | null;
  /** The bucket at the same place of what it is compared with. */
  other: (SeriesPoint | null)[] | null;
  /** Beyond chance: against the bucket before, and against what it is compared with. */
  changes: Change[];
  differences: Change[];
};

/** Names of the buckets of two periods, by their starts: those of one name stand beside each other. */
type BucketNames = { own: (at: number) => string; other: (at: number) => string };

/** How two lines stand to each other. */
export type Comparison = {
  /** Bucket beside bucket of one time, or of two periods by their places, from the first in view on, or by names. */
  by: "start" | "place" | BucketNames;
  /** No respondent stands behind both: only then they are tested. */
  isIndependent: boolean;
};

/** Whether anything stands beside a question's buckets: else there is no line of it, and nothing to explain. */
export const isBeside = ({ other }: Pick<TrendQuestion, "other">): boolean =>
  other?.some((point) => point !== null && point.mean !== null) ?? false;

/** Whether any bucket that is shown has as many up to it as its rolling mean needs. */
export const isRolling = ({ rolling }: Pick<TrendQuestion, "rolling">): boolean =>
  rolling?.some((mean) => mean !== null) ?? false;

type TrendInput = {
  /** In the order in which they are shown. */
  questions: readonly {
    id: string;
    title: string;
    group?: LineGroup;
    tone?: Tone;
    series: Series;
    other?: Series | undefined;
    /** Buckets before the series, which a rolling mean reads too. */
    before?: readonly SeriesPoint[];
  }[];
  comparison?: Comparison | undefined;
  /** Whether a bucket follows from the one before it, as time does: else there are neither changes nor rolling means. */
  isOrdered?: boolean;
  /** Buckets of a rolling mean; 1: none. */
  rolling: number;
  zoom: Zoom | null;
};

export type PreparedTrend = { questions: TrendQuestion[]; tests: number };

/**
 * What a trend shows, cut to the buckets that are in view. A rolling mean also reads those before them; what is beyond
 * chance is judged by those in view alone, of all questions together. `tests`: how many comparisons that took.
 */
export function prepareTrend({
  questions,
  comparison = BY_PLACE,
  isOrdered = true,
  rolling,
  zoom,
}: TrendInput): PreparedTrend {
  const shown = questions.map(({ id, title, group, tone, series, other, before = [] }) => {
    const inView = series.points.map(({ at }) => zoom === null || (at >= zoom.from && at <= zoom.to));
    const cut = <T>(values: readonly T[]) => values.filter((_, at) => inView[at]);
    const points = cut(series.points);
    return {
      id,
      title,
      ...(group && { group }),
      ...(tone !== undefined && { tone }),
      series: { ...series, points },
      rolling: rolling > 1 && isOrdered ? cut(rolledAfter(before, series.points, rolling)) : null,
      other: other ? beside(points, other, comparison) : null,
    };
  });
  const { isIndependent } = comparison;
  const judged = shown.map(({ series, other }) => ({ series, other: isIndependent ? other : null, isOrdered }));
  const { changes, differences, tests } = beyondChance(judged);
  const found = shown.map((question) => ({
    ...question,
    changes: changes.get(question.id) ?? [],
    differences: differences.get(question.id) ?? [],
  }));
  return { questions: found, tests };
}

function rolledAfter(before: readonly SeriesPoint[], points: readonly SeriesPoint[], k: number): (number | null)[] {
  const [first] = points;
  const earlier = before.filter(({ at }) => first !== undefined && at < first.at);
  return rollingMean([...earlier, ...points], k).slice(earlier.length);
}

const BY_PLACE: Comparison = { by: "place", isIndependent: true };

function beside(points: readonly SeriesPoint[], other: Series, { by }: Comparison): (SeriesPoint | null)[] {
  if (by === "place") return points.map((_, at) => other.points[at] ?? null);
  const names = by === "start" ? { own: String, other: String } : by;
  const byName = new Map(other.points.map((point) => [names.other(point.at), point]));
  return points.map(({ at }) => byName.get(names.own(at)) ?? null);
}

/** One bucket of one question: what a table of trends and its files hold. */
export type TrendRow = {
  id: string;
  question: string;
  measure: Measure;
  at: number;
  point: SeriesPoint;
  /** The bucket with data before it. */
  before: SeriesPoint | null;
  rolling: number | null;
  other: SeriesPoint | null;
  change: Change | null;
  difference: Change | null;
};

export function trendRows(questions: readonly TrendQuestion[]): TrendRow[] {
  return questions.flatMap(({ id, title, series, rolling, other, changes, differences }) => {
    const byStart = new Map(changes.map((change) => [change.at, change]));
    const apart = new Map(differences.map((each) => [each.at, each]));
    let filled: SeriesPoint | null = null;
    return series.points.map((point, at): TrendRow => {
      const before = filled;
      if (point.mean !== null) filled = point;
      return {
        id,
        question: title,
        measure: series.measure,
        at: point.at,
        point,
        before,
        rolling: rolling?.[at] ?? null,
        other: other?.[at] ?? null,
        change: byStart.get(point.at) ?? null,
        difference: apart.get(point.at) ?? null,
      };
    });
  });
}

/** The gist of a chart in one sentence, for who does not see it. */
export function summaryOf(
  { title, series, changes, differences }: TrendQuestion,
  write: { bucket: (at: number) => string; figure: (value: number) => string },
): string {
  const filled = series.points.flatMap(({ at, mean }) => (mean === null ? [] : [{ at, mean }]));
  const [first, last] = [filled[0], filled.at(-1)];
  if (!first || !last) return `${title}: no answers in this range.`;
  const lowest = filled.reduce((a, b) => (b.mean < a.mean ? b : a));
  const highest = filled.reduce((a, b) => (b.mean > a.mean ? b : a));
  const says = ({ at, mean }: { at: number; mean: number }) => `${write.figure(mean)} in ${write.bucket(at)}`;
  const gaps = series.points.length - filled.length;
  const parts = [
    `${series.measure} from ${says(first)} to ${says(last)}`,
    `lowest ${says(lowest)}, highest ${says(highest)}`,
    ...(gaps > 0 ? [`${gaps} of ${series.points.length} buckets without data`] : []),
    ...(changes.length > 0
      ? [`${changes.length} ${changes.length === 1 ? "significant change" : "significant changes"}`]
      : []),
    ...(differences.length > 0
      ? [
          `${differences.length} ${differences.length === 1 ? "bucket differs" : "buckets differ"} significantly from the compared line`,
        ]
      : []),
  ];
  return `${title}: ${parts.join("; ")}.`;
}
