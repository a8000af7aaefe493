import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/lib/test-runs";
import { parseInSteps, parseJson } from "./parse-json";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function inSteps(bytes: Uint8Array, stepBytes: number) {
  const all = parseInSteps(bytes, stepBytes);
  let steps = 0;
  for (let step = all.next(); ; step = all.next()) {
    if (step.done) return { value: step.value, steps };
    steps += 1;
  }
}

/** The value, or that there is none; written out, for the order of names counts as well. */
function made(make: () => unknown): string {
  try {
    return JSON.stringify(make()) ?? "";
  } catch {
    return "no JSON";
  }
}

const sizes = [1, 2, 3, 7, 20, 1000];
const isMadeAlike = (text: string) => {
  const atOnce = made(() => parseJson(text));
  for (const size of sizes) expect(made(() => inSteps(bytesOf(text), size).value)).toBe(atOnce);
};

describe("JSON that is read in steps is what it is when read at once", () => {
  test("any value, however it is spaced", () => {
    const spaced = fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t", "\r\n "));
    fc.assert(
      fc.property(spaced, ([value, space]) => isMadeAlike(` ${JSON.stringify(value, null, space)}\n`)),
      { numRuns: runs(200) },
    );
  });

  test("any text of JSON's signs, most of which are no JSON", () => {
    const sign = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"',
      "\\",
      '"a"',
      '"b":',
      "1",
      "null",
      " ",
      "[1,2]",
      "{}",
    );
    fc.assert(fc.property(fc.string({ unit: sign, maxLength: 25 }), isMadeAlike), { numRuns: runs(3000) });
  });

  test("JSON with a sign too many, or one too few", () => {
    const change = fc.tuple(
      fc.jsonValue({ maxDepth: 5 }),
      fc.nat(),
      fc.constantFrom("", ",", "]", "}", "[", "{", '"', ":"),
    );
    fc.assert(
      fc.property(change, ([value, place, sign]) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        isMadeAlike(`${text.slice(0, at)}${sign}${text.slice(sign === "" ? at + 1 : at)}`);
      }),
      { numRuns: runs(1000) },
    );
  });

  test.each([
    ["a name given twice", '{"a":[1,2,3],"b":1,"a":{"c":[4,5]},"b":[6]}'],
    ["a comma before the end", "[1,2,[3,4],]"],
    ["a comma before the first", "[,1,2]"],
    ["nothing between commas", '{"a":[1,2],,"b":1}'],
    ["something after the end", "[1,2,3] [4,5]"],
    ["no end", '{"a":[1,2,{"b":[3,4'],
    ["the end of another kind", '[{"a":1,"b":2],3}'],
    ["a list without its comma", "[[1,2] [3,4]]"],
    ["a value without a name", "{[1,2,3],4}"],
    ["two names of a value", '{"a":"b":[1,2,3]}'],
    ["a mark of order in the middle", "[1,\uFEFF2,3]"],
    ["a prototype", '{"a":1,"__proto__":{"b":[1,2]},"\\u005f_proto__":[3,4],"c":{"__proto__":5,"d":6}}'],
    ["letters of several bytes", '["äöü","𝄞","日本","x"]'],
  ])("%s", (_, text) => isMadeAlike(text));
});

test("bytes that are no UTF-8 are refused, wherever they stand", () => {
  const bytes = bytesOf('["aaaa","bbbb","cccc"]');
  bytes[bytes.length - 4] = 0xff;
  for (const size of sizes) expect(() => inSteps(bytes, size)).toThrow();
});

test("lists deep inside are made in as many steps as their bytes take", () => {
  const rows = Array.from({ length: 5000 }, (_, row) => ({ id: `row ${row}`, of: [row, row] }));
  const text = JSON.stringify({ title: "x", inner: { rows, more: { list: rows } } });
  const { value, steps } = inSteps(bytesOf(text), 1000);
  expect(value).toEqual(JSON.parse(text));
  expect(steps).toBeGreaterThanOrEqual(text.length / 1000);
});
