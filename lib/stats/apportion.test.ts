import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apportion, roundToSum } from "./apportion";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

describe("apportion", () => {
  test.each([
    [[1, 1, 1], 100, [34, 33, 33]],
    [[49.2, 50.8], 1000, [492, 508]],
    [[0.1, 0.2, 0.7], 10, [1, 2, 7]],
    [[5, 0, 5], 3, [2, 0, 1]],
    [[1], 7, [7]],
    [[0, 0], 0, [0, 0]],
    // A fraction of 0.61 goes before one of 0.6, and that before one of 0.58.
    [[47_000, 16_000, 15_800, 12_000, 6_100, 3_100], 10, [5, 2, 1, 1, 1, 0]],
  ])("%j of %i", (weights, total, expected) => {
    expect(apportion(weights, total)).toEqual(expected);
  });

  test("always sums to the total, each within one of its exact share, nothing for a weight of nothing", () => {
    const weights = fc.array(fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 10_000_000 }), (given, total) => {
        fc.pre(sum(given) > 1e-6);
        const parts = apportion(given, total);
        expect(sum(parts)).toBe(total);
        parts.forEach((part, index) => {
          const exact = (total * (given[index] ?? 0)) / sum(given);
          expect(Number.isInteger(part)).toBe(true);
          expect(Math.abs(part - exact)).toBeLessThan(1 + 1e-6 * Math.max(1, exact));
          if (given[index] === 0) expect(part).toBe(0);
        });
      }),
    );
  });

  test.each([
    [[1], -1],
    [[1], 1.5],
    [[-1, 2], 3],
    [[Number.NaN], 3],
    [[0], 3],
    [[], 3],
  ])("refuses %j of %d", (weights, total) => {
    expect(() => apportion(weights, total)).toThrow(RangeError);
  });
});

test("shares that are whole but for binary fractions stay whole", () => {
  expect(roundToSum([0.1 * 30, 0.7 * 10, 0.29 * 100], 39)).toEqual([3, 7, 29]);
});
