import * as z from "zod";
import { instantOf } from "../calendar/instants";
import { isPlaceTimeZone } from "../calendar/time-zone-name";
import * as calls from "../calls/analysis";
import { isObject } from "../lenient";
import { noQuery, operation } from "../operation";
import { thingReply } from "../replies";
import { groupProblems } from "../rules/line-groups";
import { bucketTypes, MOST_QUESTIONS } from "../terms/analysis";
import * as words from "../words";
import { type ReadPoint, readTrend, type Trend } from "./analysis-replies";
import { filterField, passedOnFilter } from "./answer-filter";
import { MOST_COLUMNS } from "./answers";
import { bucketKey, shareReply, sharesField } from "./trend-shares";

/**
 * The trend analysis interface: mean, minimum and maximum of numeric questions over buckets of time. Ours beside it:
 * shares of chosen options, and the options of a question (a wave) as buckets.
 */
const isoDate = (name: string) =>
  words.text(name, 40).refine((text) => instantOf(text, "start") !== null, {
    error: `${name} must be an ISO date, such as 2031-02-28 or 2031-02-28T09:00:00Z.`,
  });

const questionId = words.text("A question's id", 200);

const most = MOST_QUESTIONS.toLocaleString("en");

const groupMembers = words.list("The questions of a group", questionId, {
  most: MOST_QUESTIONS,
  tooMany: `A group can have at most ${most} questions.`,
});

/** Each question is in one group at most, and a file of answers has no more columns. */
const membersOf = (groups: unknown) =>
  isObject(groups)
    ? Object.values(groups).reduce<number>((sum, group) => sum + (Array.isArray(group) ? group.length : 0), 0)
    : 0;

/** Questions joined to one line, by its name; a question is in one of them at most. */
export const groupsField = words
  .record("groups", {
    key: words.text("The name of a group", 200),
    value: groupMembers,
    most: MOST_QUESTIONS,
    tooMany: `groups can have at most ${most} groups.`,
    also: {
      most: MOST_COLUMNS,
      tooMany: `groups can name at most ${MOST_COLUMNS.toLocaleString("en")} questions in all.`,
      sizeOf: membersOf,
    },
    error: (issue) => (issue.code === "invalid_key" && issue.issues?.[0]?.message) || "groups must be an object.",
  })
  .superRefine((groups, context) => {
    for (const message of groupProblems(groups)) context.addIssue({ code: "custom", message });
  })
  .optional();

const trendMembers = {
  fromDate: isoDate("fromDate"),
  toDate: isoDate("toDate"),
  type: z.enum(bucketTypes, {
    error: ({ input }) =>
      input === undefined ? "type is required." : `type must be one of ${bucketTypes.join(", ")}.`,
  }),
  groups: groupsField,
  /** (ours) Only these questions; of an empty list none has means, as when shares alone are wanted. */
  questions: words
    .list("questions", questionId, {
      most: MOST_QUESTIONS,
      tooMany: `Name at most ${most} questions, or none for all.`,
    })
    .optional(),
  /** (ours) A weight of the project, by its id. */
  weight: words.text("weight", 200).optional(),
  /** (ours) IANA: buckets begin at local hours, days, months, years. */
  timeZone: words
    .text("timeZone", 100)
    .refine(isPlaceTimeZone, { error: "timeZone must be an IANA name such as Europe/Berlin." })
    .optional(),
  /** (ours) Also responses excluded for quality. */
  includeExcluded: words.boolean("includeExcluded").optional(),
  /** (ours) Shares of chosen options, beside the means. */
  shares: sharesField,
  /** (ours) The quartiles of each bucket, beside its mean. */
  quartiles: words.boolean("quartiles").optional(),
  /**
   * (ours) A question of one answer, such as a wave: its options, in their order, are the buckets instead of time.
   * The range still leaves out responses given outside it, but one without a time counts: a file of waves often has no
   * dates. `type` and `timeZone` then change nothing.
   */
  by: words.text("by", 200).optional(),
};

type Range = { fromDate: string; toDate: string };
/** A day before the other ends where that one begins: in order are a moment and itself, but not two such days. */
const isInOrder = ({ fromDate, toDate }: Range) => {
  const from = instantOf(fromDate, "start") ?? 0;
  return from < (instantOf(toDate, "end") ?? 0) || from === instantOf(toDate, "start");
};
const REVERSED = { error: "fromDate is after toDate. Exchange them.", path: ["fromDate"] };

