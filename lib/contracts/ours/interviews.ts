import * as z from "zod";
import * as calls from "../calls/interviews";
import { noQuery, operation } from "../operation";
import * as words from "../words";
import { coherenceRules } from "./coherence-rules";

/** The interviews of a survey's scored respondents: what coherence rules compare, at `/api/respondents/interviews`. */
const own = {
  authentication: "token",
  rate: { bucket: "interviews", limit: 20, windowMs: 1000 },
} as const;

const surveyId = words.text("survey_id", 200);
const count = z.int().min(0);

const interview = z.object({
  /** Whose rules the survey's respondents are held against. */
  account: z.object({ id: z.string(), name: z.string() }),
  project_id: z.string().nullable(),
  /** Why no rule applies to the survey; null: rules apply. */
  refused: z.string().nullable(),
  questions: z.array(
    z.object({
      /** Null: it was sent without an id. */
      question_id: z.string().nullable(),
      question: z.string(),
      /** The most frequent first. */
      answers: z.array(z.object({ answer: z.string(), respondents: count })),
      is_numeric: z.boolean(),
    }),
  ),
});
export type Interview = z.output<typeof interview>;

export const getInterview = operation({
  ...own,
  ...calls.getInterview,
  summary: "The questions of the interviews of a survey's latest scored respondents, with their answers.",
  query: z.object({ survey_id: surveyId }),
  body: z.undefined(),
  response: { status: 200, schema: interview },
  reply: interview,
  errors: [400, 403, 404],
});

const preview = z.object({
  /** How many interviews were looked at, those of the latest scored respondents, and how many contradict any rule. */
  interviews: count,
  contradicting: count,
  /** In the order of the rules. `compared`: both answers were given, in numbers where the rule needs one. */
  rules: z.array(
    z.object({ name: z.string(), compared: count, contradicting: count, respondent_ids: z.array(z.string()) }),
  ),
});
export type CoherencePreview = z.output<typeof preview>;

export const previewCoherence = operation({
  ...own,
  ...calls.previewCoherence,
  summary: "How many of a survey's latest scored respondents contradict coherence rules. Nothing is scored or saved.",
  query: noQuery,
  body: words.object("The body", { survey_id: surveyId, rules: coherenceRules }),
  response: { status: 200, schema: preview },
  reply: preview,
  errors: [400, 403, 404],
});
