import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, localIn, readOutOfField } from "./out-of-field";
import { findTimeZone, type TimeZone, timeZones } from "./time-zones";

const eastern = "(UTC-05:00) Eastern Time (US & Canada)";
const hawaii = "(UTC-10:00) Hawaii";
const lordHowe = "(UTC+10:30) Lord Howe Island";
const utc = "(UTC) Coordinated Universal Time";

function zoneNamed(name: string): TimeZone {
  const zone = findTimeZone(name);
  if (zone === undefined) throw new Error(`${name} is no zone.`);
  return zone;
}

function read(text: string, zoneName: string): { local: string; instant: string } {
  const result = readOutOfField(text, zoneName);
  if ("problem" in result) throw new Error(result.problem);
  return { local: result.local, instant: result.instant.toISOString() };
}

describe("readOutOfField", () => {
  test.each([
    ["2031-05-20 18:30:15", "2031-05-20 18:30:15", "2031-05-21T04:30:15.000Z"],
    ["2031-05-20 18:30", "2031-05-20 18:30:00", "2031-05-21T04:30:00.000Z"],
    ["2031-05-20T18:30", "2031-05-20 18:30:00", "2031-05-21T04:30:00.000Z"],
    ["2031-05-20T18:30:15.999", "2031-05-20 18:30:15", "2031-05-21T04:30:15.000Z"],
    [" 2031-05-20 ", "2031-05-20 23:59:59", "2031-05-21T09:59:59.000Z"],
  ])("reads %j as the zone's wall clock", (text, local, instant) => {
    expect(read(text, hawaii)).toEqual({ local, instant });
  });

  test.each([
    ["2031-05-21T04:30:15Z", "2031-05-20 18:30:15"],
    ["2031-05-21T04:30:15.987654321Z", "2031-05-20 18:30:15"],
    ["2031-05-21t04:30z", "2031-05-20 18:30:00"],
    ["2031-05-21 06:30:15+02:00", "2031-05-20 18:30:15"],
    ["2031-05-21 06:30:15 +0200", "2031-05-20 18:30:15"],
    ["2031-05-20T23:30-05", "2031-05-20 18:30:00"],
  ])("converts %j into the zone", (text, local) => {
    expect(read(text, hawaii).local).toBe(local);
  });

  test("moves a time that clocks skip on by the gap, and keeps it as written", () => {
    expect(read("2031-03-09 02:30:00", eastern)).toEqual({
      local: "2031-03-09 02:30:00",
      instant: "2031-03-09T07:30:00.000Z",
    });
  });

  test("takes the earlier of a time that clocks repeat", () => {
    expect(read("2031-11-02 01:30:00", eastern).instant).toBe("2031-11-02T05:30:00.000Z");
    expect(read("2031-11-02T06:30:00Z", eastern)).toEqual({
      local: "2031-11-02 01:30:00",
      instant: "2031-11-02T05:30:00.000Z",
    });
  });

  test("knows the half hour of Lord Howe Island", () => {
    expect(read("2031-10-05 02:15:00", lordHowe).instant).toBe("2031-10-04T15:45:00.000Z");
    expect(localIn(new Date("2031-10-04T15:45:00Z"), zoneNamed(lordHowe))).toBe("2031-10-05 02:45:00");
    expect(read("2031-04-06 01:45:00", lordHowe).instant).toBe("2031-04-05T14:45:00.000Z");
  });

  test("puts the date line's two sides a day apart", () => {
    expect(read("2031-05-20", "(UTC-12:00) International Date Line West").instant).toBe("2031-05-21T11:59:59.000Z");
    expect(read("2031-05-20", "(UTC+14:00) Kiritimati Island").instant).toBe("2031-05-20T09:59:59.000Z");
    expect(read("2031-05-20T12:00:00Z", "(UTC+14:00) Kiritimati Island").local).toBe("2031-05-21 02:00:00");
  });

  test("has a leap day in leap years only", () => {
    expect(read("2032-02-29", utc).local).toBe("2032-02-29 23:59:59");
    expect(readOutOfField("2031-02-29", utc)).toMatchObject({
      problem: "Out-of-field date 2031-02-29 does not exist.",
    });
  });

  test.each(["2031-02-30", "2031-13-01", "2031-00-10", "2031-01-00", "2100-02-29", "2031-01-01 24:61"])(
    "says that %s does not exist",
    (text) => {
      expect(readOutOfField(text, utc)).toEqual({
        problem: `Out-of-field date ${text} does not exist.`,
        field: "out_of_field_date",
      });
    },
  );

  test.each(["2031-01-01 24:00:00", "2031-01-01 23:60:00", "2031-01-01 23:59:60", "2031-02-30T10:00:00Z"])(
    "says that %s does not exist, though a lenient reader would move it",
    (text) => {
      expect(readOutOfField(text, utc)).toMatchObject({ problem: `Out-of-field date ${text} does not exist.` });
    },
  );

  test.each([
    "tomorrow",
    "20.05.2031",
    "2031-5-2",
    "2031-05-20 6pm",
    "2031-05-20 18",
    "2031-05-20Z",
    "2031-05-20T18:30+25:00",
    "2031-05-20T18:30:00[Europe/Paris]",
    "+012031-05-20",
    "1937000000000",
  ])("says how to write a date instead of %s", (text) => {
    expect(readOutOfField(text, utc)).toEqual({
      problem: `Out-of-field date “${text}” is not a date written as YYYY-MM-DD HH:mm:ss.`,
      field: "out_of_field_date",
    });
  });

  test("keeps to the years 1970 to 9999 of the zone's wall clock", () => {
    expect(read("1970-01-01 00:00:00", utc).instant).toBe("1970-01-01T00:00:00.000Z");
    expect(read("9999-12-31", hawaii).local).toBe("9999-12-31 23:59:59");
    for (const text of ["1969-12-31", "0000-01-01", "1970-01-01T00:00:00Z", "1970-01-01T09:59:59Z"]) {
      expect(readOutOfField(text, hawaii)).toMatchObject({
        problem: `Out-of-field date ${text} must be in the years 1970 to 9999.`,
      });
    }
    expect(readOutOfField("9999-12-31T23:00:00Z", lordHowe)).toHaveProperty("problem");
  });

  test("says what is missing", () => {
    expect(readOutOfField(" ", utc)).toMatchObject({ problem: "Out-of-field date is required." });
    expect(readOutOfField("2031-05-20", "")).toMatchObject({
      problem: "Out-of-field time zone is required.",
      field: "out_of_field_timezone",
    });
  });

  test("names a zone it does not know, and quotes no more of it than fits a message", () => {
    expect(readOutOfField("2031-05-20", "Atlantis")).toEqual({
      problem: "Out-of-field time zone “Atlantis” is not one of the zones in the definitions.",
      field: "out_of_field_timezone",
    });
    const result = readOutOfField("x".repeat(100_000), utc);
    expect("problem" in result && result.problem.length).toBeLessThan(200);
  });
});

