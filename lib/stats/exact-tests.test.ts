import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsBarnard, barnard } from "./barnard";
import { fisher } from "./fisher";

/** Figures of other programs, made by `golden/exact-tests.R` and `.py`; the first line of a file names its program. */
const figuresIn = (file: string, kind: string) =>
  readFileSync(new URL(`./golden/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([name]) => name === kind)
    .map(([, ...numbers]) => {
      const [chosen = 0, count = 0, otherChosen = 0, otherCount = 0, p = Number.NaN] = numbers.map(Number);
      return { one: { chosen, count }, other: { chosen: otherChosen, count: otherCount }, p };
    });

/** In parts of what is wanted; below the least number both are 0. */
const differenceFrom = (wanted: number, found: number) => (found === wanted ? 0 : Math.abs(found / wanted - 1));

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

  test("of 209 tables of all sizes, zeros and full columns among them, is that of R's fisher.test", () => {
    const rows = figuresIn("exact-tests.txt", "fisher");
    expect(rows).toHaveLength(209);
    for (const { one, other, p } of rows) expect(differenceFrom(p, fisher(one, other))).toBeLessThan(1e-12);
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

  test("of four and none is what R's package Barnard prints", () => {
    expect(barnard(...samples(4, 0, 0, 4))).toBeCloseTo(0.0078125, 12);
  });

  test("of 71 tables of all sizes is what R says by the test's definition", () => {
    const rows = figuresIn("exact-tests.txt", "barnard");
    expect(rows).toHaveLength(71);
    for (const { one, other, p } of rows) expect(differenceFrom(p, barnard(one, other))).toBeLessThan(1e-9);
  });

  test("of the same tables is what SciPy says, whose search ends below the greatest in five", () => {
    const rows = figuresIn("exact-tests-scipy.txt", "barnard");
    const ours = rows.map(({ one, other, p }) => ({ p, found: barnard(one, other) }));
    expect(ours.filter(({ p, found }) => differenceFrom(p, found) < 1e-5)).toHaveLength(66);
    expect(ours.filter(({ p, found }) => found < p * (1 - 1e-5))).toEqual([]);
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
