import * as z from "zod";
import { isObject, readText } from "../lenient";
import { noBody, operation } from "../operation";
import { thingReply } from "../replies";
import * as words from "../words";
import {
  acts,
  described,
  encrypt,
  encrypted,
  forPages,
  nullable,
  required,
  score,
  surveyNumber,
  tidied,
  wholeNumber,
} from "./fraud-members";

/** Open texts reviewed: what stands in them, and how they were typed. */

const TIMES = "must be a number of milliseconds since 1970, or an instant such as 2030-01-31T12:00:00.000Z";
const LAST_MOMENT = 8.64e15;
const instant = z.iso.datetime({ offset: true });

/** A moment, as milliseconds since 1970. */
const moment = (label: string) =>
  z.preprocess(
    (value) => {
      const text = tidied(value);
      if (typeof text !== "string") return text;
      if (/^\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
      return instant.safeParse(text).success ? Date.parse(text) : text;
    },
    z
      .number({ error: `${label} ${TIMES}.` })
      .min(0, { error: `${label} ${TIMES}.` })
      .max(LAST_MOMENT, { error: `${label} ${TIMES}.` })
      .optional(),
  );
/** What a query holds in an address; a body may hold more. */
export const MOST_IN_QUERY = 2000;
export const MOST_IN_BODY = 20_000;

const reviewed = (most: number) => ({
  q_id: required("q_id", 200),
  /** It may be empty: nobody has to answer. */
  text: z
    .string({ error: ({ input }) => (input === undefined ? "text is required." : "text must be text.") })
    .max(most, { error: `text must have at most ${most.toLocaleString("en")} characters.` })
    .refine(words.isStorable, { error: "text contains a character that cannot be stored." }),
  sn_ud: required("sn_ud", 200),
  sy_nr: surveyNumber,
  /** When the question was shown, the text was begun, and it was sent. */
  t_page_load: moment("t_page_load"),
  t_text_typed: moment("t_text_typed"),
  t_submit: moment("t_submit"),
  /** How many characters were typed by keys. */
  s_text_length: wholeNumber("s_text_length", 1_000_000),
  /** What was pasted. */
  c_text: z
    .string({ error: "c_text must be text." })
    .max(most, { error: `c_text must have at most ${most.toLocaleString("en")} characters.` })
    .refine(words.isStorable, { error: "c_text contains a character that cannot be stored." })
    .optional(),
});

const reviewQuery = words.object("The query", { ...reviewed(MOST_IN_QUERY), ...encrypt });
const reviewBody = words.object("The body", { ...reviewed(MOST_IN_BODY), ...encrypt });
export type ReviewRequest = z.output<typeof reviewBody>;

const describedReview = {
  q_id: described,
  text: described,
  sn_ud: described,
  sy_nr: described,
  ...Object.fromEntries(
    ["t_page_load", "t_text_typed", "t_submit", "s_text_length", "c_text", "encrypt"].map((name) => [
      name,
      described.optional(),
    ]),
  ),
};

const reviewScore = z
  .object({
    /** Of all below: high is bad. */
    composite_score: score,
    /** How alike the survey's most similar earlier text to the question is, in percent. */
    similarity_text: score,
    profanity_check: z.boolean(),
    profanity_check_score: score,
    garbage_words: z.boolean(),
    garbage_words_score: score,
    /** Null: the page did not say what was typed and pasted. */
    pasted_response: z.boolean().nullable(),
    pasted_response_score: score.nullable(),
    /** ISO 639-1 in capitals; null: it cannot be told. */
    language_detected: z.string().nullable(),
    language_detected_score: score,
    /** High is good; null: the page said nothing of times or keys. */
    engagement_score: score.nullable(),
    /** Seconds; null: not known, or the clock ran backwards. */
    page_view_time: z.number().nullable(),
    typed_response_time: z.number().nullable(),
  })
  .meta({ id: "ReviewScore" });

const reviewReply = z
  .object({ results: z.array(z.object({ input: z.string(), score: reviewScore })) })
  .meta({ id: "Review" });
const readReviewReply = thingReply("review", (json) => {
  if (!isObject(json)) return null;
  if (typeof json.data === "string") return { data: json.data };
  if (!Array.isArray(json.results)) return null;
  return {
    results: json.results.filter(isObject).map(({ input, score }) => ({
      input: nullable(readText(input)),
      score: isObject(score) ? score : {},
    })),
  };
});

const review = {
  ...acts,
  response: { status: 200, schema: z.union([reviewReply, encrypted]) },
  reply: readReviewReply,
} as const;

const byReviewers = { ...review, ...forPages("review"), path: "/api/v4/respondents/review/{publishable_key}" } as const;
const reviewRate = { bucket: "review", limit: 100, windowMs: 1000 };

export const reviewFromQuery = operation({
  ...byReviewers,
  name: "reviewFromQuery",
  method: "GET",
  summary: `Review an open text of at most ${MOST_IN_QUERY.toLocaleString("en")} characters, and how it was typed.`,
  query: reviewQuery,
  body: noBody,
  described: { query: z.object(describedReview) },
  rate: reviewRate,
});

export const reviewFromBody = operation({
  ...byReviewers,
  name: "reviewFromBody",
  method: "POST",
  summary: `The same with a JSON body and at most ${MOST_IN_BODY.toLocaleString("en")} characters.`,
  query: words.object("The query", encrypt),
  body: reviewBody,
  described: { query: z.object({ encrypt: described.optional() }), body: z.object(describedReview) },
  rate: reviewRate,
});

export const reviewFromServer = operation({
  ...review,
  needsToken: true,
  path: "/api/v3/respondents/review/{private_key}",
  name: "reviewFromServer",
  method: "GET",
  summary: "The same for a server.",
  query: reviewQuery,
  body: noBody,
  described: { query: z.object(describedReview) },
  rate: reviewRate,
});
