import * as z from "zod";
import * as calls from "../calls/question-changes";
import { MOST_CODES, missingCodeSchema, optionCode, questionSchema, readCode } from "../interfaces/answers";
import { noQuery, operation } from "../operation";
import { LARGEST_NUMBER } from "../rules/answer-cells";
import { questionKinds } from "../terms/answers";
import { copiedParts, optionOrders, valueRules } from "../terms/question-changes";
import * as words from "../words";
import { countedQuestionSchema } from "./questions";

/** Changes of many questions at once: previewed with their counts, carried out as one revision, undone as one. */

const MOST_QUESTIONS = 2000;
const MOST_CHANGES = 2000;

const questionId = words.text("The question's id", 200);
const ids = words
  .list("Questions", questionId, { most: MOST_QUESTIONS, tooMany: "Change at most 2,000 questions at once." })
  .min(1, { error: "Choose at least one question." });
const label = words.text("An option's label", 1000);
const VALUE = `An option's value is a number of at most ${LARGEST_NUMBER}, or null.`;
const value = z
  .number({ error: VALUE })
  .min(-LARGEST_NUMBER, { error: VALUE })
  .max(LARGEST_NUMBER, { error: VALUE })
  .nullable();
const text = z
  .string({ error: "The question's text must be a text." })
  .max(5000, { error: "The question's text must have at most 5,000 characters." })
  .refine(words.isStorable, { error: "The question's text contains a character that cannot be stored." });
const codes = words.list("Options", optionCode, { most: MOST_CODES, read: readCode });

const changeSchema = z.discriminatedUnion(
  "change",
  [
    z.object({ change: z.literal("text"), id: questionId, text }),
    z.object({
      change: z.literal("kind"),
      ids,
      kind: z.enum(questionKinds, { error: `A question's kind is one of ${questionKinds.join(", ")}.` }),
    }),
    /** Codes that are missing from now on, beside those that are; answers stay stored. */
    z.object({
      change: z.literal("missing"),
      ids,
      missing: words
        .list("Missing codes", missingCodeSchema, 1000)
        .min(1, { error: "Name at least one missing code." }),
    }),
    /** What was marked as missing after the import is an answer again; `cells`: only these, else all. */
    z.object({
      change: z.literal("restore"),
      ids,
      cells: words.list("Cells", z.union([z.string(), z.number()]), 1000).optional(),
    }),
    z.object({
      change: z.literal("values"),
      ids,
      by: z.enum(valueRules, { error: "Values come from order or labels, or are removed." }),
    }),
    z.object({
      change: z.literal("order"),
      ids,
      by: z.enum(optionOrders, {
        error: "Options are ordered as a scale, by label, value, code or frequency, or reversed.",
      }),
    }),
    z.object({
      change: z.literal("options"),
      id: questionId,
      options: words.list(
        "Options",
        words.object("An option", {
          ...{ code: optionCode, label: label.optional(), value: value.optional() },
          order: z.int().min(0).optional(),
        }),
        MOST_CODES,
      ),
    }),
    /** Of a question of the same project, or of another of the caller's. Options are the same by cell, else by label. */
    z.object({
      change: z.literal("copy"),
      ids,
      from: words.object("The question to copy from", {
        project_id: words.text("project_id", 200).optional(),
        id: questionId,
      }),
      parts: words
        .list("Parts", z.enum(copiedParts, { error: "Labels, values, order and missing codes can be copied." }), 10)
        .min(1, { error: "Choose what to copy." }),
    }),
    /** Stand together under a text; null: stand alone. */
    z.object({ change: z.literal("grid"), ids, text: words.text("The grid's text", 1000).nullable() }),
    /** Becomes one multiple-choice question, in the place of the first. */
    z.object({ change: z.literal("group"), ids, id: questionId, text }),
    /** Each option of a multiple-choice question becomes a question: chosen or not. */
    z.object({ change: z.literal("ungroup"), ids }),
    /** Answers of these options count as the option `into`, and these options go. */
    z.object({
      change: z.literal("merge"),
      id: questionId,
      codes: codes.min(1, { error: "Choose at least one option to merge." }),
      into: optionCode,
    }),
  ],
  { error: "Each change has a kind that can be done." },
);
export type QuestionsChange = z.output<typeof changeSchema>;
export type QuestionsChangeName = QuestionsChange["change"];

const body = words.object("The body", {
  project_id: words.text("project_id", 200),
  /** True: only what would change is answered. */
  dry_run: words.boolean("dry_run"),
  /** Questions as the caller saw them: somebody else's edit since is told. */
  seen: words
    .list("Seen questions", words.object("A seen question", { id: questionId, version: z.int() }), 20_000)
    .default([]),
  changes: words
    .list("Changes", changeSchema, { most: MOST_CHANGES, tooMany: "Make at most 2,000 changes at once." })
    .min(1, { error: "Say what to change." }),
});
export type QuestionChanges = z.output<typeof body>;

const side = z.object({ question: questionSchema, counted: countedQuestionSchema.nullable() });

/** One question that changes: as it is and as it would be. Null before: it is new; null after: it goes. */
const changedQuestion = z.object({ before: side.nullable(), after: side.nullable() });
export type ChangedQuestion = z.output<typeof changedQuestion>;

const changed = z.object({
  /** Why nothing can be changed, a sentence each; empty: it can, or was. */
  problems: z.array(z.string()),
  /** What a person should know of it, a sentence each. */
  notices: z.array(z.string()),
  responses: z.int(),
  questions: z.array(changedQuestion),
  /** The revision that undoing takes back; null: nothing was changed. */
  revision: z.int().nullable(),
});
export type ChangedQuestions = z.output<typeof changed>;

export const changeQuestions = operation({
  ...calls.changeQuestions,
  authentication: "token",
  rate: { bucket: "change questions", limit: 10, windowMs: 1000 },
  summary:
    "Change many questions at once, as one revision that can be undone; a dry run answers the counts before and after.",
  query: noQuery,
  body,
  response: { status: 200, schema: changed },
  reply: changed,
  errors: [400, 403, 404, 412],
});
