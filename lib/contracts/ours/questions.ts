import * as z from "zod";
import * as calls from "../calls/questions";
import {
  derivationSchema,
  MOST_CODES,
  missingCodeSchema,
  optionCode,
  questionSchema,
  readCode,
  weightSchema,
} from "../interfaces/answers";
import { noBody, noQuery, operation } from "../operation";
import { LARGEST_NUMBER } from "../rules/answer-cells";
import { questionKinds } from "../terms/answers";
import * as words from "../words";

/** The questions of a project's answers: what `/api/questions` lists and lets people edit. */
const own = {
  authentication: "token",
  rate: { bucket: "own questions", limit: 50, windowMs: 1000 },
} as const;

const projectId = words.text("project_id", 200);
const questionId = words.text("The question's id", 200);
/** Questions may come without a text, and keep none. */
const text = z
  .string({ error: "The question's text must be a text." })
  .max(5000, { error: "The question's text must have at most 5,000 characters." })
  .refine((value) => value.isWellFormed() && !value.includes("\u0000"), {
    error: "The question's text contains a character that cannot be stored.",
  });

const questions = z.object({
  questions: z.array(questionSchema),
  weights: z.array(weightSchema),
  /** The import whose answers are read; null: none yet. */
  revision: z.int().nullable(),
});
export type ProjectQuestionList = z.output<typeof questions>;

export const listQuestions = operation({
  ...own,
  ...calls.listQuestions,
  summary: "The questions and weights of a project's answers, in their order.",
  query: z.object({ project_id: projectId }),
  body: noBody,
  response: { status: 200, schema: questions },
  reply: questions,
  errors: [400, 404],
});

const label = words.text("An option's label", 1000);
const VALUE = `An option's value is a number of at most ${LARGEST_NUMBER}, or null.`;
const value = z
  .number({ error: VALUE })
  .min(-LARGEST_NUMBER, { error: VALUE })
  .max(LARGEST_NUMBER, { error: VALUE })
  .nullable();
const order = z
  .int({ error: "An option's order is a whole number." })
  .min(0, { error: "An option's order is 0 or more." });

const questionChange = words.object("The body", {
  project_id: projectId,
  id: questionId,
  /** As it was read: who edits an older one is told. */
  version: z.int({ error: "Name the version of the question that is edited." }),
  text: text.optional(),
  /** Options that change, by their code. A code that a new derivation has and the question lacks needs a label. */
  options: words
    .list(
      "Options",
      words.object("An option", {
        ...{ code: optionCode, label: label.optional(), order: order.optional(), value: value.optional() },
      }),
      MOST_CODES,
    )
    .optional(),
  /** Codes of all options that are answers, from the lowest to the highest: a person confirms it. None: withdrawn. */
  ranking: words.list("The order of the options", optionCode, { most: MOST_CODES, read: readCode }).optional(),
  /** All missing codes, as they shall be. */
  missing: words.list("Missing codes", missingCodeSchema, 1000).optional(),
  derivation: derivationSchema.optional(),
});
export type QuestionChange = z.output<typeof questionChange>;

export const updateQuestion = operation({
  ...own,
  ...calls.updateQuestion,
  summary: "Edit a question's text, labels, order, values and missing codes, or what a derived one is made of.",
  query: noQuery,
  body: questionChange,
  response: { status: 200, schema: questionSchema },
  reply: questionSchema,
  errors: [400, 403, 404, 412],
});

const derivedOption = words.object("An option", { code: optionCode, label, value: value.optional() });

const newDerived = words.object("The body", {
  project_id: projectId,
  id: questionId,
  text,
  /** A label for each code of the derivation; a filter has Yes and No of its own. */
  options: words.list("Options", derivedOption, MOST_CODES).default([]),
  derivation: derivationSchema,
});
export type NewDerived = z.output<typeof newDerived>;

export const addQuestion = operation({
  ...own,
  ...calls.addQuestion,
  summary: "Add a derived question: bands, nets, a combination, a filter or a formula.",
  query: noQuery,
  body: newDerived,
  response: { status: 201, schema: questionSchema },
  reply: questionSchema,
  errors: [400, 403, 404],
});

