import * as z from "zod";
import * as calls from "../calls/respondents";
import { commaList, noQuery, operation, pageQuery, searchText } from "../operation";
import { responseStatuses } from "../terms/demand";
import { answerCategories, type QualityCheck, qualityChecks, qualityVersions } from "../terms/quality";
import {
  MOST_DECIDED,
  MOST_NOTE,
  MOST_PREVIEWED_QUESTIONS,
  respondentOrders,
  reviewDecisions,
  scoreBands,
  suspectCategories,
} from "../terms/respondents";
import * as words from "../words";
import { jobSchema } from "./jobs";

/**
 * The review of a survey's respondents: what `/api/respondents` answers. Scores and exclusions are the quality
 * service's; decisions with their notes, thresholds and figures are ours. Surveys are named by their demand ids.
 */
const own = {
  authentication: "token",
  rate: { bucket: "own respondents", limit: 100, windowMs: 1000 },
} as const;

const surveyId = words.text("survey_id", 200);
const respondentId = words.text("respondent_id", 200);
const count = z.int().min(0);
const ofSurvey = z.object({ survey_id: surveyId });

/* Respondents */

const supplier = z.object({ code: z.string(), name: z.string() });

const review = z.object({
  decision: z.enum(reviewDecisions),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type Review = z.output<typeof review>;

const respondentRow = z.object({
  respondent_id: z.string(),
  /** It waits to be scored: the figures say nothing yet. */
  is_pending: z.boolean(),
  /** 0 to 100; -999: nothing could be scored. */
  service_score: z.int(),
  is_excluded: z.boolean(),
  /** Why the rules exclude or would exclude them, as the service words it. */
  reasons: z.array(z.string()),
  checks: z.array(z.object({ check: z.enum(qualityChecks), score: z.int() })),
  /** How many open answers are of each category that speaks against them; those that occur. */
  categories: z.array(z.object({ category: z.enum(suspectCategories), answers: count })),
  /** From the session of this id, where this product fields the survey. */
  supplier: supplier.nullable(),
  /** When the session ended, else when the service was told of them; null: it does not say. */
  at: z.iso.datetime().nullable(),
  review: review.nullable(),
});
export type RespondentRow = z.output<typeof respondentRow>;

const scoredSurvey = z.object({
  /** What the quality service calls it. */
  survey_name: z.string(),
  version: z.enum(qualityVersions),
  /** Null: the service does not say. */
  is_stopped: z.boolean().nullable(),
});
export type ScoredSurvey = z.output<typeof scoredSurvey>;

const oneOf = <T extends string>(name: string, values: readonly T[]) =>
  commaList
    .refine((items) => (items ?? []).every((item) => values.some((value) => value === item)), {
      error: `${name} must be among ${values.join(", ")}.`,
    })
    // Safe: each item was compared with the values.
    .transform((items) => items as T[] | undefined)
    .optional();

const respondentFilter = {
  survey_id: surveyId,
  bands: oneOf("bands", scoreBands),
  /** Those with a score under 60 at one of these checks. */
  checks: oneOf("checks", qualityChecks),
  categories: oneOf("categories", suspectCategories),
  /** `none`: not reviewed yet. */
  decisions: oneOf("decisions", [...reviewDecisions, "none"]),
  excluded: z.enum(["only", "none"], { error: "excluded must be only or none." }).optional(),
  suppliers: commaList.optional(),
  /** Part of a respondent's id. */
  search: searchText.optional(),
  order: z.enum(respondentOrders, { error: `order must be ${respondentOrders.join(", ")}.` }).optional(),
};

const respondentList = z.object({
  /** Null: nobody was scored yet, and the quality service does not know the survey. */
  survey: scoredSurvey.nullable(),
  total_respondents: count,
  /** Of those that the filter finds. */
  not_reviewed: count,
  page: count,
  page_size: count,
  respondents: z.array(respondentRow),
  /** When the scores were read from the service. */
  read_at: z.iso.datetime(),
});
export type RespondentList = z.output<typeof respondentList>;

export const listRespondents = operation({
  ...own,
  ...calls.listRespondents,
  summary: "Scored respondents of a survey with why they are doubted, and what reviewers decided.",
  query: z.object({ ...respondentFilter, ...pageQuery }),
  body: z.undefined(),
  response: { status: 200, schema: respondentList },
  reply: respondentList,
  errors: [400, 403, 404],
});

/* Summary */

const inBands = z.object({ bad: count, poor: count, fair: count, good: count });

const summary = z.object({
  survey: scoredSurvey.nullable(),
  respondents: count,
  pending: count,
  excluded: count,
  /** Totals in bands; those that nothing could be scored of are in none. */
  totals: inBands,
  checks: z.array(z.object({ check: z.enum(qualityChecks), respondents: count, mean: z.number(), bands: inBands })),
  categories: z.array(z.object({ category: z.enum(answerCategories), answers: count, respondents: count })),
  suppliers: z.array(
    z.object({ supplier: supplier.nullable(), respondents: count, good: count, excluded: count, mean: z.number() }),
  ),
  /** By day in UTC, oldest first; those without a moment are in none. */
  days: z.array(z.object({ day: z.iso.date(), respondents: count, good: count, excluded: count })),
  /** How reviewers decided of those whom each rule suspects. */
  agreement: z.array(
    z.object({
      rule: z.enum(["total", ...qualityChecks, ...suspectCategories]),
      suspected: count,
      excluded: count,
      kept: count,
      flagged: count,
    }),
  ),
  read_at: z.iso.datetime(),
});
export type RespondentSummary = z.output<typeof summary>;

export const summarizeRespondents = operation({
  ...own,
  ...calls.summarizeRespondents,
  summary: "The quality of a survey's respondents: share good, by check, category, supplier and day.",
  query: ofSurvey,
  body: z.undefined(),
  response: { status: 200, schema: summary },
  reply: summary,
  errors: [400, 403, 404],
});

/* Thresholds */

const least = (label: string) => words.integer(label, 0, 100).nullable();
const answersOf = (label: string) => words.integer(label, 1, 10).nullable();

/**
 * Who would be excluded: rules joined by "or" (decision 29). Null: the rule is off. A check's rule asks for the least
 * score that stays, and for how many scored data points it needs.
 */
export const thresholds = words.object("thresholds", {
  total: least("total"),
  checks: words.object("checks", {
    OES: least("OES"),
    TS: least("TS"),
    GQS: least("GQS"),
    CHS: least("CHS"),
    BAS: least("BAS"),
  } satisfies Record<QualityCheck, unknown>),
  points: words.object("points", {
    OES: words.integer("OES", 1, 10),
    TS: words.integer("TS", 1, 100),
    GQS: words.integer("GQS", 1, 20),
    CHS: words.integer("CHS", 1, 1),
    BAS: words.integer("BAS", 1, 200),
  } satisfies Record<QualityCheck, unknown>),
  /** How many open answers of a category exclude. */
  categories: words.object("categories", {
    AI_SUSPECT: answersOf("AI_SUSPECT"),
    BAD_LANGUAGE: answersOf("BAD_LANGUAGE"),
    OFF_TOPIC: answersOf("OFF_TOPIC"),
    NO_ANSWER: answersOf("NO_ANSWER"),
    WRONG_LANGUAGE: answersOf("WRONG_LANGUAGE"),
    GIBBERISH: answersOf("GIBBERISH"),
    DUPLICATE_ANSWER: answersOf("DUPLICATE_ANSWER"),
    DUPLICATE_RESPONDENT: answersOf("DUPLICATE_RESPONDENT"),
  } satisfies Record<(typeof suspectCategories)[number], unknown>),
});
export type Thresholds = z.output<typeof thresholds>;

const storedThresholds = z.object({
  thresholds,
  /** Who saved them and when; null: they are the defaults. */
  saved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
});

export const getThresholds = operation({
  ...own,
  ...calls.getThresholds,
  summary: "The thresholds of a survey: the saved ones, else the defaults.",
  query: ofSurvey,
  body: z.undefined(),
  response: { status: 200, schema: storedThresholds },
  reply: storedThresholds,
  errors: [400, 403, 404],
});

export const saveThresholds = operation({
  ...own,
  ...calls.saveThresholds,
  summary: "Save the thresholds of a survey. It excludes nobody by itself.",
  query: noQuery,
  body: words.object("The body", { survey_id: surveyId, thresholds }),
  response: { status: 200, schema: storedThresholds },
  reply: storedThresholds,
  errors: [400, 403, 404],
});

/** Figures of a question with its answers before and after; shares are of the base, 0 to 1. */
const questionFigures = z.object({
  base: count,
  /** Null: the question has no numbers. */
  mean: z.number().nullable(),
  options: z.array(z.object({ label: z.string(), share: z.number() })),
});

const thresholdPreview = z.object({
  respondents: count,
  excluded_now: count,
  excluded_after: count,
  /** Those whose exclusion would change; reviewers' own decisions stay as they are and are not among them. */
  newly_excluded: count,
  newly_included: count,
  /** Excluded before and after, while their answers are not left out of the project's figures yet. */
  still_counted: count,
  decided_by_reviewers: count,
  /** By rule; a respondent can be under several. */
  rules: z.array(
    z.object({ rule: z.enum(["total", ...qualityChecks, ...suspectCategories]), respondents: count, alone: count }),
  ),
  suppliers: z.array(
    z.object({ supplier: supplier.nullable(), respondents: count, excluded_now: count, excluded_after: count }),
  ),
  /** Completes that are not excluded. Empty where this product does not field the survey. */
  quotas: z.array(z.object({ id: z.string(), name: z.string(), target: count.nullable(), now: count, after: count })),
  /** Of the chosen questions that the project's answers have. */
  questions: z.array(z.object({ id: z.string(), title: z.string(), now: questionFigures, after: questionFigures })),
  read_at: z.iso.datetime(),
});
export type ThresholdPreview = z.output<typeof thresholdPreview>;

export const previewThresholds = operation({
  ...own,
  ...calls.previewThresholds,
  summary: "How many respondents thresholds would exclude, and what that does to quotas and to chosen questions.",
  query: noQuery,
  body: words.object("The body", {
    survey_id: surveyId,
    thresholds,
    question_ids: words.list("question_ids", words.text("A question", 200), MOST_PREVIEWED_QUESTIONS),
  }),
  response: { status: 200, schema: thresholdPreview },
  reply: thresholdPreview,
  errors: [400, 403, 404],
});

/** Whose exclusion changes: those named, or those whom thresholds exclude and include. */
export const startExclusion = operation({
  ...own,
  ...calls.startExclusion,
  summary: "Start a job that excludes or includes respondents: those named, or those whom the thresholds say.",
  query: noQuery,
  body: z.union(
    [
      words.object("The body", {
        survey_id: surveyId,
        respondent_ids: words.list("respondent_ids", respondentId, MOST_DECIDED),
        is_excluded: words.boolean("is_excluded"),
      }),
      words.object("The body", { survey_id: surveyId, thresholds }),
    ],
    { error: "The body must name respondents and is_excluded, or thresholds." },
  ),
  response: { status: 200, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

/* One respondent */

/** A part of a text that a check points at, as places of UTF-16 code units. */
const highlight = z.object({ from: count, to: count });

const evidencePoint = z.object({
  check: z.enum(qualityChecks),
  data_point_id: z.string(),
  score: z.int(),
  category: z.enum(answerCategories).nullable(),
  /** The evidence in words. */
  reason: z.string(),
  /** What was sent of it; null: the service does not say. */
  sent: z
    .discriminatedUnion("check", [
      z.object({ check: z.literal("OES"), question: z.string(), answer: z.string(), highlights: z.array(highlight) }),
      z.object({
        check: z.literal("TS"),
        duration_ms: z.number(),
        /** Of the survey's others at this point; null: too few. */
        median_ms: z.number().nullable(),
      }),
      z.object({ check: z.literal("GQS"), answers: z.array(z.int()) }),
      z.object({
        check: z.literal("CHS"),
        interview: z.array(z.object({ question: z.string(), answer: z.union([z.string(), z.number()]) })),
      }),
      z.object({ check: z.literal("BAS"), keystrokes: count, pastes: count, seconds: z.number().nullable() }),
    ])
    .nullable(),
});
export type EvidencePoint = z.output<typeof evidencePoint>;

const evidence = z.object({
  respondent: respondentRow,
  points: z.array(evidencePoint),
  /** Null: no session of this product has this id. */
  session: z
    .object({
      status: z.enum(responseStatuses),
      reason: z.string().nullable(),
      started_at: z.iso.datetime(),
      ended_at: z.iso.datetime().nullable(),
      device: z.string().nullable(),
      quotas: z.array(z.string()),
    })
    .nullable(),
  /** Their answers to the project's questions; null: the answers hold no response of this id. */
  answers: z.array(z.object({ question_id: z.string(), title: z.string(), answer: z.string() })).nullable(),
  /** Respondents whose open answers are most like theirs, the most similar first. */
  similar: z.array(
    z.object({
      respondent_id: z.string(),
      data_point_id: z.string(),
      /** Jaccard's, 0 to 1. */
      similarity: z.number(),
      answer: z.string(),
    }),
  ),
  /** What reviewers decided before, newest first. */
  history: z.array(
    z.object({ decision: z.enum(reviewDecisions).nullable(), note: z.string(), by: z.string(), at: z.iso.datetime() }),
  ),
});
export type RespondentEvidence = z.output<typeof evidence>;

export const getEvidence = operation({
  ...own,
  ...calls.getEvidence,
  summary: "What speaks for and against one respondent: answers, marks, times, similar respondents, decisions.",
  query: ofSurvey.extend({ respondent_id: respondentId }),
  body: z.undefined(),
  response: { status: 200, schema: evidence },
  reply: evidence,
  errors: [400, 403, 404],
});

/* Decisions */

const decided = z.object({ respondent: respondentRow });

/** Excludes (or includes again) at the service, reads back, and reaches the answers in the same step. */
export const decideRespondent = operation({
  ...own,
  ...calls.decideRespondent,
  summary: "Decide of a respondent: exclude, keep (included), or flag for a second look; null: not reviewed.",
  query: noQuery,
  body: words.object("The body", {
    survey_id: surveyId,
    respondent_id: respondentId,
    decision: z.enum(reviewDecisions, { error: `decision must be ${reviewDecisions.join(", ")} or null.` }).nullable(),
    note: z
      .string({ error: "note must be text." })
      .max(MOST_NOTE, { error: `note must have at most ${MOST_NOTE.toLocaleString("en")} characters.` })
      .refine(words.isStorable, { error: "note contains a character that cannot be stored." })
      .default(""),
    /** Left out: exclude excludes, keep includes, flag and null leave it. An undo names what it was. */
    is_excluded: words.boolean("is_excluded").optional(),
  }),
  response: { status: 200, schema: decided },
  reply: decided,
  errors: [400, 403, 404],
});

/* Migration */

const migration = z.object({
  survey: scoredSurvey,
  respondents: count,
  /** Renamed in both steps: as this version names them, and as v3 does. */
  categories: z.array(z.object({ from: z.string(), to: z.string(), answers: count })),
  /** Interview entries that need a question id before they can be copied. */
  entries_without_question_id: count,
  /** What scoring the copies costs at the quality service; null: it does not say. */
  credits: count.nullable(),
  /** The survey that the copy would be; null: its name is taken or too long. */
  new_survey_name: z.string().nullable(),
  /** Why it cannot be copied; null: it can. */
  refused: z.string().nullable(),
});
export type QualityMigration = z.output<typeof migration>;

export const previewMigration = operation({
  ...own,
  ...calls.previewMigration,
  summary: "What copying a survey of an earlier version to a new survey of v3 would change.",
  query: ofSurvey,
  body: z.undefined(),
  response: { status: 200, schema: migration },
  reply: migration,
  errors: [400, 403, 404],
});

export const startMigration = operation({
  ...own,
  ...calls.startMigration,
  summary: "Start a job that copies the respondents to a new survey of v3; the old one stays untouched.",
  query: noQuery,
  body: words.object("The body", { survey_id: surveyId, new_survey_name: words.text("new_survey_name", 200) }),
  response: { status: 200, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});
