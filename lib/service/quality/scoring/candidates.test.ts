import { expect, test } from "vitest";
import { candidatesFor } from "./candidates";

const answer = (respondent: number, ...bands: number[]) =>
  bands.map((band) => ({ respondent, dataPointId: "o", band: BigInt(band) }));
const find = (bands: number[], stored: ReturnType<typeof answer>[]) => {
  const { candidates, openBands } = candidatesFor(bands.map(BigInt), stored.flat());
  return [candidates.map(({ respondent }) => respondent), openBands.map(Number)];
};

test("the candidate with most shared keys is confirmed first, then the earliest; other keys do not count", () => {
  const stored = [answer(4, 1), answer(2, 1, 2, 9), answer(3, 1), answer(5, 8)];
  expect(find([1, 2, 3], stored)).toEqual([
    [2, 3, 4],
    [1, 2, 3],
  ]);
});

test("a key has sixteen answers, so that thousands who write the same cost those who come later no more", () => {
  const many = Array.from({ length: 16 }, (_, at) => answer(at, 1));
  expect(find([1, 2], many)[1]).toEqual([2]);
  expect(find([1, 2], many.slice(1))[1]).toEqual([1, 2]);
  const bands = Array.from({ length: 21 }, (_, band) => band);
  const all = bands.flatMap((band) => Array.from({ length: 16 }, (_, at) => answer(band * 16 + at, band)));
  const { candidates, openBands } = candidatesFor(bands.map(BigInt), all.flat());
  expect([candidates.length, openBands.length]).toEqual([30, 0]);
});
