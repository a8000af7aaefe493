import fc from "fast-check";
import { expect, test } from "vitest";
import { cellKey, missingMatcher } from "./answer-cells";
import { composed, decomposed } from "./composed";

/** Letters that accents stand upon, accents, and letters that have theirs in them. */
const unit = fc.constantFrom(..."aeou 1가각한", "\u0301", "\u0308", "\u0323", "\u212b", "é", "ộ", "\u1100", "\u1161");

test("texts are one however their accents are written, short or long", () => {
  const texts = fc.array(unit, { maxLength: 29 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(texts, fc.constantFrom(1, 40, 4_000), (text, times) => {
      const long = `${text}.`.repeat(times);
      expect(composed(long)).toBe(long.normalize("NFC"));
      expect(decomposed(long)).toBe(long.normalize("NFD"));
      expect(cellKey(long.normalize("NFD"))).toBe(cellKey(long.normalize("NFC")));
    }),
    { numRuns: 60 },
  );
});

test("a run of marks that no language has stays as it is, and what stands around it is one as ever", () => {
  const marks = "\u0301\u0323".repeat(500_000);
  expect(composed(`cafe\u0301 a${marks} cafe\u0301`)).toBe(`café a${marks} café`);
  expect(decomposed(`café a${marks} café`)).toBe(`cafe\u0301 a${marks} cafe\u0301`);
  const cell = `weiß nicht ${marks} u\u0308ber`;
  expect(missingMatcher([{ cell, kind: "no_answer" }])(`weiß nicht ${marks} über`)).toBe("no_answer");
});
