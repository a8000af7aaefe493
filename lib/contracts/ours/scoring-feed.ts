import * as z from "zod";
import * as calls from "../calls/scoring-feed";
import { noQuery, operation } from "../operation";
import { LEAST_OF_GRID, mostMapped, timeUnitNames } from "../terms/scoring-feed";
import * as words from "../words";
import { jobSchema } from "./jobs";

/**
 * Scoring of a project's responses, imported ones and completed sessions, by the quality service: which questions are
 * given to which check, at `/api/respondents/feed`. A response is a respondent there under its own id.
 */
const own = {
  authentication: "token",
  rate: { bucket: "own respondents", limit: 100, windowMs: 1000 },
} as const;

const projectId = words.text("project_id", 200);
const questionId = words.text("A question's id", 250);
const questionIds = (label: string, most: number) => words.list(label, questionId, most);
const count = z.int().min(0);

const openQuestion = words.object("An open question", {
  question_id: questionId,
  /** Words that answers to it tend to have. */
  keywords: words.list("keywords", words.text("A keyword", 100), 100).default([]),
  /** Codes such as `EN`; none: any language. */
  allowed_languages: words.list("allowed_languages", words.text("A language", 20), 60).default([]),
  /** Whether answers that repeat another respondent's are looked for. */
  finds_duplicates: words.boolean("finds_duplicates").default(true),
});

const timeTaken = words.object("A time", {
  /** A numeric question; null: from when a response was begun until it ended. */
  question_id: questionId.nullable(),
  unit: z.enum(timeUnitNames, { error: `unit must be one of ${timeUnitNames.join(", ")}.` }),
});

const gridOfQuestions = words.object("A grid", {
  /** What the quality service calls it. */
  name: words.text("The name of a grid", 200),
  question_ids: questionIds("question_ids", 500).min(LEAST_OF_GRID, {
    error: `A grid needs at least ${LEAST_OF_GRID} questions.`,
  }),
});

export const feedMapping = words.object("mapping", {
  /** The survey whose respondents they become. A completed session belongs to the survey that it was in. */
  survey_id: words.text("survey_id", 200).nullable(),
  open: words.list("open", openQuestion, mostMapped.open),
  times: words.list("times", timeTaken, mostMapped.times),
  grids: words.list("grids", gridOfQuestions, mostMapped.grids),
  /** Questions whose answers are compared with each other. */
  interview: questionIds("interview", mostMapped.interview),
});
export type FeedMapping = z.output<typeof feedMapping>;

const feed = z.object({
  mapping: feedMapping,
  /** Who saved the mapping, and when; null: it is suggested from the kinds of the questions. */
  saved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Why responses cannot be scored by it, a sentence each. */
  problems: z.array(z.string()),
  /** Of the project; those that are scored already cost nothing. */
  responses: count,
  /** What the quality service asks for a response that answered everything; null: it does not say. */
  credits_each: count.nullable(),
});
export type ScoringFeed = z.output<typeof feed>;

export const getScoringFeed = operation({
  ...own,
  ...calls.getScoringFeed,
  summary: "Which of a project's questions are given to which check, saved or suggested, and what scoring costs.",
  query: z.object({ project_id: projectId }),
  body: z.undefined(),
  response: { status: 200, schema: feed },
  reply: feed,
  errors: [400, 403, 404],
});

export const saveScoringFeed = operation({
  ...own,
  ...calls.saveScoringFeed,
  summary: "Save which of a project's questions are given to which check.",
  query: noQuery,
  body: words.object("The body", { project_id: projectId, mapping: feedMapping }),
  response: { status: 200, schema: feed },
  reply: feed,
  errors: [400, 403, 404],
});

export const startScoring = operation({
  ...own,
  ...calls.startScoring,
  summary: "Start scoring a project's responses by the saved mapping; those that are scored already are passed over.",
  // As for each respondent that is added.
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    /** Chosen by the page: a repeat with the same one starts nothing new. */
    request_id: z.uuid({ error: "request_id must be a UUID." }).optional(),
  }),
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});
