import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { runs } from "@/lib/test-runs";
import { type BucketType, bucketTypes } from "../terms/analysis";
import { askedBoundaries, bucketBoundaries, tooManyOptions } from "./trend-buckets";

const at = (text: string) => Date.parse(text);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });
const written = (boundaries: number[] | null) => boundaries?.map((each) => new Date(each).toISOString());
const hours = (boundaries: number[] | null) =>
  (boundaries ?? []).slice(1).map((each, place) => (each - (boundaries?.[place] ?? 0)) / 3_600_000);

describe("boundaries", () => {
  test("are whole days of UTC around a range, the leap day among them", () => {
    const around = bucketBoundaries(range("2024-02-28T13:00:00Z", "2024-03-01T00:00:00.001Z"), "daily");
    expect(written(around)).toEqual([
      "2024-02-28T00:00:00.000Z",
      "2024-02-29T00:00:00.000Z",
      "2024-03-01T00:00:00.000Z",
      "2024-03-02T00:00:00.000Z",
    ]);
  });

  test("follow months and years of every length", () => {
    const months = bucketBoundaries(range("2023-12-31T23:59:59Z", "2024-03-02T00:00:00Z"), "monthly");
    expect(hours(months).map((each) => each / 24)).toEqual([31, 31, 29, 31]);
    const years = bucketBoundaries(range("2023-12-31T23:59:59Z", "2025-01-01T00:00:00Z"), "yearly");
    expect(hours(years).map((each) => each / 24)).toEqual([365, 366]);
  });

  test("are local midnights: the days on which clocks change have 23 and 25 hours", () => {
    const spring = bucketBoundaries(range("2024-03-29T23:00:00Z", "2024-04-01T22:00:00Z"), "daily", "Europe/Berlin");
    expect(hours(spring)).toEqual([24, 23, 24]);
    const autumn = bucketBoundaries(range("2024-11-02T04:00:00Z", "2024-11-05T05:00:00Z"), "daily", "America/New_York");
    expect(hours(autumn)).toEqual([24, 25, 24]);
  });

  test("of hours keep the doubled hour apart, and follow zones off the full hour", () => {
    const doubled = bucketBoundaries(range("2024-10-26T23:00:00Z", "2024-10-27T03:00:00Z"), "hourly", "Europe/Berlin");
    expect(hours(doubled)).toEqual([1, 1, 1, 1]);
    const kathmandu = bucketBoundaries(
      range("2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z"),
      "hourly",
      "Asia/Kathmandu",
    );
    expect(written(kathmandu)?.[0]).toBe("2023-12-31T23:15:00.000Z");
    const lordHowe = range("2024-04-06T13:00:00Z", "2024-04-06T18:00:00Z");
    expect(hours(bucketBoundaries(lordHowe, "hourly", "Australia/Lord_Howe")).toSorted()).toEqual([1, 1, 1, 1, 1.5]);
  });

  test("leave out a day that a place left out", () => {
    const samoa = bucketBoundaries(range("2011-12-29T10:00:00Z", "2012-01-01T10:00:00Z"), "daily", "Pacific/Apia");
    expect(hours(samoa)).toEqual([24, 24, 24]);
  });

  test("begin weeks on Monday or Sunday, and quarters in January, April, July and October", () => {
    const days = (type: BucketType) =>
      bucketBoundaries(range("2026-01-01T12:00:00Z", "2026-01-20T00:00:00Z"), type)?.map((start) =>
        new Date(start).toISOString().slice(0, 10),
      );
    expect(days("weekly_from_monday")).toEqual(["2025-12-29", "2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26"]);
    expect(days("weekly_from_sunday")).toEqual(["2025-12-28", "2026-01-04", "2026-01-11", "2026-01-18", "2026-01-25"]);
    expect(days("quarterly")).toEqual(["2026-01-01", "2026-04-01"]);
    const quarters = bucketBoundaries(range("1969-11-05T00:00:00Z", "1970-05-01T00:00:00Z"), "quarterly") ?? [];
    expect(quarters.map((start) => new Date(start).toISOString().slice(0, 7))).toEqual([
      "1969-10",
      "1970-01",
      "1970-04",
      "1970-07",
    ]);
  });

  test("are none for an empty range", () => {
    expect(bucketBoundaries({ from: 5, to: 5 }, "daily")).toEqual([]);
  });

  test("rise, hold the range and lie where the zone's own calendar begins", () => {
    const zones = [
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "America/Sao_Paulo",
      "Asia/Tehran",
    ];
    const isoWeek = (date: Temporal.ZonedDateTime) => `${date.yearOfWeek}-${date.weekOfYear}`;
    const names: Record<BucketType, (moment: Temporal.ZonedDateTime) => string | number> = {
      hourly: ({ hour }) => hour,
      daily: ({ day }) => day,
      weekly_from_monday: isoWeek,
      weekly_from_sunday: (moment) => isoWeek(moment.add({ days: 1 })),
      monthly: ({ month }) => month,
      quarterly: ({ month }) => Math.ceil(month / 3),
      yearly: ({ year }) => year,
    };
    const spans: Record<BucketType, number> = {
      ...{
        hourly: 1,
        daily: 20,
        weekly_from_monday: 100,
        weekly_from_sunday: 100,
        monthly: 500,
        quarterly: 900,
        yearly: 1000,
      },
    };
    const moment = fc.integer({ min: at("1972-01-01"), max: at("2037-01-01") });
    const cases = fc.tuple(moment, fc.integer({ min: 1, max: 200 }), fc.constantFrom(...bucketTypes));
    fc.assert(
      fc.property(cases, fc.constantFrom(...zones), ([from, length, type], timeZone) => {
        const to = from + length * spans[type] * 3_600_000;
        const boundaries = bucketBoundaries({ from, to }, type, timeZone) ?? [];
        expect(boundaries[0]).toBeLessThanOrEqual(from);
        expect(boundaries[1]).toBeGreaterThan(from);
        expect(boundaries.at(-1)).toBeGreaterThanOrEqual(to);
        expect(boundaries.at(-2)).toBeLessThan(to);
        for (const [place, boundary] of boundaries.entries()) {
          if (place > 0) expect(boundary).toBeGreaterThan(boundaries[place - 1] ?? 0);
          const before = Temporal.Instant.fromEpochMilliseconds(boundary - 1).toZonedDateTimeISO(timeZone);
          const after = Temporal.Instant.fromEpochMilliseconds(boundary).toZonedDateTimeISO(timeZone);
          const isOther = names[type](before) !== names[type](after);
          const isNewHour = type === "hourly" && before.offset !== after.offset;
          expect(isOther || isNewHour).toBe(true);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("more than one question may ask", () => {
  const tooManyPoints = (...asked: Parameters<typeof askedBoundaries>) => {
    const found = askedBoundaries(...asked);
    return "problem" in found ? found.problem : null;
  };

  test("is by a zone what lies before or after all answers; by UTC, where nothing is looked up, it is not", () => {
    const all = range("1900-01-01T00:00:00+14:00", "2300-01-01T00:00:00-12:00");
    const zoned = (asked: typeof all, timeZone = "Europe/Berlin") =>
      askedBoundaries(asked, { type: "yearly", timeZone, series: 1 });
    expect(zoned(all)).toEqual({ boundaries: bucketBoundaries(all, "yearly", "Europe/Berlin") });
    const problem = "Answers are of the years 1900 to 2299. Ask for a time in them, or leave timeZone out.";
    expect(zoned(range("0001-01-01", "1950-01-01"))).toEqual({ problem });
    expect(zoned(range("2000-01-01", "9998-12-31"))).toEqual({ problem });
    expect(zoned(range("0001-01-01", "9998-12-31"), "UTC")).toHaveProperty("boundaries.length", 9999);
  });

  test("is refused with the next coarser buckets that fit", () => {
    const centuries = range("1800-01-01T00:00:00Z", "2200-01-01T00:00:00Z");
    expect(tooManyPoints(centuries, { type: "hourly", series: 3 })).toBe(
      "This is more than 10,000 hourly buckets. Ask for monthly ones, or for a shorter time.",
    );
    expect(tooManyPoints(centuries, { type: "monthly", series: 3 })).toBeNull();
    const decade = range("2010-01-01T00:00:00Z", "2020-01-01T00:00:00Z");
    expect(tooManyPoints(decade, { type: "daily", series: 300 })).toMatch(/200,000 points.*monthly ones.*fewer lines/);
  });

  test("takes 10,000 buckets and not one more", () => {
    const hour = 3_600_000;
    expect(tooManyPoints({ from: 0, to: 10_000 * hour }, { type: "hourly", series: 20 })).toBeNull();
    expect(tooManyPoints({ from: 0, to: 10_000 * hour + 1 }, { type: "hourly", series: 20 })).toMatch(/10,000 hourly/);
    expect(tooManyPoints({ from: 0, to: 10_000 * hour }, { type: "hourly", series: 21 })).toMatch(/200,000 points/);
  });

  test("takes 10,000 points by the options of a question and not one more", () => {
    expect(tooManyOptions({ options: 5000, series: 2 })).toBeNull();
    expect(tooManyOptions({ options: 10_000, series: 0 })).toBeNull();
    expect(tooManyOptions({ options: 5000, series: 3 })).toBe(
      "This is more than 10,000 points: 3 lines by 5,000 options. Ask for fewer lines, or by a question of fewer options.",
    );
  });
});
