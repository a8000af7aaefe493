import { expect, test } from "vitest";
import { describeNotes, noteDraft, readNoteDraft } from "./note-draft";

test("notes are kept by respondent and read again; no notes are no draft, and what is no draft is not read", () => {
  const notes = new Map([
    ["r1", "Keys"],
    ["r2", "Ask the supplier"],
  ]);
  expect(readNoteDraft(JSON.parse(JSON.stringify(noteDraft(notes))))).toEqual(notes);
  expect(noteDraft(new Map())).toBeNull();
  for (const other of [null, {}, { notes: [] }, { notes: { r1: 7 } }]) expect(readNoteDraft(other)).toBeNull();
  expect(describeNotes(notes)).toEqual({ fields: 2, text: "r1: Keys\nr2: Ask the supplier" });
});
