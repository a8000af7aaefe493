import type { BucketType } from "@/lib/contracts/analysis";
import { type Change, changesBeyondChance } from "./changes";
import { rollingMean } from "./rolling-mean";
import type { Series, SeriesPoint } from "./series";

/** Epoch milliseconds of the first and the last bucket that are shown. */
type Zoom = { from: number; to: number };

/** A question as it is shown, before anything is drawn: its buckets, and beside each what is compared with it. */
export type TrendQuestion = {
  id: string;
  title: string;
  series: Series;
  /** One for each bucket; null where there is none. */
  rolling: (number | null)[] | null;
  /** The bucket at the same place of what it is compared with. */
  other: (SeriesPoint | null)[] | null;
  changes: Change[];
};

type TrendInput = {
  /** In the order in which they are shown. */
  questions: readonly { id: string; title: string; series: Series; other?: Series | undefined }[];
  /** Buckets of a rolling mean; 1: none. */
  rolling: number;
  zoom: Zoom | null;
};

/**
 * What a trend shows, cut to the buckets that are in view. A rolling mean also reads those before them; changes are
 * judged by those in view alone, of all questions together.
 */
export function prepareTrend({ questions, rolling, zoom }: TrendInput): TrendQuestion[] {
  const shown = questions.map(({ id, title, series, other }) => {
    const inView = series.points.map(({ at }) => zoom === null || (at >= zoom.from && at <= zoom.to));
    const cut = <T>(values: readonly T[]) => values.filter((_, at) => inView[at]);
    return {
      id,
      title,
      series: { ...series, points: cut(series.points) },
      rolling: rolling > 1 ? cut(rollingMean(series.points, rolling)) : null,
      other: other ? cut(series.points.map((_, at) => other.points[at] ?? null)) : null,
    };
  });
  const changes = changesBeyondChance(shown.map(({ series }) => series));
  return shown.map((question) => ({ ...question, changes: changes.get(question.id) ?? [] }));
}

/** One bucket of one question: what a table of trends and its files hold. */
export type TrendRow = {
  id: string;
  question: string;
  at: number;
  point: SeriesPoint;
  rolling: number | null;
  other: SeriesPoint | null;
  change: Change | null;
};

export function trendRows(questions: readonly TrendQuestion[]): TrendRow[] {
  return questions.flatMap(({ id, title, series, rolling, other, changes }) => {
    const byStart = new Map(changes.map((change) => [change.at, change]));
    return series.points.map((point, at) => ({
      id,
      question: title,
      at: point.at,
      point,
      rolling: rolling?.[at] ?? null,
      other: other?.[at] ?? null,
      change: byStart.get(point.at) ?? null,
    }));
  });
}

/** The gist of a chart in one sentence, for who does not see it. */
export function summaryOf(
  { title, series, changes }: TrendQuestion,
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
    `mean from ${says(first)} to ${says(last)}`,
    `lowest ${says(lowest)}, highest ${says(highest)}`,
    ...(gaps > 0 ? [`${gaps} of ${series.points.length} buckets without data`] : []),
    ...(changes.length > 0 ? [`${changes.length} ${changes.length === 1 ? "change" : "changes"} beyond chance`] : []),
  ];
  return `${title}: ${parts.join("; ")}.`;
}

/** How long a bucket is, at most, for the width of what stands in one. */
export const bucketMs: Record<BucketType, number> = {
  hourly: 3_600_000,
  daily: 86_400_000,
  monthly: 31 * 86_400_000,
  yearly: 366 * 86_400_000,
};
