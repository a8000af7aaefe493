import fc from "fast-check";
import { expect, test } from "vitest";
import { textParts } from "./highlights";

test("marks stand where they begin and end", () => {
  expect(textParts("a bad word", [{ from: 2, to: 5 }])).toEqual([
    { from: 0, text: "a ", isMarked: false },
    { from: 2, text: "bad", isMarked: true },
    { from: 5, text: " word", isMarked: false },
  ]);
});

test("marks that overlap are one, and one beyond the text ends with it", () => {
  expect(
    textParts("abcdef", [
      { from: 3, to: 99 },
      { from: 1, to: 4 },
    ]).map(({ text, isMarked }) => [text, isMarked]),
  ).toEqual([
    ["a", false],
    ["bcdef", true],
  ]);
});

test("whatever the marks, the parts are the text again and follow each other", () => {
  const mark = fc.record({ from: fc.nat(40), to: fc.nat(40) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(mark), (text, marks) => {
      const parts = textParts(text, marks);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const [at, part] of parts.entries()) {
        expect(text.slice(part.from, part.from + part.text.length)).toBe(part.text);
        expect(parts[at + 1]?.isMarked).not.toBe(part.isMarked);
      }
    }),
  );
});
