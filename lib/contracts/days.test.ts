import { expect, test } from "vitest";
import { typedDay } from "./days";

test.each([
  ["2026-03-14", "2026-03-14"],
  [" 2026-3-4 ", "2026-03-04"],
  ["2026/03/14", "2026-03-14"],
  ["2024.02.29", "2024-02-29"],
  ["2026-02-29", null],
  ["2026-13-01", null],
  ["2026-03-00", null],
  ["2026-03", null],
  ["0000-01-01", null],
  ["14.03.2026", null], // which is the day and which the month differs by country
  ["yesterday", null],
  ["", null],
])("“%s” typed is %s", (text, day) => {
  expect(typedDay(text)).toBe(day);
});
