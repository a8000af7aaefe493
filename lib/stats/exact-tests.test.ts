import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsBarnard, barnard } from "./barnard";
import { fisher } from "./fisher";

/** A table of two rows: chosen and not, of both samples. */
const samples = (a: number, b: number, c: number, d: number) =>
  [
    { chosen: a, count: a + c },
    { chosen: b, count: b + d },
  ] as const;

const choose = (n: number, k: number): bigint => {
  let ways = 1n;
  for (let at = 1; at <= k; at++) ways = (ways * BigInt(n - k + at)) / BigInt(at);
  return ways;
};

/** In whole numbers: tables at most as likely as this one, of all with its margins. */
function fisherInFractions(a: number, b: number, c: number, d: number): number {
  const ways = (x: number) => choose(a + c, x) * choose(b + d, a + b - x);
  const all = Array.from({ length: a + b + 1 }, (_, x) => x).filter((x) => x <= a + c && a + b - x <= b + d);
  const rare = all.map(ways).filter((each) => each <= ways(a));
  const sum = (of: bigint[]) => of.reduce((total, each) => total + each, 0n);
  return Number((sum(rare) * 10n ** 18n) / sum(all.map(ways))) / 1e18;
}

describe("Fisher's exact test", () => {
  // R, ?fisher.test: TeaTasting (A. Agresti, 1990, p. 61) and Convictions (R. A. Fisher, 1970, p. 48), both two-sided.
  test.each([
    ["tea tasting", [3, 1, 1, 3], 0.4857],
    ["convictions of twins", [2, 10, 15, 3], 0.0005367],
  ] as const)("of %s is what R prints", (_, cells, printed) => {
    const [a, b, c, d] = cells;
    expect(Number(fisher(...samples(a, b, c, d)).toPrecision(4))).toBe(printed);
  });

  test.each([
    [[7, 12, 8, 3], 0.12813593203398302],
    [[0, 5, 20, 18], 0.05106285282121925],
    [[1, 6, 40, 35], 0.10880961513872907],
    [[3, 0, 47, 30], 0.2879746835443037],
  ] as const)("of %j is what another program says", (cells, p) => {
    const [a, b, c, d] = cells;
    expect(Math.abs(fisher(...samples(a, b, c, d)) / p - 1)).toBeLessThan(1e-11);
  });

  test("is the exact fraction, the same from either side", () => {
    const cell = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(cell, cell, cell, cell, (a, b, c, d) => {
        fc.pre(a + c > 0 && b + d > 0);
        const [one, other] = samples(a, b, c, d);
        expect(Math.abs(fisher(one, other) - fisherInFractions(a, b, c, d))).toBeLessThan(1e-12);
        expect(fisher(other, one)).toBeCloseTo(fisher(one, other), 12);
      }),
      { numRuns: 60 },
    );
  });
});

describe("Barnard's exact test", () => {
  // 74 of the 256 ways of two fours at equal chances, the greatest of all common shares.
  test("of 3 of 4 and 1 of 4 is 37 / 128", () => {
    expect(barnard(...samples(3, 1, 1, 3))).toBeCloseTo(37 / 128, 12);
  });

  // The greatest of the sums over every table, at each of 20,001 common shares, computed elsewhere.
  test.each([
    [[7, 12, 8, 3], 0.06821830930970678],
    [[2, 10, 15, 3], 0.0003479663282632831],
    [[0, 5, 20, 18], 0.03194573985911126],
    [[1, 6, 40, 35], 0.059809660917729886],
    [[3, 0, 47, 30], 0.19664638158468797],
  ] as const)("of %j is the greatest over all common shares", (cells, p) => {
    const [a, b, c, d] = cells;
    expect(Math.abs(barnard(...samples(a, b, c, d)) / p - 1)).toBeLessThan(1e-5);
  });

  test("is 1 where nobody or everybody was chosen, and of equal shares", () => {
    expect(barnard(...samples(0, 0, 5, 9))).toBeCloseTo(1, 12);
    expect(barnard(...samples(5, 9, 0, 0))).toBeCloseTo(1, 12);
    expect(barnard(...samples(3, 6, 3, 6))).toBeCloseTo(1, 12);
  });

  test("is offered for small columns alone", () => {
    expect([allowsBarnard(139, 139), allowsBarnard(30, 600), allowsBarnard(150, 150)]).toEqual([true, true, false]);
  });
});
