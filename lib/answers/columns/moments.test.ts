import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import type { DateOrder } from "@/lib/contracts/terms/answers";
import { epochOf, isOfBirth, orderShown, readMoment } from "./moments";

const read = (text: string, order: DateOrder = "mdy", zone = "UTC") => {
  const moment = readMoment(text, order);
  return moment ? new Date(epochOf(moment, zone)).toISOString() : null;
};

describe("a date", () => {
  test.each([
    ["2018-07-15", "2018-07-15T00:00:00.000Z"],
    ["2018/7/5 9:05", "2018-07-05T09:05:00.000Z"],
    ["2018-07-15T09:30:00Z", "2018-07-15T09:30:00.000Z"],
    ["2018-07-15T09:30:00.1234567+05:30", "2018-07-15T04:00:00.123Z"],
    ["2018-07-15 09:30:15 -0800", "2018-07-15T17:30:15.000Z"],
    ["2024/03/01 3:05:12 PM GMT+1", "2024-03-01T14:05:12.000Z"],
    ["2024/03/01 3:05:12 AM GMT-3:30", "2024-03-01T06:35:12.000Z"],
    ["2024/03/01 15:05 UTC+0530", "2024-03-01T09:35:00.000Z"],
    ["2024/03/01 15:05 GMT", "2024-03-01T15:05:00.000Z"],
    ["2024/03/01 3:05:12 PM CET", "2024-03-01T14:05:12.000Z"],
    ["2024/07/01 3:05:12 PM MESZ", "2024-07-01T13:05:12.000Z"],
    ["2024/03/01 3:05:12 PM PST", "2024-03-01T23:05:12.000Z"],
    ["7/15/2018 9:30 MST", "2018-07-15T16:30:00.000Z"],
    ["7/15/18", "2018-07-15T00:00:00.000Z"],
    ["7/15/2018 9:30 PM", "2018-07-15T21:30:00.000Z"],
    ["12/31/1999 12:00:00 am", "1999-12-31T00:00:00.000Z"],
    ["12/31/70", "1970-12-31T00:00:00.000Z"],
    ["15 Jul 2018", "2018-07-15T00:00:00.000Z"],
    ["15-JUL-2018 23:59:58", "2018-07-15T23:59:58.000Z"],
    ["July 15, 2018 1:02 pm", "2018-07-15T13:02:00.000Z"],
    ["Sept. 1st, 2020", "2020-09-01T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["31-Jan-23", "2023-01-31T00:00:00.000Z"],
    ["01JAN2020", "2020-01-01T00:00:00.000Z"],
    ["01JAN2020:10:00:05", "2020-01-01T10:00:05.000Z"],
    ["31/Jan/2023 10:00", "2023-01-31T10:00:00.000Z"],
    ["15. Juli 2018, 9:30 Uhr", "2018-07-15T09:30:00.000Z"],
    ["Mittwoch, 3. März 2021", "2021-03-03T00:00:00.000Z"],
    ["1er août 2020", "2020-08-01T00:00:00.000Z"],
    ["mar. 25 nov. 2025", "2025-11-25T00:00:00.000Z"],
    ["15 de julio de 2018 1:02 p. m.", "2018-07-15T13:02:00.000Z"],
    ["15 lug 2018", "2018-07-15T00:00:00.000Z"],
    ["terça-feira, 2 de fevereiro de 2021", "2021-02-02T00:00:00.000Z"],
    ["3 mrt. 2020", "2020-03-03T00:00:00.000Z"],
    ["Tue Nov 25 2025 10:00:00 GMT+0100 (Central European Standard Time)", "2025-11-25T09:00:00.000Z"],
    ["Tue, 25 Nov 2025 10:00:00 GMT", "2025-11-25T10:00:00.000Z"],
    ["31-Jan-23 9:30 PM", "2023-01-31T21:30:00.000Z"],
    ["01JAN20", "2020-01-01T00:00:00.000Z"],
    ["3.Okt.2024 10:00", "2024-10-03T10:00:00.000Z"],
    ["sam. 2 févr. 2024", "2024-02-02T00:00:00.000Z"],
    ["15 de jul. de 2018, 9:30 p. m.", "2018-07-15T21:30:00.000Z"],
    ["15-dic-18", "2018-12-15T00:00:00.000Z"],
    ["quinta-feira, 1º de março de 2018", "2018-03-01T00:00:00.000Z"],
    ["2024/03/01 3:05:12 p.\u00a0m. GMT+1", "2024-03-01T14:05:12.000Z"],
  ])("%s is read", (text, expected) => expect(read(text)).toBe(expected));

  test.each(
    ["de", "de-AT", "fr", "es", "it", "pt", "pt-BR", "nl", "en-GB", "en-US"].flatMap((language) => [
      [language, "long"] as const,
      [language, "short"] as const,
    ]),
  )("is read as %s writes it with a %s month, also with the day of the week", (language, month) => {
    const days = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2024, at, 1 + at * 2)));
    for (const weekday of [undefined, month]) {
      const parts = { day: "numeric", month, year: "numeric", timeZone: "UTC", weekday } as const;
      const format = new Intl.DateTimeFormat(language, parts);
      expect(days.map((day) => read(format.format(day), "ymd"))).toEqual(days.map((day) => day.toISOString()));
    }
  });

  test("is no text of a million characters, which is seen at once", () => {
    expect(read(`1/1/2020 10:00${" ".repeat(1_000_000)}x`)).toBeNull();
  });

  test("of three numbers is read in its order", () => {
    expect(read("3/4/2020", "mdy")).toBe("2020-03-04T00:00:00.000Z");
    expect(read("3/4/2020", "dmy")).toBe("2020-04-03T00:00:00.000Z");
    expect(read("15.7.2018 9:30", "dmy")).toBe("2018-07-15T09:30:00.000Z");
    expect(read("3/4/2020", "ymd")).toBeNull();
  });

  test.each([
    "2019-02-29",
    "1900-02-29",
    "13/1/2020",
    "2020-01-01 24:00",
    "2020-01-01 9:60",
    "1/1/2020 13:00 pm",
    "1/2",
    "34",
    "soon",
    "",
    "2020-1-1x",
    "2020-01-01 9:00 XYZ",
    "2020-01-01 9:00 GMT+",
    "15 Jul 10:30",
    "15 Foo 2018",
    "Foo 15 Jul 2018",
    "Jul 15 18",
    "31 Feb 2020",
    "Mar",
    "Tue 25 2025",
    "15 Jul 12:10:15",
    "15-Jul-12:10:15",
    "32-Jan-23",
    "5-Jan",
    "Jan-23",
    "5 Market 2020",
    "5 jui 2020",
    "about 5 May 2020",
    "01JANU2020",
    "2020-01-01:10:00",
  ])("%s is none", (text) => expect(read(text)).toBeNull());

  test("shows its order where one of its first two numbers is no month", () => {
    expect(["7/15/18", "07-31-2018 9:30", " 1.13.2020"].map(orderShown)).toEqual(["mdy", "mdy", "mdy"]);
    expect(["15/7/18", "31.07.2018 9:30", "13-1-2020"].map(orderShown)).toEqual(["dmy", "dmy", "dmy"]);
    const none = [
      "7/8/18",
      "13/13/2020",
      "32/1/2020",
      "0/15/2020",
      "15/7",
      "15/7-2020",
      "2018-07-15",
      "15",
      "a/15/20",
      "",
    ];
    expect(none.map(orderShown)).toEqual(none.map(() => null));
  });

  test("shows the order that alone reads it", () => {
    const numbers = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(numbers, fc.constantFrom("/", ".", "-"), ([one, other], sign) => {
        const text = [one, other, 2020].join(sign);
        const orders = (["mdy", "dmy"] as const).filter((order) => readMoment(text, order) !== null);
        const [only] = orders;
        if (orders.length > 0) expect(orderShown(text)).toBe(orders.length === 1 ? only : null);
      }),
    );
  });

  test("without a zone is read in the zone chosen, and skipped and repeated hours resolve as Temporal says", () => {
    expect(read("2020-07-15 12:00", "mdy", "America/New_York")).toBe("2020-07-15T16:00:00.000Z");
    expect(read("2020-01-15 12:00", "mdy", "America/New_York")).toBe("2020-01-15T17:00:00.000Z");
    expect(read("2020-03-29 02:30", "mdy", "Europe/Berlin")).toBe("2020-03-29T01:30:00.000Z");
    expect(read("2020-10-25 02:30", "mdy", "Europe/Berlin")).toBe("2020-10-25T00:30:00.000Z");
    expect(read("2020-07-15T12:00:00Z", "mdy", "America/New_York")).toBe("2020-07-15T12:00:00.000Z");
  });

  test("without a zone is the instant that Temporal finds, near every change of the clocks as well", () => {
    const zones = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Pacific/Apia",
      "Africa/Monrovia",
    );
    const minutes = fc.integer({ min: Date.UTC(1960, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
    // From any moment on to the next change of the zone, and a few minutes around it.
    const near = fc.tuple(minutes, zones, fc.boolean(), fc.integer({ min: -180, max: 180 }));
    fc.assert(
      fc.property(near, ([minute, zone, isNear, more]) => {
        const from = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone);
        const change = isNear ? from.getTimeZoneTransition("next") : null;
        const local = (change ?? from).toPlainDateTime().add({ minutes: more });
        const expected = local.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
        expect(read(local.toString(), "ymd", zone)).toBe(new Date(expected).toISOString());
      }),
      { numRuns: 1_000 },
    );
  });

  test("comes back from the text of any instant", () => {
    const bounds = { min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(bounds), (date) => {
        expect(read(date.toISOString())).toBe(date.toISOString());
        expect(read(date.toISOString().slice(0, -1))).toBe(date.toISOString());
      }),
    );
  });
});

describe("a date of birth", () => {
  test.each([
    ...[
      "Date of birth",
      "birth",
      "Birthday",
      "birth_date",
      "DateOfBirth",
      "dateofbirth",
      "respondentDOB",
      "dob1",
      "DOB",
    ],
    ...["In what year were you born?", "Geburtsdatum", "Date de naissance", "date_naiss", "fecha_nacimiento"],
  ])("is told by the name %s", (name) => expect(isOfBirth(name)).toBe(true));

  test.each([
    ...["When does your Adobe licence end?", "adobe_end", "A stubborn delay", "Prise de connaissance", "renaissance"],
    ...["Airborne until", "", "née".repeat(3)],
  ])("is not told by the text %s", (name) => expect(isOfBirth(name)).toBe(false));

  test("is looked for at once in names of a million characters", () => {
    // A search that goes back at each character would take hours, far beyond the patience of a test.
    const told = ["geburt", "dateof", "aB", "birth", "é"].filter((part) => isOfBirth(part.repeat(200_000)));
    expect(told).toEqual(["geburt"]);
  });
});
