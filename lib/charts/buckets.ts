import { shortened } from "@/lib/contracts/rules/shortened";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { LEAST_ROOM, type Tick, timeTicks } from "./axis";
import { bucketLabeller } from "./bucket-label";
import { CHARACTER_WIDTH } from "./fitted";

/**
 * What the buckets of a trend are: pieces of time, which begin at `at` epoch milliseconds, or waves, the options of a
 * question, whose `at` is their place from 0; `isOrdered`: each follows from the one before it.
 */
export type TrendBuckets =
  | { kind: "time"; type: BucketType; timeZone: string }
  | { kind: "waves"; question: string; labels: readonly string[]; isOrdered: boolean };

/** How long a bucket is, at most, for the width of what stands in one. */
const bucketMs: Record<BucketType, number> = {
  hourly: 3_600_000,
  daily: 86_400_000,
  weekly_from_monday: 7 * 86_400_000,
  weekly_from_sunday: 7 * 86_400_000,
  monthly: 31 * 86_400_000,
  quarterly: 92 * 86_400_000,
  yearly: 366 * 86_400_000,
};

export const widthOfBucket = (buckets: TrendBuckets): number => (buckets.kind === "time" ? bucketMs[buckets.type] : 1);

/** Names buckets by their `at`: "March 2031", or the option's label. */
export function bucketNamer(buckets: TrendBuckets): (at: number) => string {
  if (buckets.kind === "time") return bucketLabeller(buckets.type, buckets.timeZone);
  return (at) => buckets.labels[at] ?? "";
}

const SHORTEST = 6;
/** The axis of values, and what stands at the other side. */
const BESIDE_PLOT = LEAST_ROOM + 14;

/** Labels of waves in the width that each has; where they would be a few letters only, of some of the waves. */
function waveTicks(starts: readonly number[], labels: readonly string[], width: number): Tick[] {
  const longest = starts.reduce((most, at) => Math.max(most, labels[at]?.length ?? 0), 1);
  const least = Math.min(longest, SHORTEST) * CHARACTER_WIDTH + CHARACTER_WIDTH;
  const most = Math.max(1, Math.floor(width / least));
  const step = Math.ceil(starts.length / most);
  const room = Math.floor(((width / Math.max(1, starts.length)) * step) / CHARACTER_WIDTH) - 1;
  return starts
    .filter((_, place) => place % step === 0)
    .map((at) => ({ at, label: shortened(labels[at] ?? "", Math.max(1, room)) }));
}

const LABEL_WIDTH = 90;

/** Where the axis of these buckets, `width` pixels across, is divided. */
export function bucketTicks(starts: readonly number[], buckets: TrendBuckets, width: number): Tick[] {
  if (buckets.kind === "waves") return waveTicks(starts, buckets.labels, width - BESIDE_PLOT);
  const most = Math.max(2, Math.floor(width / LABEL_WIDTH));
  return timeTicks(starts, { type: buckets.type, timeZone: buckets.timeZone, most });
}