const anyZone = fc.constantFrom(...timeZones);
const anySecond = fc
  .integer({ min: Date.UTC(1970, 0, 2) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

describe("localIn and instantOf", () => {
  test("give the same wall clock again for every instant, and the same instant but for repeated hours", () => {
    fc.assert(
      fc.property(anySecond, anyZone, (instant, zone) => {
        const local = localIn(instant, zone);
        const again = instantOf(local, zone);
        expect(localIn(again, zone)).toBe(local);
        expect(again.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime() - again.getTime()).toBeLessThanOrEqual(24 * 3600 * 1000);
      }),
      { numRuns: 500 },
    );
  });

  test("agree with readOutOfField, which reads what it writes", () => {
    fc.assert(
      fc.property(anySecond, anyZone, (instant, zone) => {
        const first = read(instant.toISOString(), zone.name);
        expect(first.local).toBe(localIn(instant, zone));
        expect(read(first.local, zone.name)).toEqual(first);
        expect(instantOf(first.local, zone).toISOString()).toBe(first.instant);
      }),
      { numRuns: 300 },
    );
  });

  test("drop fractions of a second", () => {
    expect(localIn(new Date("2031-05-20T18:30:15.999Z"), zoneNamed(utc))).toBe("2031-05-20 18:30:15");
  });

  test("refuse a wall clock that is none", () => {
    expect(() => instantOf("2031-02-30 00:00:00", zoneNamed(utc))).toThrow(RangeError);
  });
});
