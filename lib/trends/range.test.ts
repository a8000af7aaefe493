import { describe, expect, test } from "vitest";
import { loadTrendState, trendParsers, unreadableParts } from "./address";
import { addDays, daysBefore, hourNamer, previousPeriod, rangeInstants, startOfDay, usualBucket, WHOLE } from "./range";

describe("a range of days", () => {
  test.each([
    ["UTC", "2031-03-30", "2031-03-30T00:00:00.000Z"],
    ["Europe/Berlin", "2031-03-30", "2031-03-29T23:00:00.000Z"], // its clock goes on at 2
    ["Europe/Berlin", "2031-03-31", "2031-03-30T22:00:00.000Z"],
    ["Europe/Berlin", "2031-10-27", "2031-10-26T23:00:00.000Z"],
    ["America/New_York", "2031-07-04", "2031-07-04T04:00:00.000Z"],
    ["Asia/Kolkata", "2031-01-01", "2030-12-31T18:30:00.000Z"],
    ["Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00.000Z"], // midnight is skipped: the day begins at 1
    ["Africa/Cairo", "2024-10-31", "2024-10-30T21:00:00.000Z"],
  ])("in %s, %s begins at %s", (zone, day, instant) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant);
  });

  test("holds its last day whole", () => {
    expect(rangeInstants({ from: "2031-01-01", to: "2031-01-31" }, "UTC")).toEqual({
      fromDate: "2031-01-01T00:00:00.000Z",
      toDate: "2031-02-01T00:00:00.000Z",
    });
    expect(addDays("2032-02-28", 1)).toBe("2032-02-29");
  });

  test("suggests buckets that can be read", () => {
    expect(usualBucket({ from: "2031-01-01", to: "2031-01-02" })).toBe("hourly");
    expect(usualBucket({ from: "2031-01-01", to: "2031-12-31" })).toBe("daily");
    expect(usualBucket({ from: "2031-01-01", to: "2034-12-31" })).toBe("monthly");
    expect(usualBucket({ from: "1970-01-01", to: "2034-12-31" })).toBe("yearly");
  });

  test.each([
    ["daily", "2031-03-01", "2031-03-31", "2031-01-29", "2031-02-28"],
    ["weekly_from_monday", "2031-03-03", "2031-03-16", "2031-02-17", "2031-03-02"],
    ["weekly_from_sunday", "2031-03-04", "2031-03-13", "2031-02-18", "2031-02-27"], // weekdays beside their like
    ["quarterly", "2031-04-01", "2031-09-30", "2030-10-01", "2031-03-31"],
    ["quarterly", "2031-05-10", "2031-06-20", "2031-02-10", "2031-03-20"],
    ["monthly", "2031-03-01", "2031-03-31", "2031-02-01", "2031-02-28"],
    ["monthly", "2031-01-01", "2031-12-31", "2030-01-01", "2030-12-31"],
    ["monthly", "2031-02-10", "2031-04-20", "2030-11-10", "2031-01-20"],
    ["monthly", "2023-11-15", "2024-11-14", "2022-11-15", "2023-11-14"],
    ["monthly", "2024-08-15", "2024-11-14", "2024-05-15", "2024-08-14"],
    ["monthly", "2024-03-31", "2024-04-30", "2024-01-31", "2024-02-29"],
    ["monthly", "2024-01-01", "2024-11-14", "2023-01-01", "2023-11-14"], // so far this year
    ["monthly", "2024-01-01", "2024-11-30", "2023-01-01", "2023-11-30"],
    ["monthly", "2023-01-01", "2024-06-30", "2021-01-01", "2022-06-30"],
    ["yearly", "2023-03-21", "2024-03-20", "2022-03-21", "2023-03-20"],
    ["yearly", "2024-01-01", "2024-11-14", "2023-01-01", "2023-11-14"],
    ["yearly", "2030-01-01", "2031-12-31", "2028-01-01", "2029-12-31"],
    ["yearly", "2022-06-01", "2024-05-31", "2020-06-01", "2022-05-31"],
  ] as const)("%s from %s to %s is compared with %s to %s", (type, from, to, before, until) => {
    expect(previousPeriod({ from, to }, type)).toEqual({ from: before, to: until });
  });
});

describe("hours of two periods", () => {
  const hours = (day: string, timeZone: string, starts: string[]) => {
    const name = hourNamer(day, timeZone);
    return starts.map((start) => name(Date.parse(start)));
  };

  test("have one name where the clock goes on by half an hour, and one begins at half past", () => {
    const usual = ["2026-10-02T14:30Z", "2026-10-02T15:30Z", "2026-10-02T16:30Z"]; // 1, 2, 3 o'clock
    const changed = ["2026-10-03T14:30Z", "2026-10-03T15:30Z", "2026-10-03T16:00Z"]; // 1, 2:30, 3 o'clock
    const zone = "Australia/Lord_Howe";
    expect(hours("2026-10-04", zone, changed)).toEqual(hours("2026-10-03", zone, usual));
  });

  test("have two names where the clock shows one twice", () => {
    const [first, second] = hours("2026-11-01", "America/New_York", ["2026-11-01T05:00Z", "2026-11-01T06:00Z"]);
    const [usual] = hours("2026-10-31", "America/New_York", ["2026-10-31T05:00Z"]);
    expect(first).toBe(usual);
    expect(second).not.toBe(first);
  });
});

