import type { ReadPoint } from "@/lib/contracts/analysis";

/** One bucket of a question as charts have it; null: no data, or the service did not say. */
export type SeriesPoint = {
  /** The bucket's start, epoch milliseconds. */
  at: number;
  /** Null in a bucket without data: a gap in the line. A mean of zero is 0. */
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Answers; null where the service does not say. */
  count: number | null;
  /** What a mean of means weighs by: the weighted count, else the count. */
  base: number | null;
  /** Effective base of a weighted mean, else the count. */
  effective: number | null;
  variance: number | null;
};

export type Series = {
  id: string;
  points: SeriesPoint[];
  /** The question's lowest and highest answer in the range; null without data. */
  range: { low: number; high: number } | null;
  /** What the service said beside the interface's own members. */
  hasBand: boolean;
  hasCounts: boolean;
  hasVariance: boolean;
  isWeighted: boolean;
};

/** A question's points in the order of time. Buckets whose start cannot be read are left out; of two at one start the later counts. */
export function prepareSeries(id: string, read: readonly ReadPoint[]): Series {
  const byStart = new Map(read.map((point) => [Date.parse(point.x), point]));
  const kept = [...byStart].filter(([at]) => Number.isFinite(at)).sort(([a], [b]) => a - b);
  const points = kept.map(([at, point]) => pointOf(at, point));
  const filled = kept.map(([, point]) => point).filter((point) => meanOf(point) !== null);
  const says = (member: keyof ReadPoint) => filled.some((point) => point[member] !== null);
  return {
    id,
    points,
    range: rangeOf(filled),
    hasBand: says("bucketMin") && says("bucketMax"),
    hasCounts: says("count"),
    hasVariance: says("variance") && says("count"),
    isWeighted: says("weightedCount"),
  };
}

/** Unrounded where the service says so. */
const meanOf = ({ mean, meanExact }: ReadPoint) => (mean === null ? null : (meanExact ?? mean));

function pointOf(at: number, point: ReadPoint): SeriesPoint {
  const mean = meanOf(point);
  if (mean === null) {
    const none = { mean, low: null, high: null, variance: null, base: null, effective: null };
    return { at, ...none, count: point.count };
  }
  const { bucketMin: low, bucketMax: high, count, variance, weightedCount, effectiveCount } = point;
  return { at, mean, low, high, count, variance, base: weightedCount ?? count, effective: effectiveCount ?? count };
}

/** Question-wide ends are the same in every bucket that has data; one without any has zeros, which say nothing. */
function rangeOf(filled: readonly ReadPoint[]): Series["range"] {
  const lows = filled.flatMap(({ min }) => (min === null ? [] : [min]));
  const highs = filled.flatMap(({ max }) => (max === null ? [] : [max]));
  if (lows.length === 0 || highs.length === 0) return null;
  return { low: lows.reduce((a, b) => Math.min(a, b)), high: highs.reduce((a, b) => Math.max(a, b)) };
}

/** Answers of all buckets; null where the service does not say how many there are. */
export function totalCount({ points, hasCounts }: Series): number | null {
  return hasCounts ? points.reduce((sum, { count }) => sum + (count ?? 0), 0) : null;
}
