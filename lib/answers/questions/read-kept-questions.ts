import * as z from "zod";
import { missingCodeSchema, questionSchema } from "@/lib/contracts/interfaces/answers";
import { derivationForms } from "@/lib/contracts/terms/answers";
import type { QuestionsInWork } from "./kept-questions";

/** Work on the way: what may not be saved yet, such as a net of nothing, is kept all the same. */
const code = z.int();
const derivationInWork = z.discriminatedUnion("form", [
  z.object({
    form: z.literal("bands"),
    questionId: z.string(),
    bands: z.array(z.object({ code, low: z.number().nullable(), high: z.number().nullable() })),
  }),
  z.object({
    form: z.literal("nets"),
    questionId: z.string(),
    nets: z.array(z.object({ code, of: z.array(code) })),
  }),
  z.object({
    form: z.literal("combination"),
    questionIds: z.tuple([z.string(), z.string()]),
    pairs: z.array(z.object({ code, of: z.tuple([code, code]) })),
  }),
  z.object({ form: z.literal("filter"), filter: z.array(z.unknown()) }),
  z.object({
    ...{
      form: z.literal("formula"),
      expression: z.string(),
      gives: z.enum(["number", "yesno", "category", "options"]),
    },
    questionIds: z.array(z.string()),
    results: z.array(z.object({ code, text: z.string(), from: z.array(z.string()) })),
  }),
]);

const questionDraft = z.object({
  text: z.string(),
  options: z.array(z.object({ code, label: z.string(), value: z.number().nullable() })),
  missing: z.array(missingCodeSchema),
  derivation: derivationInWork.nullable(),
});

const end = z.number().nullable();
const weightDraft = z.object({
  name: z.string(),
  margins: z.array(
    z.object({
      questionId: z.string(),
      unit: z.enum(["percent", "count"]),
      targets: z.record(z.string(), z.number()),
      leftOut: z.array(code),
    }),
  ),
  caps: z.object({ low: end, high: end }).nullable(),
  wave: z.string().nullable(),
});

const keptSchema = z.object({
  question: z
    .discriminatedUnion("form", [
      z.object({ form: z.literal("edit"), id: z.string(), draft: questionDraft }),
      z.object({ form: z.literal("derived"), of: z.enum(derivationForms), id: z.string(), draft: questionDraft }),
    ])
    .nullable(),
  weight: z.object({ again: z.string().nullable(), draft: weightDraft }).nullable(),
});

const baseSchema = z.object({ question: questionSchema });

/** What a draft kept; null where it is of another kind. */
export function readQuestionsDraft(kept: { base: unknown; draft: unknown }): QuestionsInWork | null {
  const read = keptSchema.safeParse(kept.draft);
  if (!read.success) return null;
  const { question, weight } = read.data;
  if (!question && !weight) return null;
  if (question?.form !== "edit") return { question, weight };
  const base = baseSchema.safeParse(kept.base);
  if (!base.success || base.data.question.id !== question.id) return null;
  return { question: { ...question, base: base.data.question }, weight };
}
