import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import type { Days } from "@/lib/contracts/calendar/days";
import type { BucketType } from "@/lib/contracts/terms/analysis";

/** Every day that answers could be of: those of an import are of no other. */
export const WHOLE: Days = { from: "1900-01-01", to: "2299-12-31" };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS);
const daysIn = ({ from, to }: Days): number => Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1;

function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const of = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => of.get(type) ?? 0;
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  };
}

/** When a day begins by a zone's clock, epoch milliseconds; where the clock skips midnight, when it has. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = toMs(day);
  if (timeZone === "UTC") return midnight;
  const clock = clockIn(timeZone);
  const ahead = (at: number) => clock(at) - at;
  // The offset a day before and after surround any change of the clock near midnight.
  const candidates = [midnight - ahead(midnight - DAY_MS), midnight - ahead(midnight + DAY_MS)].sort((a, b) => a - b);
  return candidates.find((at) => clock(at) >= midnight) ?? candidates[1] ?? midnight;
}

/** The day of a moment, epoch milliseconds, by a zone's clock. */
export const dayOf = (at: number, timeZone: string): string => toDay(timeZone === "UTC" ? at : clockIn(timeZone)(at));

/**
 * Names hours by how far a zone's clock has come since the midnight that a period begins with: hours of one name are the
 * same of two periods, though the clock is changed in one. An hour that it shows twice has two names.
 */
export function hourNamer(first: string, timeZone: string): (at: number) => string {
  const read = clockIn(timeZone);
  // Every line of a trend has the same hours.
  const known = new Map<number, number>();
  const clock = (at: number) => {
    const shown = known.get(at) ?? read(at);
    known.set(at, shown);
    return shown;
  };
  // Where the clock goes on by half an hour, an hour begins at half past.
  const hour = (at: number) => Math.floor((clock(at) - toMs(first)) / HOUR_MS);
  return (at) => `${hour(at)}${clock(at - HOUR_MS) === clock(at) ? " again" : ""}`;
}

/** The last day of the month that a day is in. */
export function endOfMonth(day: string): string {
  const date = new Date(toMs(day));
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** The range as the trend interface is asked for it: an instant as its end is not in it. */
export function rangeInstants({ from, to }: Days, timeZone: string): { fromDate: string; toDate: string } {
  const instant = (day: string) => new Date(startOfDay(day, timeZone)).toISOString();
  return { fromDate: instant(from), toDate: instant(addDays(to, 1)) };
}

/** Buckets of which a range has neither a handful nor thousands. */
export function usualBucket(days: Days): BucketType {
  const count = daysIn(days);
  if (count <= 3) return "hourly";
  if (count <= 400) return "daily";
  return count <= 366 * 15 ? "monthly" : "yearly";
}

/** So many months on; in a shorter month its last day. `monthsEnd`: the last day of the month in any case. */
export const shiftMonths = (day: string, months: number, monthsEnd: boolean): string => {
  const date = new Date(toMs(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, monthsEnd ? last : Math.min(date.getUTCDate(), last)));
};

export const isMonthsEnd = (day: string): boolean => addDays(day, 1).endsWith("-01");

/** The last day of a bucket that begins on this day; an hour is part of one. */
export const lastDayOf: Record<BucketType, (day: string) => string> = {
  hourly: (day) => day,
  daily: (day) => day,
  weekly_from_monday: (day) => addDays(day, 6),
  weekly_from_sunday: (day) => addDays(day, 6),
  monthly: endOfMonth,
  quarterly: (day) => endOfMonth(shiftMonths(day, 2, false)),
  yearly: (day) => `${day.slice(0, 4)}-12-31`,
};

type Viewed = { days: Days; type: BucketType; timeZone: string };

/**
 * The days of a range that a zoom leaves in view, from the start of its first bucket to the start of its last, epoch
 * milliseconds. The whole range without a zoom, or with one that lies outside it.
 */
export function daysInView({ days, type, timeZone }: Viewed, zoom: { from: number; to: number } | null): Days {
  if (zoom === null) return days;
  // A service that knows no zones begins its buckets by UTC, whatever zone it was asked for.
  const zone = zoneOfBuckets([zoom.from, zoom.to], type, timeZone);
  const [first, last] = [dayOf(zoom.from, zone), lastDayOf[type](dayOf(zoom.to, zone))];
  const [, from = first] = [first, days.from].sort();
  const [to = last] = [last, days.to].sort();
  return from > to ? days : { from, to };
}

/** How many days or months a bucket has, by which periods before are counted; hours by days. */
const lengths: Record<BucketType, { days: number } | { months: number }> = {
  hourly: { days: 1 },
  daily: { days: 1 },
  weekly_from_monday: { days: 7 },
  weekly_from_sunday: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  yearly: { months: 12 },
};

/**
 * The period before a range, of as many buckets. Days for hours and days, whole weeks for weeks; else as few whole months,
 * quarters or years back as leave no day in both, so that the buckets at one place are as long as months and years are: what ends a day before it begins
 * a month on stands right beside it. A range from 1 January on, a year or what there is of it, goes back by years: its
 * January is compared with a January.
 */
export function previousPeriod(days: Days, type: BucketType): Days {
  const length = lengths[type];
  if ("days" in length) {
    const back = Math.ceil(daysIn(days) / length.days) * length.days;
    return { from: addDays(days.from, -back), to: addDays(days.to, -back) };
  }
  const step = days.from.endsWith("-01-01") ? 12 : length.months;
  const back = (months: number): Days => ({
    from: shiftMonths(days.from, -months, false),
    to: shiftMonths(days.to, -months, isMonthsEnd(days.to)),
  });
  let months = step;
  while (back(months).to >= days.from) months += step;
  return back(months);
}

/**
 * The days of `count` buckets right before the one that a range begins in; no answer is of a day before `earliest`. Null:
 * there are no such days.
 */
export function daysBefore({ from }: Days, { type, count, earliest }: Reach): Days | null {
  const start = firstDayOf[type](from);
  const reached = shiftBuckets(start, -count, type);
  const before = { from: reached < earliest ? earliest : reached, to: addDays(start, -1) };
  return before.from > before.to ? null : before;
}

const backToWeekday = (day: string, weekday: number): string =>
  addDays(day, -((new Date(toMs(day)).getUTCDay() - weekday + 7) % 7));

/** The first day of the bucket that a day is in. */
export const firstDayOf: Record<BucketType, (day: string) => string> = {
  hourly: (day) => day,
  daily: (day) => day,
  weekly_from_monday: (day) => backToWeekday(day, 1),
  weekly_from_sunday: (day) => backToWeekday(day, 0),
  monthly: (day) => `${day.slice(0, 7)}-01`,
  quarterly: (day) => shiftMonths(`${day.slice(0, 7)}-01`, -((Number(day.slice(5, 7)) - 1) % 3), false),
  yearly: (day) => `${day.slice(0, 4)}-01-01`,
};

type Reach = { type: BucketType; count: number; earliest: string };

/** A day on which the clock goes on has so many. */
const LEAST_HOURS = 23;

function shiftBuckets(day: string, count: number, type: BucketType): string {
  if (type === "hourly") return addDays(day, Math.floor(count / LEAST_HOURS));
  const length = lengths[type];
  if ("days" in length) return addDays(day, count * length.days);
  return shiftMonths(day, count * length.months, false);
}
