import { instantOf } from "../calendar/instants";
import { isObject, type JsonObject, readFigure, readId, readNumber, readText } from "../lenient";

/** How a reply of the trend analysis interface is read, of any service and of our own API. */

/** One point of a share as a chart reads it; null where the service said nothing, and a share without an answer. */
type ReadSharePoint = {
  x: string;
  count: number | null;
  chosen: number | null;
  /** 0 to 1. */
  share: number | null;
  weightedCount: number | null;
  weightedChosen: number | null;
  effectiveCount: number | null;
};
type ReadShare = { questionId: string; codes: number[]; points: ReadSharePoint[] };
/** A bucket of a trend by a question. */
type ReadBucket = { x: string; label: string };

const orNull = (value: unknown) => readFigure(value) ?? null;

/** A bucket's start as its instant, which without an offset every browser would take for its own time; a code as it is. */
function readBucketKey(value: unknown): string | undefined {
  const text = readText(value);
  const start = text === undefined ? null : instantOf(text, "start");
  return start === null ? text : new Date(start).toISOString();
}

function readSharePoint(item: unknown): ReadSharePoint | null {
  const x = isObject(item) ? readBucketKey(item.x) : undefined;
  if (!isObject(item) || x === undefined) return null;
  return {
    x,
    count: orNull(item.count),
    chosen: orNull(item.chosen),
    share: orNull(item.share),
    weightedCount: orNull(item.weightedCount),
    weightedChosen: orNull(item.weightedChosen),
    effectiveCount: orNull(item.effectiveCount),
  };
}

function readShare(item: unknown): ReadShare | null {
  const questionId = isObject(item) ? readText(item.questionId) : undefined;
  if (!isObject(item) || questionId === undefined || !Array.isArray(item.codes)) return null;
  const codes = item.codes.map(readNumber);
  if (!codes.every((code) => code !== undefined)) return null;
  return { questionId, codes, points: readEach(item.points, readSharePoint) };
}

const readEach = <T>(list: unknown, read: (item: unknown) => T | null): T[] =>
  (Array.isArray(list) ? list : []).map(read).filter((each) => each !== null);

/** The shares of a reply; none where the service gave none. */
const readShares = (json: JsonObject): ReadShare[] => readEach(json.shares, readShare);

/** The buckets of a trend by a question; null where the service gave none, which then are of time. */
function readBuckets({ buckets }: JsonObject): ReadBucket[] | null {
  if (!Array.isArray(buckets)) return null;
  return readEach(buckets, (item) => {
    // By the key that its points have.
    const x = isObject(item) ? readBucketKey(item.x) : undefined;
    return isObject(item) && x !== undefined ? { x, label: readText(item.label) ?? readText(item.x) ?? x } : null;
  });
}

/** One point as a chart reads it: null where the service said nothing, and where a bucket has no data. */
export type ReadPoint = {
  x: string;
  mean: number | null;
  min: number | null;
  max: number | null;
  count: number | null;
  bucketMin: number | null;
  bucketMax: number | null;
  meanExact: number | null;
  variance: number | null;
  weightedCount: number | null;
  effectiveCount: number | null;
  lowerQuartile: number | null;
  upperQuartile: number | null;
};
export type Trend = {
  projectId: string;
  fromDate: string;
  toDate: string;
  filter: unknown[];
  dateFilters: { startDate: string; endDate: string }[];
  responses: Record<string, ReadPoint[]>;
  /** Empty where none were asked, and where the service does not know them. */
  shares: ReadShare[];
  /** The options that are the buckets; null where they are of time, and where the service does not know `by`. */
  buckets: ReadBucket[] | null;
  /** Responses of the project that count, those of them that are excluded for quality, and those left out for it. */
  counted: number | null;
  included: number | null;
  excluded: number | null;
};

/** `"0.00"` is a mean of zero; the number 0 is no data. */
const readMean = (value: unknown): number | null => (value === 0 ? null : orNull(value));

/** A figure that we cannot read, such as "3,5". It must not pass for no data, as a text without a digit does. */
const isUnreadableMean = (item: unknown): boolean => {
  const mean = isObject(item) ? item.mean : null;
  return typeof mean === "string" && /\d/.test(mean) && readFigure(mean) === undefined;
};

function readPoint(item: unknown): ReadPoint | null {
  const x = isObject(item) ? readBucketKey(item.x) : undefined;
  if (!isObject(item) || x === undefined) return null;
  return {
    x,
    mean: readMean(item.mean),
    min: orNull(item.min),
    max: orNull(item.max),
    count: orNull(item.count),
    bucketMin: orNull(item.bucketMin),
    bucketMax: orNull(item.bucketMax),
    meanExact: orNull(item.meanExact),
    variance: orNull(item.variance),
    weightedCount: orNull(item.weightedCount),
    effectiveCount: orNull(item.effectiveCount),
    lowerQuartile: orNull(item.lowerQuartile),
    upperQuartile: orNull(item.upperQuartile),
  };
}

function readDateFilters(json: Record<string, unknown>) {
  const list = Array.isArray(json.dateFilters) ? json.dateFilters : [json.dateFilter];
  return list.filter(isObject).map((item) => ({
    startDate: readText(item.startDate) ?? "",
    endDate: readText(item.endDate) ?? "",
  }));
}

export function readTrend(json: unknown): Trend | null {
  if (!isObject(json) || !isObject(json.responses)) return null;
  const lines = Object.entries(json.responses).map(
    ([id, points]) => [id, Array.isArray(points) ? (points as unknown[]) : []] as const,
  );
  if (lines.some(([, points]) => points.some(isUnreadableMean))) return null;
  const responses = lines.map(([id, points]) => [id, points.map(readPoint).filter((each) => each !== null)]);
  return {
    projectId: readId(json.projectId) ?? "",
    fromDate: readText(json.fromDate) ?? "",
    toDate: readText(json.toDate) ?? "",
    filter: Array.isArray(json.filter) ? json.filter : [],
    dateFilters: readDateFilters(json),
    responses: Object.fromEntries(responses),
    shares: readShares(json),
    buckets: readBuckets(json),
    counted: orNull(json.counted),
    included: orNull(json.included),
    excluded: orNull(json.excluded),
  };
}
