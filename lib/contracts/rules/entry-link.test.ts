import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  entryLinkProblem,
  fillEntryLink,
  hasSessionPlaceholder,
  locationHeader,
  placeholderName,
  placeholdersIn,
} from "./entry-link";

describe("entryLinkProblem", () => {
  test.each([
    "https://survey.example/s?rid=[%RID%]",
    "http://survey.example:8080/[%RDUD]/a%zz?q={x}|^&b=[%AGE%]#f",
    "HTTPS://münchen.example/?s=[%RDUD%]&t=é漢",
    "https://[%RID%].survey.example/",
    "https://survey.example",
  ])("accepts %s", (link) => {
    expect(entryLinkProblem(link)).toBeNull();
  });

  test.each([
    ["", "Entry link is required."],
    ["   ", "Entry link is required."],
    ["ftp://survey.example/", "Entry link must start with http:// or https://."],
    ["javascript:alert(1)", "Entry link must start with http:// or https://."],
    ["https:survey.example", "Entry link must start with http:// or https://."],
    ["//survey.example/", "Entry link must start with http:// or https://."],
    ["https://", "Entry link is not a valid web address."],
    ["https:///path", "Entry link is not a valid web address."],
    ["https://?rid=[%RID%]", "Entry link is not a valid web address."],
    ["https://survey.example:99999/", "Entry link is not a valid web address."],
    ["https://survey.example/a b", "Entry link must not contain spaces or control characters."],
    ["https://survey.example/\r\nSet-Cookie:a=b", "Entry link must not contain spaces or control characters."],
    ["https://survey.example/\ud800", "Entry link must not contain spaces or control characters."],
  ])("refuses %j", (link, problem) => {
    expect(entryLinkProblem(link)).toBe(problem);
  });

  test("accepts 2,048 characters and refuses one more", () => {
    const link = "https://survey.example/".padEnd(2048, "a");
    expect(entryLinkProblem(link)).toBeNull();
    expect(entryLinkProblem(`${link}a`)).toBe("Entry link must be at most 2,048 characters.");
  });
});

describe("placeholders", () => {
  test.each(["[%RID%]", "[%RDUD]", "[%RDUD%]"])("%s stands for the session", (written) => {
    const link = `https://survey.example/?a=${written}`;
    expect(hasSessionPlaceholder(link)).toBe(true);
    expect(placeholdersIn(link)).toEqual(["RID"]);
    expect(fillEntryLink(link, { sessionId: "5f-1", values: {} })).toBe("https://survey.example/?a=5f-1");
  });

  test.each(["https://s.example/?a=RID", "https://s.example/?a=[RID]", "https://s.example/?a=[%rid%]", "[%RID]"])(
    "%s has no session placeholder",
    (link) => {
      expect(hasSessionPlaceholder(link)).toBe(false);
      expect(fillEntryLink(link, { sessionId: "x", values: {} })).toBe(link);
    },
  );

  test("lists each placeholder once, in order of appearance", () => {
    expect(placeholdersIn("https://s.example/[%AGE%]?a=[%RDUD]&b=[%HOUSEHOLD_INCOME%]&c=[%AGE%]&d=[%RID%]")).toEqual([
      "AGE",
      "RID",
      "HOUSEHOLD_INCOME",
    ]);
  });

  test.each([
    ["Age", "AGE"],
    ["Household income", "HOUSEHOLD_INCOME"],
    ["Pets (2 or more)", "PETS__2_OR_MORE_"],
    ["Größe", "GR_SSE"],
    ["🐈", "_"],
  ])("a qualification named %s is written %s", (name, written) => {
    expect(placeholderName(name)).toBe(written);
  });
});

describe("fillEntryLink", () => {
  test("fills option ids, percent-encoded and joined by commas", () => {
    const link = "https://s.example/?age=[%AGE%]&g=[%GENDER%]&x=[%CODE%]";
    const values = { AGE: [34], GENDER: [1, 2], CODE: ["a b", "c&d,"] };
    expect(fillEntryLink(link, { sessionId: "s", values })).toBe("https://s.example/?age=34&g=1,2&x=a%20b,c%26d%2C");
  });

  test("empties a known name without a value and leaves an unknown one", () => {
    const link = "https://s.example/?a=[%AGE%]&b=[%OTHER%]&c=[%__PROTO__%]";
    expect(fillEntryLink(link, { sessionId: "s", values: { AGE: [] } })).toBe(
      "https://s.example/?a=&b=[%OTHER%]&c=[%__PROTO__%]",
    );
  });

  test("gives the session's name to no qualification", () => {
    expect(fillEntryLink("[%RID%][%RDUD%]", { sessionId: "s", values: { RID: [1], RDUD: [2] } })).toBe("ss");
  });

  test("reads no value as a placeholder or a replacement pattern", () => {
    expect(fillEntryLink("[%AGE%]&[%RID%]", { sessionId: "$&[%AGE%]", values: { AGE: ["[%RID%]$1"] } })).toBe(
      "%5B%25RID%25%5D%241&%24%26%5B%25AGE%25%5D",
    );
  });

  test("keeps every character around the placeholders, whatever it is", () => {
    const around = fc.string({ unit: "binary" }).map((text) => text.replaceAll("[%", ""));
    fc.assert(
      fc.property(around, around, fc.uuid(), (before, after, sessionId) => {
        const values = { AGE: [34, 35] };
        expect(fillEntryLink(`${before}[%RID%]${after}[%AGE%]`, { sessionId, values })).toBe(
          `${before}${sessionId}${after}34,35`,
        );
      }),
    );
  });
});

describe("locationHeader", () => {
  test("carries the link's UTF-8 bytes, and ASCII unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (link) => {
        expect(Buffer.from(locationHeader(link), "latin1").toString("utf8")).toBe(link);
      }),
    );
    expect(locationHeader("https://s.example/?a=[%X%]")).toBe("https://s.example/?a=[%X%]");
    expect(new Headers({ location: locationHeader("https://s.example/漢") }).get("location")).toHaveLength(21);
  });
});