export const removeQuestion = operation({
  ...own,
  ...calls.removeQuestion,
  summary: "Remove a derived question that no other is made of.",
  query: noQuery,
  body: words.object("The body", { project_id: projectId, id: questionId }),
  response: { status: 200, schema: questions },
  reply: questions,
  errors: [400, 403, 404],
});

/* What was answered */

const count = z.int().min(0);

export const countedQuestionSchema = z.object({
  id: z.string(),
  /**
   * The base of the options' shares, as in tables: responses that answered the question, or, of a derived one, what it
   * is made of. With the two below they add up to all.
   */
  answered: count,
  not_asked: count,
  no_answer: count,
  /** Of those who answered, who is in none of its options: chose nothing, or answered something that no option holds. */
  none: count,
  /** How often each option was chosen, of those that count as no answer too; options that nobody chose are left out. */
  counts: z.array(z.object({ code: optionCode, n: count })),
  /** What a mean takes: numbers, or values of options. */
  numbers: z.object({ n: count, min: z.number(), mean: z.number(), max: z.number() }).nullable(),
});
export type CountedQuestion = z.output<typeof countedQuestionSchema>;

/** `excluded`: responses that are left out for quality. */
const countedQuestions = z.object({ responses: count, excluded: count, questions: z.array(countedQuestionSchema) });
export type CountedQuestions = z.output<typeof countedQuestions>;

export const countAnswers = operation({
  ...own,
  ...calls.countAnswers,
  summary: "How often each option of each question was chosen, of responses that are not excluded for quality.",
  query: z.object({ project_id: projectId }),
  body: noBody,
  response: { status: 200, schema: countedQuestions },
  reply: countedQuestions,
  errors: [400, 404],
});

const countedValue = z.object({ value: z.union([z.number(), z.string()]), n: count });
export type CountedValue = z.output<typeof countedValue>;

const preview = countedQuestionSchema.extend({
  responses: count,
  /** Of a number or a text the answers that are there most, missing ones too. */
  values: z.array(countedValue),
  /** What one tenth, two tenths, … nine tenths of the numbers do not exceed. */
  tenths: z.array(z.number()).length(9).nullable(),
  /** Of a formula: responses without a result since it divides by zero, or since a number is beyond 1e70. */
  faults: z.object({ divided_by_zero: count, too_large: count }).nullable(),
});
export type QuestionPreview = z.output<typeof preview>;

const previewInput = words.object("The body", {
  project_id: projectId,
  /** A question that is there, as it would be with what else is named; or a derived one that is not there yet. */
  id: questionId,
  options: words.list("Options", derivedOption.partial({ label: true }), MOST_CODES).optional(),
  missing: words.list("Missing codes", missingCodeSchema, 1000).optional(),
  derivation: derivationSchema.optional(),
});
export type PreviewInput = z.output<typeof previewInput>;

export const previewQuestion = operation({
  ...own,
  ...calls.previewQuestion,
  summary:
    "What a question's counts and mean would be with other missing codes, values or derivation; nothing is kept.",
  query: noQuery,
  body: previewInput,
  response: { status: 200, schema: preview },
  reply: preview,
  errors: [400, 404],
});

const kindChange = words.object("The body", {
  project_id: projectId,
  id: questionId,
  version: z.int({ error: "Name the version of the question that is edited." }),
  kind: z.enum(questionKinds, { error: `A question's kind is one of ${questionKinds.join(", ")}.` }),
});
export type KindChange = z.output<typeof kindChange>;

export const changeKind = operation({
  ...own,
  ...calls.changeKind,
  summary: "Give a question another kind. Where answers are rewritten for it, that is a revision that can be undone.",
  query: noQuery,
  body: kindChange,
  response: { status: 200, schema: questions },
  reply: questions,
  errors: [400, 403, 404, 412],
});

const move = words.object("The body", {
  project_id: projectId,
  id: questionId,
  before: questionId.nullable(),
});
export type QuestionMove = z.output<typeof move>;

export const moveQuestion = operation({
  ...own,
  ...calls.moveQuestion,
  summary: "Put a question before another one, or, before null, at the end.",
  query: noQuery,
  body: move,
  response: { status: 200, schema: questions },
  reply: questions,
  errors: [400, 403, 404],
});
