import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import { chunked } from "@/lib/chunked";
import { type BucketType, MOST_QUESTIONS, type Trend } from "@/lib/contracts/analysis";
import { type Days, dayOf, endOfMonth, rangeInstants } from "./range";

export type Extent = {
  /** Questions that have a trend, as the service names them. */
  questions: string[];
  /** The first and the last day with answers to any of them, by the zone asked for; null without any. */
  days: Days | null;
};

type Ask = (body: Record<string, unknown>) => Promise<Pick<Trend, "responses">>;

const EARLIEST = 1970;

/**
 * How far the answers of a project reach, asked of the trend itself: in years of all questions, then in months of the
 * first and of the last year, then in days of those months, each of the questions that are answered there. A service
 * that knows nothing but the interface answers it too.
 */
export async function readExtent(ask: Ask, timeZone: string): Promise<Extent> {
  const span = { from: `${EARLIEST}-01-01`, to: `${new Date().getUTCFullYear() + 1}-12-31` };
  const inYears = await ask({ ...rangeInstants(span, timeZone), ...inZone(timeZone), type: "yearly", filter: [] });
  const questions = Object.keys(inYears.responses);
  const starts = Object.values(inYears.responses).flatMap((points) => points.map(({ x }) => Date.parse(x)));
  const zone = zoneOfBuckets(starts, "yearly", timeZone);
  const years = filledIn(inYears, zone);
  // Most projects begin and end in one year: what both edges ask alike is asked once.
  const asked = new Map<string, Promise<Filled[]>>();
  const narrowed = (within: Days, type: BucketType, at: Filled[]): Promise<Filled[]> => {
    const ids = [...new Set(at.map(({ id }) => id))];
    const body = { ...rangeInstants(within, zone), ...inZone(zone), type, filter: [] };
    const key = JSON.stringify([body, ids]);
    const readAll = () => Promise.all(chunked(ids, MOST_QUESTIONS).map((questions) => ask({ ...body, questions })));
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
  if (!first || !last) return { questions, days: null };
  const days = { from: first.from, to: last.to };
  return { questions, days: zone === timeZone ? days : daysOver(days, zone, timeZone) };
}

const inZone = (timeZone: string) => (timeZone === "UTC" ? {} : { timeZone });

/** A bucket with answers to a question, by the day that it begins. */
type Filled = { id: string; day: string };

const filledIn = ({ responses }: Pick<Trend, "responses">, zone: string): Filled[] =>
  Object.entries(responses).flatMap(([id, points]) =>
    points.flatMap(({ x, mean }) => (mean === null ? [] : [{ id, day: dayOf(Date.parse(x), zone) }])),
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
