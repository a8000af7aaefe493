import type * as z from "zod";
import { type passedOnTrend, twoDecimals } from "@/lib/contracts/interfaces/analysis";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { hasMean } from "@/lib/contracts/rules/question-rules";
import type { BucketType } from "@/lib/contracts/terms/analysis";

const DAY_MS = 86_400_000;

/** A response of a test's project: when it was given, and the number or the option's code of each answer. */
export type TrendResponse = { time: number; answers: Record<string, number> };
export type TrendAsked = z.input<typeof passedOnTrend.body>;

const startOfMonth = (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth());

/** The bucket of UTC that a moment is in, and the one after it. */
const buckets: Partial<Record<BucketType, { start: (at: number) => number; next: (start: number) => number }>> = {
  daily: { start: (at) => at - (at % DAY_MS), next: (start) => start + DAY_MS },
  // 5 January 1970 was a Monday.
  weekly_from_monday: {
    start: (at) => at - ((at - 4 * DAY_MS) % (7 * DAY_MS)),
    next: (start) => start + 7 * DAY_MS,
  },
  monthly: { start: startOfMonth, next: (start) => startOfMonth(start + 31 * DAY_MS) },
  yearly: {
    start: (at) => Date.UTC(new Date(at).getUTCFullYear(), 0),
    next: (start) => Date.UTC(new Date(start).getUTCFullYear() + 1, 0),
  },
};

type Bucket = { x: string; responses: TrendResponse[] };

/** The trend of these responses as a service answers it: counts, means with their variances, and shares, unweighted. */
export function trendOf(responses: readonly TrendResponse[], questions: readonly Question[], asked: TrendAsked) {
  const inRange = responses.filter((each) => isWithin(each, asked));
  const by = questions.find(({ id }) => id === asked.by);
  const all = by ? bucketsOfOptions(inRange, by) : bucketsOfTime(inRange, asked.type);
  // A bucket that the filter leaves nobody in is there all the same.
  const inBuckets = all.map((bucket) => ({
    ...bucket,
    responses: bucket.responses.filter((each) => meets(each, asked)),
  }));
  const withMeans = questions.filter(hasMean).map(({ id }) => id);
  const lines = (asked.questions ?? [...withMeans, ...Object.keys(asked.groups ?? {})]).map(
    (id) => [id, inBuckets.map((bucket) => meanPoint(bucket, asked.groups?.[id] ?? [id]))] as const,
  );
  return {
    ...{ projectId: "p", fromDate: asked.fromDate, toDate: asked.toDate, filter: [], dateFilters: [] },
    ...{ responses: Object.fromEntries(lines), counted: responses.length, included: 0, excluded: 0 },
    shares: (asked.shares ?? []).map((share) => ({
      ...share,
      points: inBuckets.map((bucket) => sharePoint(bucket, share)),
    })),
    ...(by && { buckets: by.options.map(({ code, label }) => ({ x: String(code), label })) }),
  };
}

const isWithin = ({ time }: TrendResponse, { fromDate, toDate }: TrendAsked) =>
  Date.parse(fromDate) <= time && time < Date.parse(toDate);

/** Conditions are met by one of a list of options: tests choose no others. */
const meets = ({ answers }: TrendResponse, { filter }: TrendAsked) =>
  ((filter ?? []) as { questionId: string; value: number[] }[]).every(({ questionId, value }) =>
    value.includes(answers[questionId] ?? Number.NaN),
  );

function bucketsOfTime(responses: readonly TrendResponse[], type: BucketType): Bucket[] {
  const of = buckets[type];
  if (!of) throw new Error(`No test has buckets of ${type}.`);
  const starts = responses.map(({ time }) => of.start(time));
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const found: Bucket[] = [];
  for (let start = first; start <= last; start = of.next(start)) {
    const inBucket = responses.filter((_, at) => starts[at] === start);
    found.push({ x: new Date(start).toISOString(), responses: inBucket });
  }
  return found;
}

const bucketsOfOptions = (responses: readonly TrendResponse[], { id, options }: Question): Bucket[] =>
  options.map(({ code }) => ({
    x: String(code),
    responses: responses.filter(({ answers }) => answers[id] === code),
  }));

function meanPoint({ x, responses }: Bucket, ids: readonly string[]) {
  const figures = responses.flatMap(({ answers }) => ids.flatMap((id) => answers[id] ?? []));
  const count = figures.length;
  if (count === 0) return { x, mean: 0 as const, min: 0, max: 0, count };
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count;
  const squares = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  const [min, max] = [Math.min(...figures), Math.max(...figures)];
  return {
    ...{ x, count, mean: twoDecimals(mean), meanExact: mean, min, max, bucketMin: min, bucketMax: max },
    variance: count > 1 ? squares / (count - 1) : null,
  };
}

function sharePoint({ x, responses }: Bucket, { questionId, codes }: { questionId: string; codes: readonly number[] }) {
  const answers = responses.flatMap(({ answers }) => answers[questionId] ?? []);
  const chosen = answers.filter((code) => codes.includes(code)).length;
  return { x, count: answers.length, chosen, share: answers.length === 0 ? null : chosen / answers.length };
}
