import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/lib/test-runs";
import { TextStore } from "./text-store";

const stored = (texts: readonly string[]) => {
  const store = new TextStore();
  for (const text of texts) store.add(text);
  return store;
};

describe("a store of texts", () => {
  test("gives each text back by its number, across its blocks", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 200_000, max: 1_500_000 }).map((length) => "é".repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const store = stored(texts);
        expect(texts.every((each, at) => store.get(at) === each)).toBe(true);
        expect(store.get(texts.length)).toBeUndefined();
      }),
      { numRuns: runs(40) },
    );
  });

  test("has nothing under what is no number", () => {
    expect([-1, 0.5, Number.NaN].map((at) => stored(["a"]).get(at))).toEqual([undefined, undefined, undefined]);
  });
});
