import * as z from "zod";
import { type ImportPlan, importPlanSchema } from "@/lib/contracts/interfaces/answers";
import { type ImportMode, importModes } from "@/lib/contracts/terms/answers";

/** A file that is being looked at, and what a person corrected of how it is read. */
export type ImportInWork = {
  file: string;
  mode: ImportMode;
  /** Null: nothing was corrected. */
  plan: ImportPlan | null;
};

/** Questions stand by themselves: of thousands, only what changed is written out again when the draft is compared. */
const keptSchema = z.object({
  file: z.uuid(),
  mode: z.enum(importModes),
  settings: importPlanSchema.omit({ questions: true }).nullable(),
  questions: importPlanSchema.shape.questions,
});

/** As a draft keeps it. */
export function importDraft({ file, mode, plan }: ImportInWork): z.infer<typeof keptSchema> {
  if (!plan) return { file, mode, settings: null, questions: [] };
  const { questions, ...settings } = plan;
  return { file, mode, settings, questions };
}

/** What a draft kept; null where it is of another kind. */
export function readImportDraft(draft: unknown): ImportInWork | null {
  const read = keptSchema.safeParse(draft);
  if (!read.success) return null;
  const { file, mode, settings, questions } = read.data;
  return { file, mode, plan: settings && { ...settings, questions } };
}