describe("the buckets before a range", () => {
  test.each([
    ["hourly", "2031-03-31", "2031-03-29", "2031-03-30"], // 24 hours, one of which a clock may skip
    ["daily", "2031-03-01", "2031-02-05", "2031-02-28"],
    ["weekly_from_monday", "2031-03-15", "2030-09-23", "2031-03-09"],
    ["weekly_from_sunday", "2031-03-15", "2030-09-22", "2031-03-08"],
    ["quarterly", "2031-03-15", "2025-01-01", "2030-12-31"],
    ["monthly", "2031-03-15", "2029-03-01", "2031-02-28"],
    ["yearly", "2031-03-15", "2007-01-01", "2030-12-31"],
  ] as const)("%s from %s are those of %s to %s", (type, from, first, last) => {
    const reach = { type, count: 24, earliest: "1970-01-01" };
    expect(daysBefore({ from, to: from }, reach)).toEqual({ from: first, to: last });
  });

  test("are not asked for where no answers are", () => {
    const before = (from: string) =>
      daysBefore({ from, to: "2031-12-31" }, { type: "monthly", count: 24, earliest: "2031-01-07" });
    expect(before("2031-03-15")).toEqual({ from: "2031-01-07", to: "2031-02-28" });
    expect(before("2031-01-07")).toBeNull();
    expect(before("2030-05-01")).toBeNull();
  });
});

describe("the address of a trend", () => {
  const load = (query: string) => loadTrendState(new URLSearchParams(query));

  test("is read as it is written", () => {
    const filter = JSON.stringify([{ questionId: "q1", operator: "in", value: [1, 2] }]);
    const state = load(`?project=p&questions=a,b&from=2032-02-29&zoom=100-200&rolling=7&filter=${filter}`);
    expect(state).toMatchObject({
      project: "p",
      questions: ["a", "b"],
      from: "2032-02-29",
      zoom: { from: 100_000, to: 200_000 },
      rolling: 7,
      filter: [{ questionId: "q1", operator: "in", value: [1, 2] }],
    });
  });

  test("leaves out what makes no sense", () => {
    const state = load("?from=2031-02-29&zoom=300-200&rolling=0&filter=[{}]&mode=pie&bucket=weekly");
    expect(state).toMatchObject({ from: null, zoom: null, rolling: 1, filter: [], mode: "multiples", bucket: null });
  });

  test("takes days that answers could be of, which the service counts by any zone", () => {
    expect(load("?from=1900-01-01&to=2299-12-31")).toMatchObject(WHOLE);
    expect(load("?from=1899-12-31&to=2300-01-01")).toMatchObject({ from: null, to: null });
    expect(load("?from=0001-01-01&to=9999-12-31")).toMatchObject({ from: null, to: null });
    expect(unreadableParts({ to: "9999-12-31" }).join()).toContain("does not say the last day");
  });

  test("tells no questions from none said, and reads back what it writes", () => {
    expect(load("").questions).toBeNull();
    expect(load("?questions=,").questions).toEqual([]);
    for (const ids of [[], ["a"], ["a,b", ""], ["q 1", "ä"]]) {
      const kept = ids.filter((id) => id !== "");
      expect(trendParsers.questions.parse(trendParsers.questions.serialize(ids))).toEqual(kept);
    }
  });

  test("holds shares, joined lines and a second filter, and says which part cannot be read", () => {
    const shares = [{ questionId: "q", codes: [4, 5] }];
    const query = new URLSearchParams({
      shares: JSON.stringify(shares),
      groups: '{"Both":["a","b"]}',
      by: "wave",
      compare: "filter",
    });
    expect(load(`?${query}`)).toMatchObject({ shares, groups: { Both: ["a", "b"] }, by: "wave", compare: "filter" });
    expect(unreadableParts(Object.fromEntries(query))).toEqual([]);
    const bad = {
      shares: '[{"questionId":"q","codes":[]}]',
      groups: '{"A":["q"],"B":["q"]}',
      against: "[",
      bucket: "weekly",
      zone: "Mars/Phobos",
    };
    expect(load(`?${new URLSearchParams(bad)}`)).toMatchObject({
      shares: [],
      groups: {},
      against: [],
      bucket: null,
      zone: null,
    });
    const said = unreadableParts(bad).join(" ");
    for (const part of ["shares of options", "joined lines", "filter that is compared", "buckets", "time zone"])
      expect(said).toContain(part);
  });
});
