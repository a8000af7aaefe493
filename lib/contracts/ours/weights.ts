import * as z from "zod";
import * as calls from "../calls/weights";
import { optionCode, weightRecipeSchema } from "../interfaces/answers";
import { noBody, noQuery, operation } from "../operation";
import { MOST_NAME } from "../terms/weights";
import * as words from "../words";

/** Weights of a project's answers: those that files brought, and those made here by raking, at `/api/weights`. */
const own = {
  authentication: "token",
  rate: { bucket: "own weights", limit: 20, windowMs: 1000 },
} as const;

const projectId = words.text("project_id", 200);
const name = words.text("The weight's name", MOST_NAME).transform((text) => text.trim());

const count = z.int().min(0);
const range = z.object({ low: z.number(), high: z.number() });

/* What a raking did */

/** Shares from 0 to 1. */
const marginFigures = z.object({
  question_id: z.string(),
  options: z.array(
    z.object({
      code: optionCode,
      label: z.string(),
      target: z.number(),
      unweighted: z.number(),
      weighted: z.number(),
    }),
  ),
});

const costs = {
  /** Responses with a weight; the weights sum to it. */
  n: count,
  /** Least and greatest weight. */
  uncapped: range,
  capped: range,
  /** 1 + cv² of the weights (Kish, 1965): n * sum w² / (sum w)². */
  design_effect: z.number(),
  /** n / design effect, in responses. */
  effective: z.number(),
  /** 1 / design effect, 0 to 1. */
  efficiency: z.number(),
  /** Whether every weighted share is its target; caps may not allow it. */
  reached: z.boolean(),
};

/** Answers that were raked together: all, or one wave's. */
const raked = z.object({
  wave: z.object({ code: optionCode, label: z.string() }).nullable(),
  ...costs,
  margins: z.array(marginFigures),
});
export type RakedGroup = z.output<typeof raked>;

const report = z.object({
  /** All responses: those with a weight, those left out and those excluded for quality. */
  responses: count,
  excluded: count,
  /** Without an answer to one of the questions, or with one that is left out: they get no weight. */
  left_out: count,
  /** By question how many of them; who lacks several answers counts at each. */
  left_out_at: z.array(z.object({ question_id: z.string(), n: count })),
  ...costs,
  groups: z.array(raked),
});
export type WeightReport = z.output<typeof report>;

const tried = words.object("The body", { project_id: projectId, recipe: weightRecipeSchema });

export const tryWeight = operation({
  ...own,
  ...calls.tryWeight,
  summary: "What raking to these margins gives: shares, range of weights, design effect; nothing is kept.",
  query: noQuery,
  body: tried,
  response: { status: 200, schema: report },
  reply: report,
  errors: [400, 403, 404],
});

const saved = tried.extend({
  name,
  /** Calculates the weight of that name anew, which was made here; without it the name must be free. */
  replace: z.boolean({ error: "replace must be true or false." }).default(false),
});
export type SavedWeight = z.output<typeof saved>;

/* The weights of a project */

const weight = z.object({
  id: z.string(),
  name: z.string(),
  source: z.enum(["file", "raked"]),
  /** The file that first brought it; null: made here, or no longer known. */
  file_name: z.string().nullable(),
  /** Null: made here, and nobody else's. */
  who: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  recipe: weightRecipeSchema.nullable(),
  /** Responses, without those excluded for quality, that have a weight of 0 or more; and that have none. */
  n: count,
  without: count,
  /** Null where nobody has one above 0. */
  range: range.nullable(),
  sum: z.number(),
  efficiency: z.number().nullable(),
  /** Why a weight made here is no longer what its recipe gives, in a sentence; null: it is, or it came with a file. */
  changed: z.string().nullable(),
});
export type ListedWeight = z.output<typeof weight>;

const list = z.object({
  weights: z.array(weight),
  /** The revision that is read. */
  revision: z.int().nullable(),
});
export type WeightList = z.output<typeof list>;

export const listWeights = operation({
  ...own,
  ...calls.listWeights,
  summary: "The weights of a project: where they come from, what they cost, and whether answers changed since.",
  query: z.object({ project_id: projectId }),
  body: noBody,
  response: { status: 200, schema: list },
  reply: list,
  errors: [400, 404],
});

/** With the revision that the weight was made as; who undoes it names that one, whatever came after it. */
const savedList = list.extend({ made: z.int() });
export type SavedWeightList = z.output<typeof savedList>;

export const saveWeight = operation({
  ...own,
  ...calls.saveWeight,
  summary: "Rake to these margins and keep it as a weight of the project; a revision that can be undone.",
  query: noQuery,
  body: saved,
  response: { status: 201, schema: savedList },
  reply: savedList,
  errors: [400, 403, 404, 412],
});

export const removeWeight = operation({
  ...own,
  ...calls.removeWeight,
  summary: "Delete a weight that was made here.",
  query: noQuery,
  body: words.object("The body", { project_id: projectId, id: words.text("The weight's id", 200) }),
  response: { status: 200, schema: list },
  reply: list,
  errors: [400, 403, 404],
});
