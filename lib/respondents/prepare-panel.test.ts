import { expect, test } from "vitest";
import { agreementPercent, bandParts, MOST_BARS, prepareBars } from "./prepare-panel";

const day = (of: string, respondents: number, good: number) => ({ day: of, respondents, good, excluded: 0 });

test("parts of a bar add up to all of it, and bands without respondents have none", () => {
  const parts = bandParts({ bad: 1, poor: 0, fair: 1, good: 2 });
  expect(parts.map(({ band, percent }) => [band, percent])).toEqual([
    ["bad", 25],
    ["fair", 25],
    ["good", 50],
  ]);
  expect(bandParts({ bad: 0, poor: 0, fair: 0, good: 0 })).toEqual([]);
});

test("a day without respondents is a gap, not a share of zero", () => {
  const bars = prepareBars([day("2026-02-27", 4, 3), day("2026-03-01", 2, 0)]);
  expect(bars.map(({ from, percentGood }) => [from, percentGood])).toEqual([
    ["2026-02-27", 75],
    ["2026-02-28", null],
    ["2026-03-01", 0],
  ]);
});

test("a long field time is drawn in bars of several days, and nobody is lost", () => {
  const days = Array.from({ length: 200 }, (_, at) =>
    day(new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10), 3, 1),
  );
  const bars = prepareBars(days);
  expect(bars.length).toBeLessThanOrEqual(MOST_BARS);
  expect(bars.reduce((sum, { respondents }) => sum + respondents, 0)).toBe(600);
  expect(bars.at(-1)?.to).toBe(days.at(-1)?.day);
});

test("a rule that nobody has decided of has no agreement", () => {
  expect(agreementPercent({ excluded: 0, kept: 0 })).toBeNull();
  expect(agreementPercent({ excluded: 3, kept: 1 })).toBe(75);
});
