import { describe, expect, test } from "vitest";
import { prepareSeries } from "@/lib/charts/series";
import { firstBucket } from "./first-bucket";

const DAY_MS = 86_400_000;

/** A question answered `count` times on each of these days from 6 January 2031, a Monday, on. */
function daily(days: number, count: (day: number) => number | null) {
  const read = Array.from({ length: days }, (_, day) => ({
    x: new Date(Date.UTC(2031, 0, 6) + day * DAY_MS).toISOString(),
    ...{ mean: count(day) === 0 ? null : 3, min: 1, max: 5, count: count(day), bucketMin: 1, bucketMax: 5 },
    ...{
      meanExact: 3,
      variance: 1,
      weightedCount: null,
      effectiveCount: null,
      lowerQuartile: null,
      upperQuartile: null,
    },
  }));
  return prepareSeries("q", read);
}

const read = { type: "daily", timeZone: "UTC", hasWeeks: true } as const;

describe("the buckets that a trend opens with", () => {
  test("are the finest of which half have 50 answers", () => {
    expect(firstBucket({ ...read, series: [daily(60, () => 80)] })).toEqual({ type: "daily", median: 80 });
    expect(firstBucket({ ...read, series: [daily(182, () => 16)] })).toEqual({
      type: "weekly_from_monday",
      median: 112,
    });
    expect(firstBucket({ ...read, series: [daily(182, () => 3)] })).toEqual({ type: "monthly", median: 90 });
  });

  test("are no weeks where the service knows none", () => {
    expect(firstBucket({ ...read, hasWeeks: false, series: [daily(182, () => 16)] }).type).toBe("monthly");
  });

  test("stay a trend where no bucket is large enough", () => {
    expect(firstBucket({ ...read, series: [daily(30, () => 1)] })).toEqual({ type: "weekly_from_monday", median: 7 });
    expect(firstBucket({ ...read, series: [daily(3, () => 1)] })).toEqual({ type: "daily", median: 1 });
  });

  test("count days without answers between others, and none around them", () => {
    const waves = daily(200, (day) => (day >= 20 && day % 30 === 20 ? 400 : 0));
    expect(firstBucket({ ...read, series: [waves] }).type).toBe("monthly");
    const short = daily(200, (day) => (day >= 20 && day < 40 ? 60 : 0));
    expect(firstBucket({ ...read, series: [short] })).toEqual({ type: "daily", median: 60 });
  });

  test("suit the range alone where the service says no counts", () => {
    expect(firstBucket({ ...read, series: [daily(60, () => null)] })).toEqual({ type: "daily", median: null });
  });
});
