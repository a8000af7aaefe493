import * as z from "zod";
import { importPlanSchema } from "@/lib/contracts/interfaces/answers";
import { importModes } from "@/lib/contracts/terms/answers";
import type { ImportInWork, KeptImport } from "./kept-import";

const keptSchema: z.ZodType<KeptImport> = z.object({
  file: z.uuid(),
  mode: z.enum(importModes),
  settings: importPlanSchema.omit({ questions: true }).nullable(),
  questions: importPlanSchema.shape.questions,
});

/** What a draft kept; null where it is of another kind. */
export function readImportDraft(draft: unknown): ImportInWork | null {
  const read = keptSchema.safeParse(draft);
  if (!read.success) return null;
  const { file, mode, settings, questions } = read.data;
  return { file, mode, plan: settings && { ...settings, questions } };
}
