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

const vocabulary = wordsOf(
  `the taste is strong but never bitter so my whole family drinks it every single morning before work and school we tried
  other brands from supermarkets near our house which were cheaper yet smelled of paper after few days while this one keeps
  fresh because its box closes tightly also price went down last autumn when shops sold two packs together that helped`,
);
const sentence = fc.array(fc.constantFrom(...vocabulary), { minLength: 8, maxLength: 40 });
/** Where words change, and into what: nothing, another word, one more, or a slip of the finger. */
const edits = fc.array(fc.record({ at: fc.nat(39), kind: fc.nat(3), word: fc.constantFrom(...vocabulary) }), {
  minLength: 1,
  maxLength: 6,
});

function edit(words: readonly string[], changes: readonly { at: number; kind: number; word: string }[]): string[] {
  const edited = [...words];
  for (const { at, kind, word } of changes) {
    const place = at % edited.length;
    const slip = `${edited[place]?.slice(0, -1)}x`;
    edited.splice(place, kind === 2 ? 0 : 1, ...(kind === 0 ? [] : [kind === 3 ? slip : word]));
  }
  return edited;
}

function shareKey(one: string, other: string): boolean {
  const bands = new Set(bandsOf(other, "s"));
  return bandsOf(one, "s").some((band) => bands.has(band));
}

test("of edited copies that are alike enough to be flagged at least 97 in 100 share a key, of different answers few", () => {
  const pairs = fc.sample(fc.tuple(sentence, edits), { numRuns: 600, seed: 7 });
  const copies = pairs
    .map(([words, changes]) => ({ original: words.join(" "), copy: edit(words, changes) }))
    .filter(({ original, copy }) => find(copy.join(" "), [original]) !== null);
  expect(copies.length).toBeGreaterThan(200);
  const found = copies.filter(({ original, copy }) => shareKey(original, copy.join(" ")));
  expect(found.length / copies.length).toBeGreaterThanOrEqual(0.97);
  const different = pairs.slice(1).filter(([words], at) => shareKey(words.join(" "), pairs[at]?.[0].join(" ") ?? ""));
  expect(different.length / pairs.length).toBeLessThan(0.02);
});
