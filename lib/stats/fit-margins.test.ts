import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../test-runs";
import { fitMargins, marginsOf, placeOf, roundToMargins } from "./fit-margins";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Men and women by young and old, the young men left out. */
const menWithoutYoung = [0, 1, 1, 1];

/**
 * A table of whole cells, and a seed that leaves some of them out. Cells of 0 that are not left out make margins that
 * only the limit of the rounds meets.
 */
const tableWithEmptyCells = (dimensions: number[]) =>
  fc
    .constantFrom(...dimensions)
    .chain((count) =>
      fc.array(fc.integer({ min: 2, max: count === 2 ? 6 : 4 }), { minLength: count, maxLength: count }),
    )
    .chain((sizes) => {
      const length = sizes.reduce((all, size) => all * size, 1);
      const cell = fc.oneof(
        fc.constant({ value: 0, seed: 0 }),
        fc.integer({ min: 0, max: 3 }).map((value) => ({ value, seed: 1 })),
        fc.integer({ min: 1, max: 2000 }).map((value) => ({ value, seed: 1 })),
      );
      return fc.array(cell, { minLength: length, maxLength: length }).map((drawn) => ({
        sizes,
        cells: drawn.map(({ value }) => value),
        seed: drawn.map(({ seed }) => seed),
      }));
    })
    .filter(({ cells }) => sum(cells) > 0);

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

  test.each([
    [
      [50, 50],
      [90, 10],
      [1, 0, 0, 1],
    ],
    [[1000, 1000], [1001, 999], menWithoutYoung],
    [
      [50, 50],
      [50, 50],
      [1, 1, 0, 0],
    ],
    [
      [0, 100],
      [50, 50],
      [1, 1, 1, 0],
    ],
  ])("proves that no table has the margins %j and %j by the seed %j", (rows, columns, seed) => {
    expect(fitMargins([rows, columns], seed).end).toBe("contradictory");
  });

  test.each([
    [2000, 49.99, [0, 1000, 999.8, 0.2]],
    [2000, 50, [0, 1000, 1000, 0]],
    [10_000, 49.9, [0, 5000, 4990, 10]],
    [10_000, 50, [0, 5000, 5000, 0]],
  ])("meets the margins that leave hardly a choice: of %i, half women and %f%% young", (total, young, table) => {
    const margins = [
      [total / 2, total / 2],
      [(total * young) / 100, total - (total * young) / 100],
    ];
    const { cells, end } = fitMargins(margins, menWithoutYoung);
    expect(end).toBe("met");
    for (const [cell, value] of table.entries()) expect(cells[cell]).toBeCloseTo(value, 4);
  });

  test("always meets the margins of a table with the same empty cells", () => {
    fc.assert(
      fc.property(tableWithEmptyCells([2, 3]), ({ sizes, cells, seed }) => {
        const margins = marginsOf({ sizes, cells });
        const fitted = fitMargins(margins, seed);
        expect(fitted.end).toBe("met");
        expect(fitted.cells.every((value, cell) => value >= 0 && (seed[cell] !== 0 || value === 0))).toBe(true);
        marginsOf({ sizes, cells: fitted.cells }).forEach((of, dimension) => {
          of.forEach((has, at) => {
            expect(Math.abs(has - (margins[dimension]?.[at] ?? 0))).toBeLessThanOrEqual(1e-8 * sum(cells));
          });
        });
      }),
      { numRuns: runs(1200) },
    );
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

  test("of two dimensions with empty cells keeps whole margins exactly", () => {
    fc.assert(
      fc.property(tableWithEmptyCells([2]), ({ sizes, cells, seed }) => {
        const margins = marginsOf({ sizes, cells });
        const whole = roundToMargins({ sizes, cells: fitMargins(margins, seed).cells }, sum(cells));
        expect(marginsOf({ sizes, cells: whole.cells })).toEqual(margins);
        expect(whole.residue.flat().every((each) => each === 0)).toBe(true);
        expect(whole.cells.every((value, cell) => value >= 0 && (seed[cell] !== 0 || value === 0))).toBe(true);
      }),
      { numRuns: runs(1200) },
    );
  });

  test("rounds margins together where empty cells tie them", () => {
    // Women are as many as the young: both are rounded up, or both down.
    const { cells, residue } = roundToMargins({ sizes: [2, 2], cells: [0, 1000.5, 1000.5, 0] }, 2001);
    expect([
      [0, 1001, 1000, 0],
      [0, 1000, 1001, 0],
    ]).toContainEqual(cells);
    expect(residue.flat()).toEqual([0, 0, 0, 0]);
  });
});
