import { Temporal } from "temporal-polyfill";
import { type BucketType, bucketTypes, MOST_BUCKETS, MOST_POINTS } from "../terms/analysis";

/** [from, to) in epoch milliseconds. */
export type TimeRange = { from: number; to: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest that such a bucket commonly is: with fewer of them than this a range is never covered. */
const longestMs: Record<BucketType, number> = {
  hourly: 1.5 * HOUR_MS,
  daily: DAY_MS + HOUR_MS,
  weekly_from_monday: 7 * DAY_MS + HOUR_MS,
  weekly_from_sunday: 7 * DAY_MS + HOUR_MS,
  monthly: 31 * DAY_MS + HOUR_MS,
  quarterly: 92 * DAY_MS + HOUR_MS,
  yearly: 366 * DAY_MS,
};

/** Of several whole days by the calendar. */
type OfDays = Exclude<BucketType, "hourly">;

const steps: Record<OfDays, Temporal.DurationLike> = {
  daily: { days: 1 },
  weekly_from_monday: { weeks: 1 },
  weekly_from_sunday: { weeks: 1 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  yearly: { years: 1 },
};

/** The first day of the bucket that a day is in. */
const firstDay: Record<OfDays, (date: Temporal.PlainDate) => Temporal.PlainDate> = {
  daily: (date) => date,
  weekly_from_monday: (date) => date.subtract({ days: date.dayOfWeek - 1 }),
  weekly_from_sunday: (date) => date.subtract({ days: date.dayOfWeek % 7 }),
  monthly: (date) => date.with({ day: 1 }),
  quarterly: (date) => date.with({ month: date.month - ((date.month - 1) % 3), day: 1 }),
  yearly: (date) => date.with({ month: 1, day: 1 }),
};

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** The start of the bucket that an instant lies in. */
function startOf(at: number, type: BucketType, timeZone: string): number {
  const moment = zoned(at, timeZone);
  if (type === "hourly") return moment.round({ smallestUnit: "hour", roundingMode: "floor" }).epochMilliseconds;
  return firstDay[type](moment.toPlainDate()).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** The start of the next bucket, whatever the clocks do between. */
function nextStart(start: number, type: BucketType, timeZone: string): number {
  if (type === "hourly") {
    const next = startOf(start + HOUR_MS, type, timeZone);
    // Put back by half an hour, an hour by the clock has 90 minutes.
    return next > start ? next : startOf(start + 2 * HOUR_MS, type, timeZone);
  }
  for (let date = zoned(start, timeZone).toPlainDate().add(steps[type]); ; date = date.add(steps[type])) {
    const next = date.toZonedDateTime({ timeZone }).epochMilliseconds;
    if (next > start) return next; // a day that a place left out begins with the next one
  }
}

/** The next multiple of a length; `firstMs`: any moment at which such a bucket begins. */
const nextMultiple = (at: number, lengthMs: number, firstMs = 0): number =>
  Math.floor((at - firstMs) / lengthMs) * lengthMs + lengthMs + firstMs;

/** The first day of the next so many months, counted from January. */
function nextMonths(at: number, months: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - (month % months) + months, 1); // Date.UTC reads the year 99 as 1999
  return moment.getTime();
}

/** 1970 began on a Thursday. */
const [A_SUNDAY, A_MONDAY] = [3 * DAY_MS, 4 * DAY_MS];

/** The start after a moment on a clock that nobody changes, whose days have 24 hours. */
const nextEven: Record<BucketType, (at: number) => number> = {
  hourly: (at) => nextMultiple(at, HOUR_MS),
  daily: (at) => nextMultiple(at, DAY_MS),
  weekly_from_monday: (at) => nextMultiple(at, 7 * DAY_MS, A_MONDAY),
  weekly_from_sunday: (at) => nextMultiple(at, 7 * DAY_MS, A_SUNDAY),
  monthly: (at) => nextMonths(at, 1),
  quarterly: (at) => nextMonths(at, 3),
  yearly: (at) => nextMonths(at, 12),
};

/** A stretch of time in which a zone's clock is not changed: until when, and how far it is ahead of UTC. */
type Stretch = { until: number; offsetMs: number };

function stretchAt(at: number, timeZone: string): Stretch {
  const moment = zoned(at, timeZone);
  const change = timeZone === "UTC" ? null : moment.getTimeZoneTransition("next");
  const until = change ? change.epochMilliseconds : Number.POSITIVE_INFINITY;
  return { until, offsetMs: moment.offsetNanoseconds / 1_000_000 };
}

/** Thousands of starts: between two changes of the clock they are counted, only across one they are looked up. */
function* startsFrom(at: number, type: BucketType, timeZone: string): Generator<number> {
  let start = startOf(at, type, timeZone);
  let stretch = stretchAt(start, timeZone);
  for (;;) {
    yield start;
    if (start >= stretch.until) stretch = stretchAt(start, timeZone);
    const next = nextEven[type](start + stretch.offsetMs) - stretch.offsetMs;
    start = next < stretch.until ? next : nextStart(start, type, timeZone);
  }
}

/**
 * The boundaries of the buckets that a range touches, in epoch milliseconds: bucket k is [n[k], n[k + 1]). All of them
 * begin by the zone's clock, so a day may have 23 or 25 hours. None for an empty range; null when
 * there are more than `most` buckets.
 */
export function bucketBoundaries(
  { from, to }: TimeRange,
  type: BucketType,
  timeZone = "UTC",
  most = MOST_BUCKETS,
): number[] | null {
  if (from >= to) return [];
  if ((to - from) / longestMs[type] > most) return null;
  const boundaries: number[] = [];
  for (const start of startsFrom(from, type, timeZone)) {
    boundaries.push(start);
    if (start >= to) return boundaries;
    if (boundaries.length > most) return null;
  }
  return boundaries;
}

const many = (count: number) => count.toLocaleString("en");

/** Those that every service knows. */
const specified: ReadonlySet<BucketType> = new Set(["hourly", "daily", "monthly", "yearly"]);

/** The coarser buckets of which a range has at most `most`; null when it has too many years. */
function coarserThatFits(range: TimeRange, type: BucketType, timeZone: string, most: number) {
  const coarser = bucketTypes.slice(bucketTypes.indexOf(type) + 1).filter((each) => specified.has(each));
  return coarser.find((each) => bucketBoundaries(range, each, timeZone, most) !== null) ?? null;
}

/** Times of answers, with a day more for the clock of any zone. */
const ANSWERED: TimeRange = { from: Date.UTC(1900, 0, 1) - DAY_MS, to: Date.UTC(2300, 0, 1) + DAY_MS };

/** `series`: lines of the chart, of means and of shares. */
type AskedBuckets = { type: BucketType; timeZone?: string | undefined; series: number };

/**
 * The boundaries of the buckets that a range is asked in; or why that is more than one question may ask, as a sentence
 * that names what fits. By a zone only years that can have answers are asked: each change of its clock is looked up,
 * which for thousands of years takes seconds.
 */
export function askedBoundaries(
  range: TimeRange,
  { type, timeZone = "UTC", series }: AskedBuckets,
): { boundaries: number[] } | { problem: string } {
  if (timeZone !== "UTC" && (range.from < ANSWERED.from || range.to > ANSWERED.to)) {
    return { problem: "Answers are of the years 1900 to 2299. Ask for a time in them, or leave timeZone out." };
  }
  const most = Math.min(MOST_BUCKETS, Math.floor(MOST_POINTS / Math.max(1, series)));
  const boundaries = bucketBoundaries(range, type, timeZone, most);
  if (boundaries) return { boundaries };
  const isBuckets = most === MOST_BUCKETS;
  const problem = isBuckets
    ? `This is more than ${many(MOST_BUCKETS)} ${type} buckets.`
    : `This is more than ${many(MOST_POINTS)} points: ${many(series)} lines in more than ${many(most)} ${type} buckets.`;
  const coarser = coarserThatFits(range, type, timeZone, most);
  const shorter = `for a shorter time${isBuckets ? "" : " or fewer lines"}.`;
  return { problem: `${problem} Ask ${coarser ? `for ${coarser} ones, or ${shorter}` : shorter}` };
}

/** Why the options of a question, as buckets of so many lines, are more than one question may ask; null when not. */
export function tooManyOptions({ options, series }: { options: number; series: number }): string | null {
  if (options * Math.max(1, series) <= MOST_BUCKETS) return null;
  const problem = `This is more than ${many(MOST_BUCKETS)} points: ${many(series)} lines by ${many(options)} options.`;
  return `${problem} Ask for fewer lines, or by a question of fewer options.`;
}