const trendBody = words
  .object("The body", { ...trendMembers, filter: filterField })
  .refine(isInOrder, REVERSED)
  .meta({ id: "TrendRequest" });

/** What goes on to a service: filters that we do not know are for it to judge. */
const passedOnBody = words.object("The body", { ...trendMembers, filter: passedOnFilter }).refine(isInOrder, REVERSED);
export type TrendRequest = z.output<typeof trendBody>;

const figure = z.number().nullable();

const point = z
  .object({
    x: bucketKey,
    /** A text with two decimals where the bucket has data, the number 0 where it has none. */
    mean: z.union([z.string().regex(/^-?\d+\.\d{2}$/), z.literal(0)]),
    min: z.number(),
    max: z.number(),
    /* Ours, all null in an empty bucket but the count. */
    count: z.int(),
    bucketMin: figure,
    bucketMax: figure,
    meanExact: figure,
    /** Of the sample, divisor n - 1; null with one answer. */
    variance: figure,
    weightedCount: figure.optional(),
    effectiveCount: figure.optional(),
    /* With `quartiles`: answers that were given, a quarter and three quarters up; by weight where one is asked. */
    lowerQuartile: figure.optional(),
    upperQuartile: figure.optional(),
  })
  .meta({ id: "TrendPoint" });
export type TrendPoint = z.output<typeof point>;

const dateFilter = z.object({ startDate: z.string(), endDate: z.string() }).meta({ id: "DateFilter" });

const trendReply = z
  .object({
    projectId: z.string(),
    fromDate: z.string(),
    toDate: z.string(),
    filter: z.array(z.unknown()),
    dateFilters: z.array(dateFilter),
    responses: z.record(z.string(), z.array(point)),
    /** (ours) When asked, in the order that they were asked. */
    shares: z.array(shareReply).optional(),
    /** (ours) With `by`: every option of that question, in order. A point's `x` is the option's. */
    buckets: z.array(z.object({ x: z.string(), label: z.string() })).optional(),
    /** (ours) How many of the project's responses these figures are made of, before the range and the filter. */
    counted: z.int().min(0).optional(),
    /** (ours) How many of them are excluded for quality: only with `includeExcluded`. */
    included: z.int().min(0).optional(),
    /** (ours) How many of the project's responses these figures leave out for quality. */
    excluded: z.int().min(0).optional(),
  })
  .meta({ id: "Trend" });

/** `{projectId}` in the path. */
export const getTrend = operation({
  ...calls.getTrend,
  summary: "Mean, minimum and maximum of each numeric question over buckets of time.",
  authentication: "key",
  takesTime: true,
  // 200,000 points with all that is ours beside them; reading more would keep everybody waiting for seconds.
  largestReply: { mb: 48, advice: "ask for a shorter range or fewer questions" },
  query: noQuery,
  body: trendBody,
  response: { status: 200, schema: trendReply },
  reply: thingReply("trend", readTrend),
  errors: [400, 403, 404],
  rate: { bucket: "trend", limit: 20, windowMs: 1000 },
});

/** The same as our own API takes it for any service. */
export const passedOnTrend = operation({ ...getTrend, body: passedOnBody });

/** Writes a trend as the interface has it; what a service did not say is null, shares and buckets are left out. */
export function writeTrend({ responses, shares, buckets, counted, included, excluded, ...trend }: Trend) {
  const points = Object.entries(responses).map(([id, read]) => [id, read.map(writePoint)] as const);
  return {
    ...trend,
    responses: Object.fromEntries(points),
    ...(shares.length > 0 && { shares }),
    ...(buckets !== null && { buckets }),
    ...(counted !== null && { counted }),
    ...(included !== null && { included }),
    ...(excluded !== null && { excluded }),
  };
}

const writePoint = ({ mean, ...point }: ReadPoint) => ({ ...point, mean: mean === null ? 0 : twoDecimals(mean) });

/** A mean as the interface writes it; `toFixed` alone writes -0.00, and huge numbers with an exponent. */
export function twoDecimals(mean: number): string {
  if (Math.abs(mean) >= 1e21) return `${BigInt(mean)}.00`;
  const text = mean.toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

export const analysisOperations = [getTrend] as const;
