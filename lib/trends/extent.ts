import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import { chunked } from "@/lib/chunked";
import { type BucketType, MOST_QUESTIONS, type Trend } from "@/lib/contracts/analysis";
import type { Question } from "@/lib/contracts/answers";
import { hasShares } from "@/lib/contracts/question-rules";
import { MOST_SHARES, type ShareAsked } from "@/lib/contracts/trend-shares";
import { AppError } from "@/lib/http/problem";
import { type Days, dayOf, endOfMonth, rangeInstants } from "./range";

export type Extent = {
  /** Questions that have a trend, as the service names them. */
  questions: string[];
  /** The first and the last day with answers to any of them, or else to options; null without any. */
  days: Days | null;
};

type Asked = Pick<Trend, "responses" | "shares">;
type Ask = (body: Record<string, unknown>) => Promise<Asked>;
/** What requests ask of these questions: their means, or shares of their options. */
type Of = (ids: readonly string[]) => Record<string, unknown>[];

const EARLIEST = 1970;

/**
 * How far the answers of a project reach, asked of the trend itself: in years of all questions, then in months of the
 * first and of the last year, then in days of those months, each of the questions that are answered there. A service
 * that knows nothing but the interface answers it too. Where no question with a mean has answers, `readShares` says
 * which shares are asked instead.
 */
export async function readExtent(ask: Ask, timeZone: string, readShares: () => Promise<ShareAsked[]>): Promise<Extent> {
  const years = { first: EARLIEST, last: new Date().getUTCFullYear() + 1 };
  const inYears = await readYears(ask, years, timeZone);
  const questions = Object.keys(inYears.responses);
  const days = await daysOf(ask, inYears, { of: means, timeZone });
  if (days) return { questions, days };
  const shares = await readShares();
  if (shares.length === 0) return { questions, days: null };
  const ofShares = sharesOf(shares);
  const [body] = ofShares(shares.map(({ questionId }) => questionId));
  const shared = await ask({ ...yearly(years, timeZone), ...body });
  return { questions, days: await daysOf(ask, shared, { of: ofShares, timeZone }) };
}

/** As many shares as one request takes, one of each question with options: whoever answered it is counted beside. */
export const sharesToAsk = (questions: readonly Question[]): ShareAsked[] =>
  questions
    .filter(hasShares)
    .slice(0, MOST_SHARES)
    .map(({ id, options }) => ({ questionId: id, codes: options.slice(0, 1).map(({ code }) => code) }));

const means: Of = (ids) => chunked(ids, MOST_QUESTIONS).map((questions) => ({ questions }));
const sharesOf =
  (shares: readonly ShareAsked[]): Of =>
  (ids) => [{ questions: [], shares: shares.filter(({ questionId }) => ids.includes(questionId)) }];

type Years = { first: number; last: number };

const yearly = ({ first, last }: Years, timeZone: string) => ({
  ...rangeInstants({ from: `${first}-01-01`, to: `${last}-12-31` }, timeZone),
  ...inZone(timeZone),
  ...{ type: "yearly", filter: [] },
});

/** All questions in years. Of more questions than a reply has points for, half of the years at a time. */
async function readYears(ask: Ask, years: Years, timeZone: string): Promise<Asked> {
  const { first, last } = years;
  try {
    return await ask(yearly(years, timeZone));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid" || first === last) throw error;
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
