import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEntryQuery } from "./entry-query";

const read = (text: string) => readEntryQuery(new URLSearchParams(text));
const answersOf = (text: string) => Object.fromEntries(read(text)?.answers ?? []);

describe("an entry address", () => {
  test("names the account's own supplier and nobody where it says nothing", () => {
    const nothing = { supplier: "direct", respondent: null, test: null, isAnswered: false, unusable: new Set() };
    for (const text of ["", "supplier=&respondent="]) expect(read(text)).toMatchObject(nothing);
  });

  test("keeps a respondent's id as it came", () => {
    const printable = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(printable, (respondent) => {
        fc.pre(!/[\p{Cc}\uFFFD]/u.test(respondent));
        expect(read(`respondent=${encodeURIComponent(respondent)}`)?.respondent).toBe(respondent);
      }),
    );
  });

  test.each([
    "respondent=a&respondent=a",
    "supplier=a&supplier=b",
    "test=1&test=2",
    "respondent=%00",
    "respondent=%FF",
  ])("that says %j cannot be meant", (text) => expect(read(text)).toBeNull());

  test.each([
    [`respondent=${"x".repeat(256)}`, true],
    [`respondent=${"x".repeat(257)}`, false],
    [`supplier=${"s".repeat(40)}`, true],
    [`supplier=${"s".repeat(41)}`, false],
  ])("bounds its ids", (text, isRead) => expect(read(text) !== null).toBe(isRead));
});

describe("answers", () => {
  test("are option ids, each once; an age is its own", () => {
    expect(answersOf("q1=34&q2=2,%201,2&q17=17001")).toEqual({ 1: [34], 2: [2, 1], 17: [17_001] });
    expect(answersOf("q1=&q2=,")).toEqual({});
  });

  test.each([
    "q1=12",
    "q1=100",
    "q1=-20",
    "q1=2e1",
    "q1=20.0",
    "q1=0x20",
    "q1=20,abc",
    "q1=20&q1=21",
    "q2=3",
    "q2=%00",
  ])("like %s are asked for again", (text) => {
    expect([...(read(text)?.unusable ?? [])]).toEqual([Number(/\d+/.exec(text)?.[0])]);
    expect(answersOf(text)).toEqual({});
  });

  test("to questions that nobody has are none, whatever their name", () => {
    for (const text of ["q99=1", "Q1=20", "q1x=20", "q=1", "q-1=1", "__proto__=1", "q9999999999=1", "constructor=x"]) {
      expect(read(text), text).toMatchObject({ answers: new Map(), unusable: new Set() });
    }
  });
});
