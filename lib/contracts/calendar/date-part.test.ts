import { expect, test } from "vitest";
import type { DatePart } from "../terms/pivot";
import { datePartLabels, nextPeriods } from "./date-part";

const after = (part: DatePart, key: number) => datePartLabels[part](nextPeriods[part](key));

test("each period is followed by the calendar's next one, over ends of years and leap days", () => {
  expect(after("year", 2025)).toBe("2026");
  expect([after("quarter", 20253), after("quarter", 20254)]).toEqual(["2025 Q4", "2026 Q1"]);
  expect([after("month", 202511), after("month", 202512)]).toEqual(["2025-12", "2026-01"]);
  expect([after("day", 20240228), after("day", 20250228), after("day", 20251231)]).toEqual([
    "2024-02-29",
    "2025-03-01",
    "2026-01-01",
  ]);
  expect([after("hour", 2025123122), after("hour", 2025123123)]).toEqual(["2025-12-31 23:00", "2026-01-01 00:00"]);
});

test("weeks are those of ISO 8601: 2020 has 53 of them, 2021 has 52", () => {
  expect([after("week", 202052), after("week", 202053), after("week", 202152), after("week", 202009)]).toEqual([
    "2020-W53",
    "2021-W01",
    "2022-W01",
    "2020-W10",
  ]);
});
