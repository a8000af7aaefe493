import type { Days } from "@/lib/contracts/calendar/days";
import { addDays, isMonthsEnd, shiftMonths, WHOLE } from "./range";

/** Ranges that are counted back from the day of a project's last answer, and so move along with it. */
export const relativeRanges = ["7d", "30d", "3m", "12m", "this-year", "last-year"] as const;
export type RelativeRange = (typeof relativeRanges)[number];

export const rangeNames: Record<RelativeRange, string> = {
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "3m": "Last 3 months",
  "12m": "Last 12 months",
  "this-year": "This year",
  "last-year": "Last year",
};

/** What a state says of its days, as it stands in the address. */
export type Said = { range: RelativeRange | null; from: string | null; to: string | null };

/** The first and the last day in view; null where that is not known. */
export type Ends = { from: string | null; to: string | null };

/**
 * The days of a range, the last of them the day of the last answer, save for the year before that day's. Months end as
 * that day does: up to the 14th they begin on the 15th, and up to the end of a month they are whole months.
 */
export function daysOfRange(range: RelativeRange, last: string): Days {
  const year = Number(last.slice(0, 4));
  switch (range) {
    case "7d":
      return { from: addDays(last, -6), to: last };
    case "30d":
      return { from: addDays(last, -29), to: last };
    case "3m":
      return monthsUpTo(last, 3);
    case "12m":
      return monthsUpTo(last, 12);
    case "this-year":
      return { from: `${year}-01-01`, to: last };
    case "last-year":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

const monthsUpTo = (last: string, months: number): Days => ({
  from: addDays(shiftMonths(last, -months, isMonthsEnd(last)), 1),
  to: last,
});

/** The range that holds. Days given beside one take its place: a link to them goes on showing them. */
export const rangeIn = ({ range, from, to }: Said): RelativeRange | null =>
  from === null && to === null ? range : null;

/** How far a state reaches. `extent`: the days that have answers; null where that is not known. */
export function endsOf(said: Said, extent: Days | null): Ends {
  const range = rangeIn(said);
  if (range !== null) return extent ? daysOfRange(range, extent.to) : { from: null, to: null };
  return { from: said.from ?? extent?.from ?? null, to: said.to ?? extent?.to ?? null };
}

/**
 * The days that answers are asked for; null: not known, or they end before they begin. `extent`: null where no answer has
 * a time, undefined as long as that is not known.
 */
export function daysAsked({ by, ...said }: Said & { by: string | null }, extent: Days | null | undefined): Days | null {
  if (by !== null && isWhole(said, extent)) return WHOLE;
  const { from, to } = endsOf(said, extent ?? null);
  const whole = by !== null && rangeIn(said) === null ? WHOLE : null;
  const [first, last] = [from ?? whole?.from, to ?? whole?.to];
  return first === undefined || last === undefined || first > last ? null : { from: first, to: last };
}

/**
 * Whether waves are those of all responses. They need no times, which a file of them often has not; and without times
 * there is no day that a range could be counted back from.
 */
export const isWhole = (said: Said, extent: Days | null | undefined): boolean =>
  said.from === null && said.to === null && (said.range === null || extent === null);

/** What days given now do to a state: a range that moved along stays where it is. */
export const withDays = (said: Said, ends: Ends, given: Partial<Ends>): Said => ({
  ...(rangeIn(said) === null ? { from: said.from, to: said.to } : ends),
  ...given,
  range: null,
});
