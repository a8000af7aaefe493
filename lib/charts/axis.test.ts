import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roomAfterTicks, roomForValues, timeTicks, valueTicks } from "./axis";

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => Date.parse(`${from}T00:00:00Z`) + at * 86_400_000);
const labels = (starts: number[], type: "hourly" | "daily" | "monthly" | "yearly", most = 8) =>
  timeTicks(starts, { type, timeZone: "UTC", most }).map(({ label }) => label);

describe("values of an axis", () => {
  test("have the room of the longest of them", () => {
    expect(roomForValues(["0", "5.5"])).toBe(46);
    expect(roomForValues(["0", "1,480,000.5"])).toBeGreaterThan(11 * 6);
  });

  test.each([
    [1, 5, [1, 2, 3, 4, 5]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [37.2, 48.9, [35, 40, 45, 50]],
    [-3, 3, [-4, -2, 0, 2, 4]],
    [7, 7, [6.4, 6.6, 6.8, 7, 7.2, 7.4, 7.6]],
    [
      1e17,
      1e17,
      [99_999_999_900_000_000, 99_999_999_950_000_000, 1e17, 100_000_000_050_000_000, 100_000_000_100_000_000],
    ],
  ])("from %d to %d", (low, high, ticks) => expect(valueTicks(low, high)).toEqual(ticks));

  test("always hold what they are made for, in few even steps", () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-6);
        const ticks = valueTicks(low, high);
        const slack = (high - low) * 1e-6;
        expect(ticks[0]).toBeLessThanOrEqual(low + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - slack);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(9);
      }),
    );
  });
});

describe("a time axis", () => {
  test("is divided where the calendar is", () => {
    expect(labels(days("2031-01-01", 365), "daily", 5)).toEqual(["Jan 2031", "Apr 2031", "Jul 2031", "Oct 2031"]);
    expect(labels(days("2031-01-01", 365), "daily", 3)).toEqual(["Jan 2031", "Jul 2031"]);
    expect(labels(days("2031-01-01", 30), "daily")).toEqual(["6 Jan", "13 Jan", "20 Jan", "27 Jan"]);
    expect(labels(days("2031-01-01", 3), "daily")).toEqual(["1 Jan", "2 Jan", "3 Jan"]);
    const months = Array.from({ length: 24 }, (_, at) => Date.UTC(2031, at));
    expect(labels(months, "monthly")[1]).toBe("Apr 2031");
    expect(labels(months.slice(0, 3), "monthly")).toEqual(["Jan 2031", "Feb 2031", "Mar 2031"]);
    const years = Array.from({ length: 80 }, (_, at) => Date.UTC(1950 + at, 0));
    expect(labels(years, "yearly")).toEqual(["1950", "1960", "1970", "1980", "1990", "2000", "2010", "2020"]);
  });

  test("goes by the clock of its zone", () => {
    const starts = Array.from({ length: 48 }, (_, at) => Date.parse("2031-06-01T22:00:00Z") + at * 3_600_000);
    const ticks = timeTicks(starts, { type: "hourly", timeZone: "Europe/Berlin", most: 9 });
    expect(ticks.slice(0, 2).map(({ label }) => label)).toEqual(["2 Jun", "06:00"]);
  });

  test("of one bucket or none has one name or none", () => {
    expect(labels(days("2031-01-07", 1), "daily")).toEqual(["7 Jan"]);
    expect(labels([], "daily")).toEqual([]);
  });
});

test("after the last tick there is room for half of its label", () => {
  const [short, long] = ["2 Jan", "Apr 2024"].map((label) => roomAfterTicks([{ at: 0, label }]));
  // At 11 px the wider of them takes up to 50.
  expect(long).toBeGreaterThanOrEqual(25);
  expect(short).toBeLessThan(long ?? 0);
  expect(roomAfterTicks([])).toBeLessThan(10);
});

test("weeks are counted along the axis, with their year where there are several", () => {
  const DAY = 86_400_000;
  const weeks = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) => Date.parse(`${first}T00:00:00Z`) + at * 7 * DAY);
  const labels = (starts: number[]) =>
    timeTicks(starts, { type: "weekly_from_monday", timeZone: "UTC", most: 3 }).map(({ label }) => label);
  expect(labels(weeks("2026-01-05", 6))).toEqual(["5 Jan", "19 Jan", "2 Feb"]);
  expect(labels(weeks("2025-12-15", 6))).toEqual(["15 Dec 2025", "29 Dec 2025", "12 Jan 2026"]);
});
