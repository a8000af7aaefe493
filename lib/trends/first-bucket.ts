import type { Series } from "@/lib/charts/series";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { dayOf, firstDayOf } from "./range";

/** Answers that half of the buckets have at least: with fewer, most of what moves is noise. */
export const ENOUGH_ANSWERS = 50;
/** Fewer buckets are no trend. */
const LEAST_BUCKETS = 3;

/** Finest first. */
const all: readonly BucketType[] = ["hourly", "daily", "weekly_from_monday", "monthly", "quarterly", "yearly"];
/** Those of the specification, which every service knows. */
const specified: readonly BucketType[] = ["hourly", "daily", "monthly", "yearly"];

export type FirstBucket = {
  type: BucketType;
  /** Answers of a bucket, in the middle of all; null: the service does not say. */
  median: number | null;
};

type Read = {
  /** In the finest buckets that suit the range. */
  series: readonly Series[];
  type: BucketType;
  timeZone: string;
  /** The service knows weeks and quarters. */
  hasWeeks: boolean;
};

/**
 * The finest buckets of which half have enough answers; where none have, the coarsest that still are a trend. Coarser
 * ones are added up from those that were read.
 */
export function firstBucket({ series, type, timeZone, hasWeeks }: Read): FirstBucket {
  const counted = series.filter(({ hasCounts }) => hasCounts);
  if (counted.length === 0) return { type, median: null };
  const known = hasWeeks ? all : specified;
  let chosen: FirstBucket = { type, median: sizesIn(counted, null).median };
  for (const coarser of known.slice(known.indexOf(type) + 1)) {
    if (isEnough(chosen)) break;
    const { median, buckets } = sizesIn(counted, { type: coarser, timeZone });
    if (buckets >= LEAST_BUCKETS) chosen = { type: coarser, median };
  }
  return chosen;
}

const isEnough = ({ median }: FirstBucket): boolean => median !== null && median >= ENOUGH_ANSWERS;

type Sizes = { median: number; buckets: number };

/** Of buckets as they were read, where none coarser are named. */
function sizesIn(series: readonly Series[], coarser: { type: BucketType; timeZone: string } | null): Sizes {
  const dayStarts = new Map<number, string>();
  const nameOf = (at: number) => {
    if (coarser === null) return String(at);
    const start = dayStarts.get(at) ?? firstDayOf[coarser.type](dayOf(at, coarser.timeZone));
    dayStarts.set(at, start);
    return start;
  };
  const sizes = series.map(({ points }) => {
    const counts = new Map<string, number>();
    for (const { at, count } of points) counts.set(nameOf(at), (counts.get(nameOf(at)) ?? 0) + (count ?? 0));
    return withinAnswers([...counts.values()]);
  });
  return { median: medianOf(sizes.flat()), buckets: Math.max(0, ...sizes.map(({ length }) => length)) };
}

/** Empty buckets count where they stand between others: before the first answer and after the last there is no survey. */
function withinAnswers(counts: readonly number[]): number[] {
  const first = counts.findIndex((count) => count > 0);
  return first < 0 ? [] : counts.slice(first, counts.findLastIndex((count) => count > 0) + 1);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}
