import type { SharePoint } from "@/lib/contracts/interfaces/trend-shares";
import type { ShareBucket } from "@/lib/stores/clickhouse/share-sql";
import { effectiveCount } from "./write-points";

/** The points of one share: the `keys` of the buckets, and what each holds. */
export function writeShare(keys: readonly string[], buckets: readonly ShareBucket[], weighted: boolean): SharePoint[] {
  return keys.flatMap((x, place) => {
    const bucket = buckets[place];
    if (!bucket) return [];
    const { count, chosen, share, sumOfWeights, sumOfChosenWeights } = bucket;
    const weights = {
      weightedCount: sumOfWeights,
      weightedChosen: sumOfChosenWeights,
      effectiveCount: effectiveCount(bucket),
    };
    return [{ x, count, chosen, share, ...(weighted && weights) }];
  });
}
