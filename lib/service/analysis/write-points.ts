import { type TrendPoint, twoDecimals } from "@/lib/contracts/interfaces/analysis";
import { effectiveBase } from "@/lib/stats/effective-base";
import type { Bucket } from "@/lib/stores/clickhouse/trend";

type Asked = { weighted: boolean; quartiles: boolean };

/** The points of one line: the `keys` of the buckets (starts in ISO, or codes), and what each holds. */
export function writePoints(
  keys: readonly string[],
  buckets: readonly Bucket[],
  { weighted, quartiles }: Asked,
): TrendPoint[] {
  const { min, max } = rangeOf(buckets);
  return keys.map((x, place) => {
    const bucket = buckets[place];
    const { count = 0, mean = null, min: bucketMin = null, max: bucketMax = null, variance = null } = bucket ?? {};
    const rounded = mean === null ? (0 as const) : twoDecimals(mean);
    const point = { x, mean: rounded, min, max, count, bucketMin, bucketMax, meanExact: mean, variance };
    return { ...point, ...(weighted && weightsOf(bucket)), ...(quartiles && quartilesOf(bucket)) };
  });
}

/** The lowest and highest answer of all buckets; 0 without any. */
function rangeOf(buckets: readonly Bucket[]): { min: number; max: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bucket of buckets) {
    if (bucket.min !== null && bucket.min < min) min = bucket.min;
    if (bucket.max !== null && bucket.max > max) max = bucket.max;
  }
  return min <= max ? { min, max } : { min: 0, max: 0 };
}

const quartilesOf = (bucket: Bucket | undefined) => ({
  lowerQuartile: bucket?.quartiles?.[0] ?? null,
  upperQuartile: bucket?.quartiles?.[1] ?? null,
});

function weightsOf(bucket: Bucket | undefined) {
  return { weightedCount: bucket?.sumOfWeights ?? null, effectiveCount: bucket ? effectiveCount(bucket) : null };
}

/** The effective base of a bucket; null without weights above 0. */
export function effectiveCount(sums: Pick<Bucket, "sumOfWeights" | "sumOfSquaredWeights">): number | null {
  const { sumOfWeights, sumOfSquaredWeights } = sums;
  return sumOfWeights === null || !sumOfSquaredWeights ? null : effectiveBase(sumOfWeights, sumOfSquaredWeights);
}
