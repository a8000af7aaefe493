import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "./answer-words";
import { findDuplicate, scoreDuplicates } from "./duplicates";
import { bandsOf, shinglesOf, similarity } from "./similarity";

const find = (text: string, others: string[]) => {
  const words = wordsOf(text);
  const earlier = others.map((other, at) => ({ respondentId: `r${at}`, words: wordsOf(other).join(" ") }));
  return findDuplicate(words.join(" "), words.length, earlier);
};
const TEN = "I always buy it because my family likes the taste";

describe("a copy", () => {
  test("is found whatever its case, punctuation and marks that nobody sees", () => {
    expect(find(TEN, ["Nothing like it", `${TEN.toUpperCase()}!!\u200b`])).toEqual({
      respondentIds: ["r1"],
      similarity: 1,
    });
  });

  test("is found where a word differs, and not where half of them do", () => {
    expect(find(`${TEN} much`, [TEN])?.respondentIds).toEqual(["r0"]);
    expect(find(TEN, ["I always buy it because the shop is just next door"])).toBeNull();
  });

  test("of fewer than eight words is none: honest short answers are often identical", () => {
    expect(find("good taste and a good price", ["good taste and a good price"])).toBeNull();
  });
});

test("two copies of the same respondent's make a duplicate of the respondent, one makes one of the answer", () => {
  const [a, b] = [
    { respondentIds: ["x", "y"], similarity: 1 },
    { respondentIds: ["y"], similarity: 0.9 },
  ];
  expect(scoreDuplicates([a, null, b]).map((each) => each?.category)).toEqual([
    "DUPLICATE_RESPONDENT",
    undefined,
    "DUPLICATE_RESPONDENT",
  ]);
  expect(scoreDuplicates([a, null])[0]).toMatchObject({ category: "DUPLICATE_ANSWER", score: 30 });
});

test("answers that are alike share a band of their survey, in any order of comparison, and none of another survey", () => {
  expect(bandsOf(TEN, "s").some((band) => bandsOf(`${TEN} much`, "s").includes(band))).toBe(true);
  expect(bandsOf(TEN, "s").some((band) => bandsOf(TEN, "t").includes(band))).toBe(false);
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (one, other) => {
      const [a, b] = [shinglesOf(one), shinglesOf(other)];
      expect(similarity(a, b)).toBe(similarity(b, a));
      expect(similarity(a, a)).toBe(a.size === 0 ? 0 : 1);
    }),
  );
});
