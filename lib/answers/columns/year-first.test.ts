import { expect, test } from "vitest";
import { mayBeginWithYear } from "./year-first";

const days = [3, 5, 8, 12, 17, 21, 30].map((day) => String(day).padStart(2, "0"));

test("dates may begin with their year where what stands in front varies least", () => {
  expect(mayBeginWithYear(days.map((day) => `23-Jan-${day}`))).toBe("23-Jan-03");
  expect(mayBeginWithYear(days.map((day, at) => `${22 + (at % 2)}/11/${day} 10:00`))).toBe("22/11/03 10:00");
  expect(mayBeginWithYear(days.map((day) => `23JAN${day}`))).toBe("23JAN03");
});

test("dates begin with their day where these vary, where a year is none of a month's days, or is written out", () => {
  expect(mayBeginWithYear(days.map((day) => `${day}-Jan-23`))).toBeNull();
  expect(mayBeginWithYear(days.map((day) => `${day}.01.${day}`))).toBeNull();
  expect(mayBeginWithYear([...days, "65"].map((day) => `23/01/${day}`))).toBeNull();
  expect(mayBeginWithYear(days.map((day) => `23/01/20${day}`))).toBeNull();
  expect(mayBeginWithYear(["23-Jan-03", "23-Jan-05"])).toBeNull();
  expect(mayBeginWithYear(days.map((day) => `23 men ${day}`))).toBeNull();
  expect(mayBeginWithYear([])).toBeNull();
});
