import { isObject } from "@/lib/contracts/lenient";
import { MOST_NOTE } from "@/lib/contracts/terms/respondents";

/* Notes by respondent that a reviewer has typed and no decision has saved yet, as their draft is kept. */

/** Null: there are none. */
export const noteDraft = (notes: ReadonlyMap<string, string>): Record<string, unknown> | null =>
  notes.size === 0 ? null : { notes: Object.fromEntries(notes) };

/** Null: it is of another kind than today's. */
export function readNoteDraft(draft: unknown): Map<string, string> | null {
  if (!isObject(draft) || !isObject(draft.notes)) return null;
  const notes = Object.entries(draft.notes);
  return notes.every(isNote) ? new Map(notes) : null;
}

const isNote = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === "string" && entry[1].length <= MOST_NOTE;

/** The notes to read and to copy, a line each. */
export const describeNotes = (notes: ReadonlyMap<string, string>): { fields: number; text: string } => ({
  fields: notes.size,
  text: [...notes].map(([respondentId, note]) => `${respondentId}: ${note}`).join("\n"),
});
