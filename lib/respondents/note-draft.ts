import * as z from "zod";
import { MOST_NOTE } from "@/lib/contracts/terms/respondents";

/** Notes by respondent that a reviewer has typed and no decision has saved yet, as their draft is kept. */
const draftSchema = z.object({ notes: z.record(z.string(), z.string().max(MOST_NOTE)) });

/** Null: there are none. */
export const noteDraft = (notes: ReadonlyMap<string, string>): Record<string, unknown> | null =>
  notes.size === 0 ? null : { notes: Object.fromEntries(notes) };

/** Null: it is of another kind than today's. */
export function readNoteDraft(draft: unknown): Map<string, string> | null {
  const read = draftSchema.safeParse(draft);
  return read.success ? new Map(Object.entries(read.data.notes)) : null;
}

/** The notes to read and to copy, a line each. */
export const describeNotes = (notes: ReadonlyMap<string, string>): { fields: number; text: string } => ({
  fields: notes.size,
  text: [...notes].map(([respondentId, note]) => `${respondentId}: ${note}`).join("\n"),
});
