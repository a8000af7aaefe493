import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { ImportMode } from "@/lib/contracts/terms/answers";

/** A file that is being looked at, and what a person corrected of how it is read. */
export type ImportInWork = {
  file: string;
  mode: ImportMode;
  /** Null: nothing was corrected. */
  plan: ImportPlan | null;
};

/** Questions stand by themselves: of thousands, only what changed is written out again when the draft is compared. */
export type KeptImport = {
  file: string;
  mode: ImportMode;
  settings: Omit<ImportPlan, "questions"> | null;
  questions: ImportPlan["questions"];
};

/** As a draft keeps it. */
export function importDraft({ file, mode, plan }: ImportInWork): KeptImport {
  if (!plan) return { file, mode, settings: null, questions: [] };
  const { questions, ...settings } = plan;
  return { file, mode, settings, questions };
}
