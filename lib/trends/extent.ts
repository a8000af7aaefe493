import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import { chunked } from "@/lib/chunked";
import type { Days } from "@/lib/contracts/calendar/days";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { hasShares } from "@/lib/contracts/rules/question-rules";
import { type BucketType, MOST_QUESTIONS } from "@/lib/contracts/terms/analysis";
import { MOST_SHARES } from "@/lib/contracts/terms/trend-shares";
import { AppError } from "@/lib/http/problem";
import { addDays, dayOf, endOfMonth, rangeInstants, WHOLE } from "./range";

export type Extent = {
  /** Questions that have a trend, as the service names them. */
  questions: string[];
  /** The first and the last day with answers to any of them, or to options; null without any. */
  days: Days | null;
  /** Why the service did not say whether anything lies before or after those days; null: it did. */
  unread: string | null;
};

type Asked = Pick<Trend, "responses" | "shares">;
type Ask = (body: Record<string, unknown>) => Promise<Asked>;
/** What requests ask of these questions. */
type Of = (ids: readonly string[]) => Record<string, unknown>[];

/** Most answers are of these years; the built-in service keeps such figures added up from 1970 on. */
const usualYears = (): Years => ({ first: 1970, last: new Date().getUTCFullYear() + 1 });

/**
 * How far the answers of a project reach, asked of the trend itself: in years of all questions, then in months of the
 * first and of the last year, then in days of those months, each of the questions that are answered there; then of all
 * questions as one line, and of shares that `readShares` names, whether anything lies before or after. A service that
 * knows nothing but the interface answers it too; one that fails over years so far off leaves the days that were found.
 */
export async function readExtent(ask: Ask, timeZone: string, readShares: () => Promise<ShareAsked[]>): Promise<Extent> {
  const [inYears, shares] = await Promise.all([readYears(ask, usualYears(), timeZone), readShares()]);
  const questions = Object.keys(inYears.responses);
  const found = await daysOf(ask, inYears, { of: means, timeZone });
  if (questions.length === 0 && shares.length === 0) return { questions, days: null, unread: null };
  const body = { ...joined(questions), shares };
  const beyond = await Promise.allSettled(around(found).map((days) => readDays(ask, days, { body, timeZone })));
  const failures = beyond.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const failure of failures) if (!found || !isFailing(failure)) throw failure;
  const read = beyond.map((each) => (each.status === "fulfilled" ? each.value : null));
  return { questions, days: over([found, ...read]), unread: failures[0]?.message ?? null };
}

const isFailing = (error: unknown) => error instanceof AppError && error.code === "unavailable";

/** The days that no answer was found of yet: before and after those found, or all. */
function around(found: Days | null): Days[] {
  if (!found) return [WHOLE];
  const [before, after] = [addDays(found.from, -1), addDays(found.to, 1)];
  return [
    { from: WHOLE.from, to: before },
    { from: after, to: WHOLE.to },
  ].filter(({ from, to }) => from <= to);
}

type Within = { body: Record<string, unknown>; timeZone: string };

