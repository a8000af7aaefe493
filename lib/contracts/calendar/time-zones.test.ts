import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { findIana, WINDOWS_TO_IANA_MAP } from "windows-iana";
import { findTimeZone, timeZones } from "./time-zones";

function offsetMinutesOf(name: string): number {
  const match = /^\(UTC(?:([+-])(\d{2}):(\d{2}))?\) \S/.exec(name);
  if (match === null) throw new Error(`${name} lacks its offset.`);
  const [, sign, hours, minutes] = match;
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function offsetMinutesAt(iana: string, instant: string): number {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(iana).offsetNanoseconds / 60e9;
}

describe("timeZones", () => {
  test("covers every zone Windows has, each once", () => {
    const ids = timeZones.map(({ windowsId }) => windowsId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName)));
  });

  test("has the place that stands for each zone all over the world, unless that has left it", () => {
    // Chihuahua moved to UTC-6 in 2022, Almaty to UTC+5 in 2024: these zones are now named after other places.
    const left = new Map([
      ["Mountain Standard Time (Mexico)", "America/Mazatlan"],
      ["Central Asia Standard Time", "Asia/Bishkek"],
    ]);
    for (const { windowsId, iana } of timeZones) {
      expect(iana, windowsId).toBe(left.get(windowsId) ?? findIana(windowsId, "001")[0]);
    }
  });

  test("names each zone once, by offset and then name", () => {
    const names = timeZones.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const offsets = names.map(offsetMinutesOf);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    for (const offset of new Set(offsets)) {
      const group = names.filter((name) => offsetMinutesOf(name) === offset && !name.startsWith("(UTC)"));
      expect(group).toEqual(group.toSorted());
    }
  });

  test.each(timeZones)("$name is a zone that Intl and Temporal accept, at the offset its name shows", (zone) => {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: zone.iana })).not.toThrow();
    const offsets = ["2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z"].map((at) => offsetMinutesAt(zone.iana, at));
    expect(offsets).toContain(offsetMinutesOf(zone.name));
  });
});

describe("findTimeZone", () => {
  test("finds every zone by its present name, with and without the offset", () => {
    for (const zone of timeZones) {
      expect(findTimeZone(zone.name)).toBe(zone);
      expect(findTimeZone(zone.name.replace(/^\(.*?\) /, ""))).toBe(zone);
    }
  });

  test.each([
    ["(UTC-10:00) Hawaii", "Pacific/Honolulu"],
    ["(UTC-06:00) Saskatchewan", "America/Regina"],
    ["(GMT-05:00) Eastern Time (US & Canada)", "America/New_York"],
    ["(UTC-05:00) Eastern Time (US and Canada)", "America/New_York"],
    ["(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"],
    ["(UTC) Co-ordinated Universal Time", "Etc/UTC"],
    ["(UTC+02:00) Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius", "Europe/Kiev"],
    ["(UTC+02:00) Kyiv", "Europe/Kiev"],
    ["(UTC+02:00) Istanbul", "Europe/Istanbul"],
    ["(UTC+03:00) Moscow, St. Petersburg, Volgograd (RTZ 2)", "Europe/Moscow"],
    ["(UTC-11:00) Midway Island, Samoa", "Etc/GMT+11"],
    ["(UTC+13:00) Samoa", "Pacific/Apia"],
    ["(UTC-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan"],
    ["(UTC+06:00) Astana", "Asia/Qyzylorda"],
    ["(UTC+06:00) Bishkek", "Asia/Bishkek"],
    ["(UTC-02:00) Mid-Atlantic - Old", "Etc/GMT+2"],
    ["(UTC+12:00) Petropavlovsk-Kamchatsky - Old", "Asia/Kamchatka"],
  ])("reads %s as %s", (name, iana) => {
    expect(findTimeZone(name)?.iana).toBe(iana);
  });

  test("ignores letter case, runs of white space and a stale offset", () => {
    expect(findTimeZone("  ( utc +01:00 )   lord  HOWE\tisland ")?.iana).toBe("Australia/Lord_Howe");
    expect(findTimeZone("(GMT+3)Istanbul")?.iana).toBe("Europe/Istanbul");
  });

  test.each(["", "(UTC)", "(UTC+01:00)", "Atlantis", "Europe/Paris", "Hawaiian Standard Time", "constructor"])(
    "knows no zone called %j",
    (name) => {
      expect(findTimeZone(name)).toBeUndefined();
    },
  );
});
