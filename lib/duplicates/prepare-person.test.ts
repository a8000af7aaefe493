import { expect, test } from "vitest";
import type { Seen } from "@/lib/contracts/ours/duplicates";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { fromOldest, lastChange, seenInWords } from "./prepare-person";

const format = formatFor(usualSettings);
const seen = (
  survey_number: string,
  session_id: string,
  recorded_at: string | null,
  members: Partial<Seen> = {},
): Seen => ({
  survey_number,
  survey_name: null,
  session_id,
  recorded_at,
  identifiers: { IP_Address: null, Cookie: null, Panel_Id: null, Hashed_Email: null, User_Agent: null },
  active: { search: true, predupes: true },
  matched_on: [],
  changed: [],
  ...members,
});
const found = (records: Seen[], more = false) => ({ records, more, not_looked_for: null });

test("sessions stand from the oldest on, those without a time last", () => {
  const records = [
    seen("1", "c", null),
    seen("1", "b", "2026-03-01T00:00:00Z"),
    seen("2", "a", "2026-01-01T00:00:00Z"),
  ];
  expect(fromOldest(found(records)).map(({ session_id }) => session_id)).toEqual(["a", "b", "c"]);
});

test("a session of two surveys counts for each", () => {
  const records = [seen("1", "a", null), seen("2", "a", null), seen("2", "b", null)];
  expect(seenInWords(found(records), format)).toBe("Seen in 2 surveys, 3 sessions");
  expect(seenInWords(found([seen("1", "a", null)], true), format)).toBe(
    "Seen in 1 survey, 1 session, and more that are not shown",
  );
});

test("the last change of any route is the one shown", () => {
  const changed = [
    { route: "search", who: "a", at: "2026-01-01T00:00:00Z" },
    { route: "predupes", who: "b", at: "2026-02-01T00:00:00Z" },
  ];
  expect(lastChange(seen("1", "a", null, { changed }))?.who).toBe("b");
  expect(lastChange(seen("1", "a", null))).toBeNull();
});
