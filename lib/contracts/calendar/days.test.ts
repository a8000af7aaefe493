import { expect, test } from "vitest";
import { typedDay, typedDayProblem } from "./days";

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

test("what is typed and not taken is told why", () => {
  const field = { label: "From", example: "2026-03-14", within: { from: "1900-01-01", to: "2299-12-31" } };
  expect(typedDayProblem("1900-1-1", field)).toBeNull();
  expect(typedDayProblem("1850-01-01", { ...field, within: undefined })).toBeNull();
  expect(typedDayProblem("soon", field)).toBe(
    "From: “soon” is no date. Type one like 2026-03-14, year, month and day.",
  );
  for (const day of ["1850-01-01", "0001-01-01", "9999-12-31"]) {
    expect(typedDayProblem(day, field)).toBe(
      `From: ${day} is not of the days 1900-01-01 to 2299-12-31. Type one of them.`,
    );
  }
});
