import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitMargins, marginsOf, placeOf, roundToMargins } from "./fit-margins";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test("cells lie in one row, the last dimension fastest", () => {
  expect([0, 1, 2, 3, 5].map((cell) => placeOf([2, 3], cell))).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 2],
  ]);
  expect(marginsOf({ sizes: [2, 3], cells: [1, 2, 3, 4, 5, 6] })).toEqual([
    [6, 15],
    [5, 7, 9],
  ]);
});

describe("fitMargins", () => {
  test("without a seed gives the product of the margins", () => {
    const { cells, difference } = fitMargins([
      [40, 60],
      [30, 70],
    ]);
    expect(cells.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([12, 28, 18, 42]);
    expect(difference).toBeLessThan(1e-6);
  });

  test("keeps the odds ratio of its seed", () => {
    const seed = [10, 20, 30, 5];
    const { cells } = fitMargins(
      [
        [55, 45],
        [48, 52],
      ],
      seed,
    );
    const [a = 0, b = 0, c = 0, d = 0] = cells;
    expect((a * d) / (b * c)).toBeCloseTo((10 * 5) / (20 * 30), 8);
    expect(a + b).toBeCloseTo(55, 6);
    expect(a + c).toBeCloseTo(48, 6);
  });

  test("tells when cells that must stay empty leave no such table", () => {
    const { difference } = fitMargins(
      [
        [50, 50],
        [90, 10],
      ],
      [1, 0, 0, 1],
    );
    expect(difference).toBeGreaterThan(1);
  });
});

describe("roundToMargins", () => {
  const margin = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 });
  const margins = fc.array(margin, { minLength: 1, maxLength: 4 });

  test("sums to the total, and every margin is within one of its exact share", () => {
    fc.assert(
      fc.property(margins, fc.integer({ min: 0, max: 100_000 }), (weights, total) => {
        const exact = weights.map((of) => of.map((weight) => (total * weight) / sum(of)));
        const { cells, difference } = fitMargins(exact);
        expect(difference).toBeLessThan(1e-6 * Math.max(1, total));
        const sizes = weights.map(({ length }) => length);
        const whole = roundToMargins({ sizes, cells }, total);
        expect(sum(whole.cells)).toBe(total);
        expect(whole.residue.flat().every((each) => each === 0)).toBe(true);
        marginsOf({ sizes, cells: whole.cells }).forEach((of, dimension) => {
          of.forEach((has, at) => {
            expect(Math.abs(has - (exact[dimension]?.[at] ?? 0))).toBeLessThan(1 + 1e-6);
          });
        });
      }),
      { numRuns: 200 },
    );
  });

  test("leaves cells empty that must be, and tells what no whole numbers can hold", () => {
    const sizes = [2, 2];
    const { cells, residue } = roundToMargins({ sizes, cells: [2.5, 0, 0, 2.5] }, 5);
    expect(cells[1]).toBe(0);
    expect(cells[2]).toBe(0);
    expect(sum(cells)).toBe(5);
    expect(residue.flat().every((each) => Math.abs(each) <= 1)).toBe(true);
  });
});
