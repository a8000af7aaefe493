import { afterEach, describe, expect, test, vi } from "vitest";
import { formatFor, UNKNOWN, usualSettings } from "./format";

describe("figures", () => {
  test.each([
    ["1,234.5", "1,234,568", "1,234.6", "$1,234.50", "1,234.5%"],
    ["1.234,5", "1.234.568", "1.234,6", "$1.234,50", "1.234,5%"],
    ["1 234,5", "1\u00a0234\u00a0568", "1\u00a0234,6", "$1\u00a0234,50", "1\u00a0234,5%"],
  ] as const)("as %s", (numbers, count, tenths, usd, percent) => {
    const format = formatFor({ ...usualSettings, numbers });
    expect([format.count(1_234_567.5), format.tenths(1234.55), format.usd(1234.5), format.percent(1234.5)]).toEqual([
      count,
      tenths,
      usd,
      percent,
    ]);
  });

  test("that round to zero have no sign", () => {
    const { fixed, hundredths, percent, usd } = formatFor(usualSettings);
    expect([fixed(-0.001, 2), hundredths(-5e-17), percent(-0), usd(-0.001), fixed(-0.005, 2)]).toEqual([
      ...["0.00", "0.00", "0%", "$0.00", "-0.01"],
    ]);
  });

  test("that are unknown are not zero", () => {
    const format = formatFor(usualSettings);
    expect([format.count(null), format.usd(undefined), format.percent(null), format.count(0)]).toEqual([
      UNKNOWN,
      UNKNOWN,
      UNKNOWN,
      "0",
    ]);
  });
});

describe("instants", () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ["UTC", "31 Dec 2026, 23:30 UTC", "31 Dec 2026"],
    ["Europe/Berlin", "1 Jan 2027, 00:30 GMT+1", "1 Jan 2027"],
    ["Asia/Kolkata", "1 Jan 2027, 05:00 GMT+5:30", "1 Jan 2027"],
  ])("in %s, the zone named", (timeZone, instant, day) => {
    const format = formatFor({ ...usualSettings, timeZone });
    expect(format.instant("2026-12-31T23:30:00Z")).toBe(instant);
    expect(format.day("2026-12-31T23:30:00Z")).toBe(day);
  });

  test("in brief are without the year where it is this year in the zone", () => {
    vi.useFakeTimers({ now: Date.parse("2026-12-31T23:30:00Z") });
    const [utc, berlin] = ["UTC", "Europe/Berlin"].map((timeZone) => formatFor({ ...usualSettings, timeZone }));
    expect(utc?.brief("2026-09-07T13:20:00Z")).toBe("7 Sept, 13:20 UTC");
    expect(utc?.brief("2025-09-07T13:20:00Z")).toBe("7 Sept 2025, 13:20 UTC");
    expect(berlin?.brief("2026-09-07T13:20:00Z")).toBe("7 Sept 2026, 15:20 GMT+2");
    expect(utc?.brief(null)).toBe(UNKNOWN);
  });

  test("that cannot be read are unknown", () => {
    expect(formatFor(usualSettings).instant("yesterday")).toBe(UNKNOWN);
    expect(formatFor(usualSettings).instant(null)).toBe(UNKNOWN);
  });
});

test("a formatter is made when it is first used, and once", () => {
  const made: string[] = [];
  const own = {
    NumberFormat: class extends Intl.NumberFormat {
      constructor(...given: ConstructorParameters<typeof Intl.NumberFormat>) {
        super(...given);
        made.push("number");
      }
    },
    DateTimeFormat: class extends Intl.DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...given);
        made.push("date");
      }
    },
  };
  vi.stubGlobal("Intl", Object.assign(Object.create(Intl), own));
  const { count, day } = formatFor({ timeZone: "Pacific/Chatham", numbers: "1,234.5" });
  expect(made).toEqual([]);
  expect([count(1234), count(5678), day("2031-01-01T00:00:00Z")]).toEqual(["1,234", "5,678", "1 Jan 2031"]);
  expect(made).toEqual(["number", "date"]);
  vi.unstubAllGlobals();
});
