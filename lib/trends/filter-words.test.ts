import { expect, test } from "vitest";
import { filterWords, missingHint, optionsToChoose } from "@/lib/tables/filter-words";
import { question } from "@/lib/test-answers";
import { notesByBucket, numberedNotes } from "./note-places";

const region = { id: "q1", text: "Region", kind: "single" as const, grid: null };
const questions = [
  {
    ...region,
    options: [
      { code: 1, label: "North", value: null },
      { code: 2, label: "South", value: null },
    ],
  },
];

test("a filter is said with labels, and with what it holds where they are not known", () => {
  expect(filterWords({ questionId: "q1", operator: "in", value: [1, 3] }, questions)).toBe("Region is one of North, 3");
  expect(filterWords({ questionId: "age", operator: "between", value: [18, 29] }, questions)).toBe(
    "age is between 18 and 29",
  );
  const price = { ...region, id: "p", text: "Price", grid: { id: "g", text: "Brand B" }, options: [] };
  expect(filterWords({ questionId: "p", operator: "answered" }, [price])).toBe("Brand B: Price was given");
  expect(filterWords({ not: { questionId: "q1", operator: "answered" } }, questions)).toBe("not (Region was given)");
  const any = {
    any: [
      { questionId: "q1", operator: "eq" as const, value: 2 },
      { questionId: "age", operator: "gt" as const, value: 5 },
    ],
  };
  expect(filterWords(any, questions)).toBe("Region is South or age is more than 5");
});

test("a note stands in the bucket that its day begins in, by the clock of the zone", () => {
  const note = (day: string) => ({ id: day, project_id: "p", day, text: day, who: "a@b.test" });
  const starts = ["2031-02-28T23:00:00Z", "2031-03-31T22:00:00Z"].map((x) => Date.parse(x));
  const placed = notesByBucket(
    ["2031-02-28", "2031-03-01", "2031-03-31", "2031-04-30", "2031-05-09"].map(note),
    starts,
    { type: "monthly", timeZone: "Europe/Berlin" },
  );
  const days = [...placed.values()].map((notes) => notes.map(({ day }) => day));
  expect(days).toEqual([["2031-03-01", "2031-03-31"], ["2031-04-30"]]);
});

test("a note of the day after the last bucket is in none, however short that bucket is", () => {
  const note = (day: string) => ({ id: day, project_id: "p", day, text: day, who: "a@b.test" });
  const shown = (type: "hourly" | "daily" | "monthly" | "yearly", start: string, timeZone: string, days: string[]) =>
    [...notesByBucket(days.map(note), [Date.parse(start)], { type, timeZone }).values()].flat().map(({ day }) => day);
  const berlin = "Europe/Berlin";
  expect(shown("monthly", "2026-02-01T00:00Z", "UTC", ["2026-02-28", "2026-03-01", "2026-03-02"])).toEqual([
    "2026-02-28",
  ]);
  expect(shown("yearly", "2025-01-01T00:00Z", "UTC", ["2025-12-31", "2026-01-01"])).toEqual(["2025-12-31"]);
  expect(shown("daily", "2026-03-28T23:00Z", berlin, ["2026-03-29", "2026-03-30"])).toEqual(["2026-03-29"]);
  expect(shown("daily", "2026-10-24T22:00Z", berlin, ["2026-10-25", "2026-10-26"])).toEqual(["2026-10-25"]);
  expect(shown("hourly", "2026-02-01T00:00Z", "UTC", ["2026-02-01", "2026-02-02"])).toEqual(["2026-02-01"]);
});

test("a condition names the options that somebody can have, and says where the missing ones are found", () => {
  const options: [number, string, null][] = [
    [1, "Yes", null],
    [2, "No", null],
    [9, "Don't know", null],
  ];
  const labels = (of: ReturnType<typeof question>) => optionsToChoose(of).map(({ label }) => label);
  const whole = question(1, "buys", "single", { options });
  expect([labels(whole), missingHint(whole)]).toEqual([["Yes", "No", "Don't know"], null]);
  const missing = [{ cell: 9, kind: "no_answer" as const }];
  const partly = question(1, "buys", "single", { options, missing });
  expect(labels(partly)).toEqual(["Yes", "No"]);
  expect(missingHint(partly)).toBe("Missing answers, such as “Don't know”, are found by “was not given” above.");
});

test("a picture numbers noted buckets in the order of time, and says every note of each number", () => {
  const note = (day: string, text: string) => ({ day, text });
  const notes = new Map([
    [20, [note("2031-03-02", "Price rise")]],
    [10, [note("2031-02-01", "Launch"), note("2031-02-03", "Strike")]],
  ]);
  expect(numberedNotes(notes)).toEqual({
    marks: [
      { at: 10, text: "1 Launch; Strike" },
      { at: 20, text: "2 Price rise" },
    ],
    words: ["Note 1 – 2031-02-01: Launch; 2031-02-03: Strike", "Note 2 – 2031-03-02: Price rise"],
  });
});
