import type { DatePart } from "../terms/pivot";

/** The numbers that stand for parts of dates in a table's codes: 2025 Q3 is 20253, March 2025 is 202503. */

const DAY_MS = 86_400_000;
const two = (value: number) => String(value).padStart(2, "0");
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const datePartLabels: Record<DatePart, (key: number) => string> = {
  year: String,
  quarter: (key) => `${Math.floor(key / 10)} Q${key % 10}`,
  month: (key) => `${Math.floor(key / 100)}-${two(key % 100)}`,
  week: (key) => `${Math.floor(key / 100)}-W${two(key % 100)}`,
  day: (key) => `${Math.floor(key / 10_000)}-${two(Math.floor(key / 100) % 100)}-${two(key % 100)}`,
  hour: (key) => `${datePartLabels.day(Math.floor(key / 100))} ${two(key % 100)}:00`,
  weekday: (key) => weekdays[key - 1] ?? String(key),
};

/** The number of the period that follows; of a weekday, which is none, itself. */
export const nextPeriods: Record<DatePart, (key: number) => number> = {
  year: (key) => key + 1,
  quarter: (key) => (key % 10 < 4 ? key + 1 : key + 7),
  month: (key) => (key % 100 < 12 ? key + 1 : key + 89),
  week: (key) => weekOf(firstDayOf(key) + 7 * DAY_MS),
  day: (key) => dayOf(Date.UTC(Math.floor(key / 10_000), (Math.floor(key / 100) % 100) - 1, (key % 100) + 1)),
  hour: (key) => (key % 100 < 23 ? key + 1 : nextPeriods.day(Math.floor(key / 100)) * 100),
  weekday: (key) => key,
};

function dayOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** Days since the Monday. */
const sinceMonday = (at: number) => (new Date(at).getUTCDay() + 6) % 7;

/** The Monday of a week of ISO 8601: the first week of a year is that of 4 January. */
function firstDayOf(week: number): number {
  const fourth = Date.UTC(Math.floor(week / 100), 0, 4);
  return fourth + ((week % 100) - 1) * 7 * DAY_MS - sinceMonday(fourth) * DAY_MS;
}

function weekOf(monday: number): number {
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  return year * 100 + Math.round((monday - firstDayOf(year * 100 + 1)) / (7 * DAY_MS)) + 1;
}