/** The first and the last day with answers in a year of these days. A service may refuse years that are so far off. */
async function readDays(ask: Ask, days: Days, { body, timeZone }: Within): Promise<Days | null> {
  try {
    const inYears = await ask({ ...yearly(days, timeZone), ...body });
    return await daysOf(ask, inYears, { of: () => [body], timeZone });
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

const isRefused = (error: unknown) => error instanceof AppError && error.code === "invalid";

function over(found: readonly (Days | null)[]): Days | null {
  const days = found.filter((each) => each !== null);
  const [from, to] = [
    days.map((each) => each.from).sort()[0],
    days
      .map((each) => each.to)
      .sort()
      .at(-1),
  ];
  return from === undefined || to === undefined ? null : { from, to };
}

/** All questions as one line, or as few as can be: its points are as many as buckets, of however many questions. */
function joined(ids: readonly string[]) {
  const groups = chunked(ids, MOST_QUESTIONS).map(([first = "", ...others]) => [first, others] as const);
  return { questions: groups.map(([id]) => id), groups: Object.fromEntries(groups) };
}

/** As many shares as one request takes, one of each question with options: whoever answered it is counted beside. */
export const sharesToAsk = (questions: readonly Question[]): ShareAsked[] =>
  questions
    .filter(hasShares)
    .slice(0, MOST_SHARES)
    .map(({ id, options }) => ({ questionId: id, codes: options.slice(0, 1).map(({ code }) => code) }));

const means: Of = (ids) => chunked(ids, MOST_QUESTIONS).map((questions) => ({ questions }));

type Years = { first: number; last: number };

const yearly = (days: Days, timeZone: string) => ({
  ...rangeInstants(days, timeZone),
  ...inZone(timeZone),
  ...{ type: "yearly", filter: [] },
});

/** All questions in years. Of more questions than a reply has points for, half of the years at a time. */
async function readYears(ask: Ask, years: Years, timeZone: string): Promise<Asked> {
  const { first, last } = years;
  try {
    return await ask(yearly({ from: `${first}-01-01`, to: `${last}-12-31` }, timeZone));
  } catch (error) {
    if (!isRefused(error) || first === last) throw error;
    const middle = Math.floor((first + last) / 2);
    const before = await readYears(ask, { first, last: middle }, timeZone);
    const after = await readYears(ask, { first: middle + 1, last }, timeZone);
    const ids = [...new Set([...Object.keys(before.responses), ...Object.keys(after.responses)])];
    const pointsOf = (id: string) => [...(before.responses[id] ?? []), ...(after.responses[id] ?? [])];
    return { responses: Object.fromEntries(ids.map((id) => [id, pointsOf(id)])), shares: [] };
  }
}

/** The first and the last day of what has answers in these years. */
async function daysOf(ask: Ask, inYears: Asked, { of, timeZone }: { of: Of; timeZone: string }): Promise<Days | null> {
  const starts = pointsIn(inYears).flatMap(({ points }) => points.map(({ start }) => start));
  const zone = zoneOfBuckets(starts, "yearly", timeZone);
  const years = filledIn(inYears, zone);
  // Most projects begin and end in one year: what both edges ask alike is asked once.
  const asked = new Map<string, Promise<Filled[]>>();
  const narrowed = (within: Days, type: BucketType, at: Filled[]): Promise<Filled[]> => {
    const ids = [...new Set(at.map(({ id }) => id))];
    const body = { ...rangeInstants(within, zone), ...inZone(zone), type, filter: [] };
    const key = JSON.stringify([body, ids]);
    const readAll = () => Promise.all(of(ids).map((asked) => ask({ ...body, ...asked })));
    const read = asked.get(key) ?? readAll().then((trends) => trends.flatMap((trend) => filledIn(trend, zone)));
    asked.set(key, read);
    return read;
  };
  const edge = async (pick: (found: Filled[]) => Filled | undefined) => {
    const year = pick(years);
    if (!year) return null;
    const wholeYear = { from: `${year.day.slice(0, 4)}-01-01`, to: `${year.day.slice(0, 4)}-12-31` };
    const months = await narrowed(wholeYear, "monthly", sameDay(years, year));
    const month = pick(months);
    if (!month) return wholeYear;
    const wholeMonth = { from: month.day, to: endOfMonth(month.day) };
    const day = pick(await narrowed(wholeMonth, "daily", sameDay(months, month)))?.day;
    return day === undefined ? wholeMonth : { from: day, to: day };
  };
  const [first, last] = await Promise.all([edge(earliest), edge(latest)]);
  if (!first || !last) return null;
  const days = { from: first.from, to: last.to };
  return zone === timeZone ? days : daysOver(days, zone, timeZone);
}

const inZone = (timeZone: string) => (timeZone === "UTC" ? {} : { timeZone });

/** A bucket with answers to a question, by the day that it begins. */
type Filled = { id: string; day: string };

const pointsIn = ({ responses, shares }: Asked) => [
  ...Object.entries(responses).map(([id, read]) => ({
    id,
    points: read.flatMap(({ x, mean }) => startingAt(x, mean !== null)),
  })),
  ...shares.map(({ questionId, points: read }) => ({
    id: questionId,
    points: read.flatMap(({ x, count }) => startingAt(x, (count ?? 0) > 0)),
  })),
];

/** A point by its start; none where a service sent something else for a time, as charts leave it out too. */
function startingAt(x: string, isFilled: boolean): { start: number; isFilled: boolean }[] {
  const start = Date.parse(x);
  return Number.isFinite(start) ? [{ start, isFilled }] : [];
}

const filledIn = (asked: Asked, zone: string): Filled[] =>
  pointsIn(asked).flatMap(({ id, points }) =>
    points.flatMap(({ start, isFilled }) => (isFilled ? [{ id, day: dayOf(start, zone) }] : [])),
  );

const earliest = (found: Filled[]) =>
  found.reduce<Filled | undefined>((least, each) => (least && least.day <= each.day ? least : each), undefined);
const latest = (found: Filled[]) =>
  found.reduce<Filled | undefined>((most, each) => (most && most.day >= each.day ? most : each), undefined);
const sameDay = (found: Filled[], { day }: Filled) => found.filter((each) => each.day === day);

/** The days by one zone's clock that days by another's lie in. */
function daysOver(days: Days, zone: string, timeZone: string): Days {
  const { fromDate, toDate } = rangeInstants(days, zone);
  return { from: dayOf(Date.parse(fromDate), timeZone), to: dayOf(Date.parse(toDate) - 1, timeZone) };
}
