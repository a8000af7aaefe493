import fc from "fast-check";
import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Audience } from "@/lib/contracts/rules/quota-layers";
import { questionsById } from "../qualification-text";
import { coverings } from "./covering";

const sizes = [3, 2, 4];
const questions = questionsById(
  sizes.map(
    (size, at): Question => ({
      ...{ id: at, name: `Q${at}`, text: "", type: "single" },
      options: Array.from({ length: size }, (_, option) => ({ id: option, text: String(option) })),
    }),
  ),
);

/** Options in the bits of a number; 0: the question is not asked. */
const audience = (bits: readonly number[]): Audience =>
  new Map(
    bits.flatMap((asked, at) =>
      asked === 0 ? [] : [[String(at), new Set([0, 1, 2, 3].filter((bit) => asked & (1 << bit)).map(String))] as const],
    ),
  );
const audiences = fc.tuple(...sizes.map((size) => fc.integer({ min: 0, max: 2 ** size - 1 }))).map(audience);

const cells = [0, 1, 2].flatMap((a) => [0, 1].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c])));
const belongs = (cell: readonly number[], to: Audience) =>
  cell.every((option, at) => to.get(String(at))?.has(String(option)) ?? true);

test("a covering is found just where every combination of answers is in one of the covers, and none is idle in it", () => {
  fc.assert(
    fc.property(
      fc.array(audiences, { minLength: 1, maxLength: 4 }),
      fc.array(audiences, { maxLength: 9 }),
      (all, by) => {
        const found = coverings(all, by, questions);
        for (const [at, each] of all.entries()) {
          const mine = cells.filter((cell) => belongs(cell, each));
          const isCovered = (covers: readonly Audience[]) =>
            mine.every((cell) => covers.some((cover) => belongs(cell, cover)));
          const covering = found[at]?.map((index) => by[index] ?? new Map()) ?? null;
          expect(covering !== null).toBe(isCovered(by));
          if (!covering) continue;
          expect(isCovered(covering)).toBe(true);
          for (const idle of covering) expect(isCovered(covering.filter((cover) => cover !== idle))).toBe(false);
        }
      },
    ),
    { numRuns: 1500 },
  );
});
