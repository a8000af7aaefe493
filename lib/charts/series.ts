import type { ReadPoint, Trend } from "@/lib/contracts/interfaces/analysis-replies";
import { effectiveBase } from "@/lib/stats/effective-base";

/** What a line shows: means of answers, or the share of answers that chose certain options, in percent. */
export type Measure = "mean" | "share";

/** One bucket of a question as charts have it; null: no data, or the service did not say. */
export type SeriesPoint = {
  /** The bucket's start, epoch milliseconds; of a wave its place from 0. */
  at: number;
  /** Null in a bucket without data: a gap in the line. A mean of zero is 0; of a share, percent of the answers. */
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
  /** Of a share: the answers that chose one of its options. */
  chosen: number | null;
  /** Between them lies the middle half of the answers; null where they were not asked for. */
  quartiles: readonly [low: number, high: number] | null;
};

export type Series = {
  id: string;
  measure: Measure;
  points: SeriesPoint[];
  /** The question's lowest and highest answer in the range; null without data. */
  range: { low: number; high: number } | null;
  /** What the service said beside the interface's own members. */
  hasBand: boolean;
  hasCounts: boolean;
  /** Whether it can be told what is beyond chance. */
  isTestable: boolean;
  isWeighted: boolean;
};

/** Where a bucket stands, from its `x`; of none that is shown NaN. */
export type PlaceOf = (x: string) => number;

/** By their place; of two at one place the later counts. */
function inOrder<P extends { x: string }>(read: readonly P[], placeOf: PlaceOf): [at: number, point: P][] {
  const byStart = new Map(read.map((point) => [placeOf(point.x), point]));
  return [...byStart].filter(([at]) => Number.isFinite(at)).sort(([a], [b]) => a - b);
}

/** A question's points in the order of time. Buckets whose start cannot be read are left out; of two at one start the later counts. */
export function prepareSeries(id: string, read: readonly ReadPoint[], placeOf: PlaceOf = Date.parse): Series {
  const kept = inOrder(read, placeOf);
  const points = kept.map(([at, point]) => pointOf(at, point));
  const filled = kept.map(([, point]) => point).filter((point) => meanOf(point) !== null);
  const says = (member: keyof ReadPoint) => filled.some((point) => point[member] !== null);
  return {
    id,
    measure: "mean",
    points,
    range: rangeOf(filled),
    hasBand: says("bucketMin") && says("bucketMax"),
    hasCounts: says("count"),
    isTestable: says("variance") && says("count"),
    isWeighted: says("weightedCount"),
  };
}

/** Unrounded where the service says so. */
const meanOf = ({ mean, meanExact }: ReadPoint) => (mean === null ? null : (meanExact ?? mean));

const NOTHING = {
  mean: null,
  low: null,
  high: null,
  base: null,
  effective: null,
  variance: null,
  chosen: null,
  quartiles: null,
} satisfies Partial<SeriesPoint>;

function pointOf(at: number, point: ReadPoint): SeriesPoint {
  const mean = meanOf(point);
  if (mean === null) {
    return { ...NOTHING, at, count: point.count };
  }
  const { bucketMin: low, bucketMax: high, count, variance, weightedCount, effectiveCount } = point;
  const { lowerQuartile, upperQuartile } = point;
  const quartiles: SeriesPoint["quartiles"] =
    lowerQuartile === null || upperQuartile === null ? null : [lowerQuartile, upperQuartile];
  // Written out: to spread one object into another takes ten times as long, for each of thousands of buckets.
  return {
    at,
    mean,
    low,
    high,
    count,
    base: weightedCount ?? count,
    effective: effectiveCount ?? count,
    variance,
    chosen: null,
    quartiles,
  };
}

type ReadSharePoint = Trend["shares"][number]["points"][number];

/** The share of options as a series, in percent; ordered as `prepareSeries` orders. */
export function prepareShare(id: string, read: readonly ReadSharePoint[], placeOf: PlaceOf = Date.parse): Series {
  const points = inOrder(read, placeOf).map(([at, point]) => sharePointOf(at, point));
  const filled = points.filter(({ mean }) => mean !== null);
  const hasCounts = filled.some(({ count }) => count !== null);
  const isWeighted = read.some(({ weightedCount }) => weightedCount !== null);
  return { id, measure: "share", points, range: null, hasBand: false, hasCounts, isTestable: hasCounts, isWeighted };
}

function sharePointOf(at: number, { share, count, ...point }: ReadSharePoint): SeriesPoint {
  if (share === null || count === 0) return { ...NOTHING, at, count };
  const { chosen, weightedCount, effectiveCount } = point;
  const bases = { count, base: weightedCount ?? count, effective: effectiveCount ?? count };
  return { ...NOTHING, at, mean: share * 100, chosen, ...bases };
}

/** Question-wide ends are the same in every bucket that has data; one without any has zeros, which say nothing. */
function rangeOf(filled: readonly ReadPoint[]): Series["range"] {
  const lows = filled.flatMap(({ min }) => (min === null ? [] : [min]));
  const highs = filled.flatMap(({ max }) => (max === null ? [] : [max]));
  if (lows.length === 0 || highs.length === 0) return null;
  return { low: lows.reduce((a, b) => Math.min(a, b)), high: highs.reduce((a, b) => Math.max(a, b)) };
}

/**
 * Effective base of all buckets of a weighted line, (sum w)² / sum w² after Kish, for each bucket's sum of squares is
 * its (sum w)² over its effective base. Null where it is not weighted, or nobody stands in it.
 */
export function totalEffective({ points, isWeighted }: Series): number | null {
  if (!isWeighted) return null;
  let [sum, squares] = [0, 0];
  for (const { base, effective } of points) {
    if (base === null || effective === null || effective <= 0) continue;
    sum += base;
    squares += base ** 2 / effective;
  }
  return squares > 0 ? effectiveBase(sum, squares) : null;
}

/** Answers of all buckets; null where the service does not say how many there are. */
export function totalCount({ points, hasCounts }: Series): number | null {
  return hasCounts ? points.reduce((sum, { count }) => sum + (count ?? 0), 0) : null;
}
