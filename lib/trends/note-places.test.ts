import { expect, test } from "vitest";
import { noteLines, notesByBucket, numberedNotes } from "./note-places";

const noteOf = (day: string, text: string) => ({ id: text, project_id: "p", day, text, who: "" });
const starts = [Date.UTC(2031, 0, 1), Date.UTC(2031, 1, 1)];

test("notes in view are said by their days in tables, and by their marks in pictures, in the order of time", () => {
  const notes = [
    noteOf("2031-02-05", "Campaign"),
    noteOf("2031-01-31", "Snow"),
    noteOf("2031-03-01", "After the last bucket"),
  ];
  const placed = notesByBucket(notes, starts, { type: "monthly", timeZone: "UTC" });
  expect(noteLines(placed)).toEqual(["Note of 2031-01-31: Snow", "Note of 2031-02-05: Campaign"]);
  expect(numberedNotes(placed).words).toEqual(["Note 1 – 2031-01-31: Snow", "Note 2 – 2031-02-05: Campaign"]);
});
