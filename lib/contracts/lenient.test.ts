import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, readCatalogueId, readFigure, readId, readList, readNumber, readText, writeList } from "./lenient";

const readThing = (item: unknown) => (isObject(item) && readId(item.id) !== null ? item : null);

describe("readNumber", () => {
  test.each([
    [0, 0],
    [-1.5, -1.5],
    ["200", 200],
    [" 1.07 ", 1.07],
    ["-3", -3],
    ["", undefined],
    ["1,000", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["Infinity", undefined],
    ["9".repeat(40), undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [true, undefined],
    [null, undefined],
    [[], undefined],
    [{}, undefined],
  ])("reads %j as %j", (value, expected) => {
    expect(readNumber(value)).toBe(expected);
  });
});

describe("readFigure", () => {
  test.each([
    ["1700000494689867.75", 1700000494689867.8],
    ["-3.3333333333333335", -3.3333333333333335],
    ["1e+21", 1e21],
    [" 2.50 ", 2.5],
    [2.5, 2.5],
    [`1${"0".repeat(400)}`, undefined],
    ["1e999", undefined],
    ["1,000", undefined],
    ["0x10", undefined],
    ["Infinity", undefined],
    ["", undefined],
    [".", undefined],
    [null, undefined],
    [[1], undefined],
  ])("reads %j as %j", (value, expected) => {
    expect(readFigure(value)).toBe(expected);
  });
});

describe("readCatalogueId", () => {
  test.each([
    [18, 18],
    ["18", 18],
    ["0", 0],
    ["01234", "01234"],
    ["1.50", "1.50"],
    [" 7", " 7"],
    ["-3", "-3"],
    ["9".repeat(20), "9".repeat(20)],
    ["Infinity", "Infinity"],
    ["", ""],
    [null, undefined],
    [true, undefined],
    [Number.NaN, undefined],
  ])("reads %j as %j", (value, expected) => {
    expect(readCatalogueId(value)).toBe(expected);
  });
});

describe("readText and readId", () => {
  test.each([null, undefined, true, [], {}, Number.NaN])("read nothing from %j", (value) => {
    expect(readText(value)).toBeUndefined();
    expect(readId(value)).toBeNull();
  });

  test("an empty string is text, but no id", () => {
    expect(readText("")).toBe("");
    expect(readId("")).toBeNull();
  });
});

describe("readList", () => {
  test("reads a bare array as the whole list", () => {
    expect(readList([{ id: 1 }, { id: 2 }], "surveys", readThing)).toMatchObject({ total: 2, page: 1, page_size: 2 });
  });

  test("leaves the total unknown where the service does not say it", () => {
    expect(readList({ surveys: [{ id: 1 }] }, "surveys", readThing)?.total).toBeNull();
  });

  test("an element that cannot be read is counted and hides no other", () => {
    const list = readList({ total_surveys: "3", surveys: [{ id: 1 }, null, { name: "x" }] }, "surveys", readThing);
    expect(list).toMatchObject({ total: 3, items: [{ id: 1 }], unreadable: 2 });
  });

  test.each([-5, 1.5, 30_000_000, "many"])(
    "takes no number of places from what another service means by %j",
    (said) => {
      const list = readList({ surveys: [{ id: 1 }, null], unreadable: said }, "surveys", readThing);
      expect(list?.unreadable).toBe(1);
    },
  );

  test.each([null, 5, "x", {}, { surveys: null }, { surveys: { id: 1 } }])("reads no list from %j", (json) => {
    expect(readList(json, "surveys", readThing)).toBeNull();
  });

  test("reads back the pages that writeList writes", () => {
    const page = fc.record({
      total: fc.option(fc.nat(), { nil: null }),
      page: fc.integer({ min: 1 }),
      items: fc.array(fc.record({ id: fc.uuid() })),
      unreadable: fc.nat(5),
      as_of: fc.option(
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(page, (sent) => {
        const whole = { ...sent, page_size: sent.items.length };
        expect(
          readList(
            writeList("surveys", whole, (item) => item),
            "surveys",
            readThing,
          ),
        ).toEqual(whole);
      }),
    );
  });

  test("writes unreadable and as_of only when they say something", () => {
    const page = { total: 0, page: 1, page_size: 0, items: [], unreadable: 0, as_of: null };
    expect(writeList("surveys", page, String)).toEqual({ total_surveys: 0, page: 1, page_size: 0, surveys: [] });
  });
});
