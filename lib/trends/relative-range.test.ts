import { describe, expect, test } from "vitest";
import { loadTrendState, unreadableParts } from "./address";
import { previousPeriod } from "./range";
import { daysAsked, daysOfRange, endsOf, relativeRanges, type Said, withDays } from "./relative-range";

const NOTHING_SAID: Said = { range: null, from: null, to: null };
const EXTENT = { from: "2025-06-02", to: "2026-03-14" };

describe("a range counted back from the last answer", () => {
  test.each([
    ["7d", "2026-03-14", "2026-03-08"],
    ["7d", "2024-03-03", "2024-02-26"], // over a leap day
    ["30d", "2026-03-14", "2026-02-13"],
    ["3m", "2026-03-14", "2025-12-15"],
    ["3m", "2026-05-31", "2026-03-01"],
    ["3m", "2026-05-30", "2026-03-01"], // February has no 30th
    ["3m", "2026-05-28", "2026-03-01"],
    ["3m", "2026-05-27", "2026-02-28"],
    ["3m", "2026-11-30", "2026-09-01"], // whole months
    ["3m", "2024-05-29", "2024-03-01"],
    ["3m", "2024-05-28", "2024-02-29"],
    ["3m", "2026-01-01", "2025-10-02"],
    ["12m", "2026-03-14", "2025-03-15"],
    ["12m", "2024-02-29", "2023-03-01"],
    ["12m", "2025-02-28", "2024-03-01"], // the whole of twelve months
    ["12m", "2024-02-28", "2023-03-01"],
    ["12m", "2025-12-31", "2025-01-01"],
    ["this-year", "2026-03-14", "2026-01-01"],
    ["this-year", "2026-01-01", "2026-01-01"],
  ] as const)("%s up to %s begins on %s", (range, last, from) => {
    expect(daysOfRange(range, last)).toEqual({ from, to: last });
  });

  test("is the whole of the year before", () => {
    expect(daysOfRange("last-year", "2026-03-14")).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(daysOfRange("last-year", "2026-12-31")).toEqual({ from: "2025-01-01", to: "2025-12-31" });
  });

  test("is never longer by a day than its months", () => {
    for (let at = Date.UTC(2023, 0, 1); at < Date.UTC(2025, 0, 1); at += 86_400_000) {
      const last = new Date(at).toISOString().slice(0, 10);
      const { from } = daysOfRange("12m", last);
      const days = (at - Date.parse(from)) / 86_400_000 + 1;
      expect([365, 366], last).toContain(days);
    }
  });

  test("of whole months is compared with as many", () => {
    const days = daysOfRange("3m", "2026-11-30");
    expect(previousPeriod(days, "monthly")).toEqual({ from: "2026-06-01", to: "2026-08-31" });
  });
});

describe("how far a state reaches", () => {
  test("moves along with the last answer, or not, as it says", () => {
    const range: Said = { ...NOTHING_SAID, range: "3m" };
    expect(endsOf(range, EXTENT)).toEqual({ from: "2025-12-15", to: "2026-03-14" });
    expect(endsOf(range, { ...EXTENT, to: "2026-03-20" })).toEqual({ from: "2025-12-21", to: "2026-03-20" });
    expect(endsOf(NOTHING_SAID, EXTENT)).toEqual(EXTENT);
    expect(endsOf({ ...NOTHING_SAID, from: "2026-01-01" }, EXTENT)).toEqual({ from: "2026-01-01", to: EXTENT.to });
    expect(endsOf(range, null)).toEqual({ from: null, to: null });
  });

  test("is what days say that are given beside a range", () => {
    const both: Said = { range: "7d", from: "2025-07-01", to: "2025-07-31" };
    expect(endsOf(both, EXTENT)).toEqual({ from: "2025-07-01", to: "2025-07-31" });
  });

  test("becomes days once one is typed", () => {
    const range: Said = { ...NOTHING_SAID, range: "3m" };
    const typed = withDays(range, endsOf(range, EXTENT), { from: "2026-01-01" });
    expect(typed).toEqual({ range: null, from: "2026-01-01", to: "2026-03-14" });
    // Where nothing was said of the last day, it goes on being that of the last answer.
    expect(withDays(NOTHING_SAID, EXTENT, { from: "2026-01-01" })).toEqual({ ...NOTHING_SAID, from: "2026-01-01" });
    expect(withDays(typed, EXTENT, { from: null })).toEqual({ ...NOTHING_SAID, to: "2026-03-14" });
  });
});

describe("the days asked for", () => {
  const asked = (said: Partial<Said> & { by?: string }, extent: Parameters<typeof daysAsked>[1]) =>
    daysAsked({ ...NOTHING_SAID, by: null, ...said }, extent);

  test("wait for the last answer where they depend on it", () => {
    const given = { from: "2026-01-01", to: "2026-01-31" };
    expect(asked(given, undefined)).toEqual(given);
    expect(asked({ range: "7d" }, undefined)).toBeNull();
    expect(asked({ range: "7d", by: "wave" }, undefined)).toBeNull();
    expect(asked({ range: "7d", by: "wave" }, EXTENT)).toEqual({ from: "2026-03-08", to: "2026-03-14" });
    expect(asked({ from: "2026-02-01", to: "2026-01-31" }, EXTENT)).toBeNull();
  });

  test("are all days of waves, which need no times, where none are said", () => {
    const all = { from: "1900-01-01", to: "2299-12-31" };
    for (const extent of [undefined, null, EXTENT]) expect(asked({ by: "wave" }, extent)).toEqual(all);
    expect(asked({ by: "wave", from: "2026-01-01" }, EXTENT)).toEqual({ from: "2026-01-01", to: EXTENT.to });
    expect(asked({ by: "wave", from: "2026-01-01" }, null)).toEqual({ from: "2026-01-01", to: all.to });
    expect(asked({ by: "wave", range: "7d" }, null)).toEqual(all);
    expect(asked({ range: "7d" }, null)).toBeNull();
  });
});

test("an address keeps a range as it is said, and one without goes on being read", () => {
  const load = (query: string) => loadTrendState(new URLSearchParams(query));
  for (const range of relativeRanges) expect(load(`?range=${range}`)).toMatchObject({ ...NOTHING_SAID, range });
  expect(load("?from=2025-01-01")).toMatchObject({ ...NOTHING_SAID, from: "2025-01-01" });
  expect(load("?range=5w").range).toBeNull();
  expect(unreadableParts({ range: "5w" }).join()).toContain("does not say the range in a way");
});
