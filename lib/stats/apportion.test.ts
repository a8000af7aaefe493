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
    // Equal fractions: the first of them gets the one that is left.
    [[197, 5, 170], 2945, [1560, 39, 1346]],
    [[0.3, 0.1, 0.6], 5, [2, 0, 3]],
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

  test("gives what is left to the largest exact fractions, the first of equal ones first", () => {
    // Few different weights make many equal fractions; tenths have no exact binary form.
    const tenths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 });
    const divisor = fc.constantFrom(1, 10, 1000);
    fc.assert(
      fc.property(tenths, divisor, fc.integer({ min: 0, max: 1_000_000_000 }), (given, per, total) => {
        fc.pre(sum(given) > 0);
        const all = BigInt(sum(given));
        const times = given.map((weight) => BigInt(weight) * BigInt(total));
        const expected = times.map((each) => each / all);
        const left = BigInt(total) - expected.reduce((a, b) => a + b, 0n);
        const rank = (at: number) => times.filter((each, other) => isBefore(each % all, other, at)).length;
        const isBefore = (remainder: bigint, other: number, at: number) => {
          const mine = (times[at] ?? 0n) % all;
          return remainder > mine || (remainder === mine && other < at);
        };
        const parts = apportion(
          given.map((weight) => weight / per),
          total,
        );
        expect(parts).toEqual(expected.map((each, at) => Number(each + (rank(at) < left ? 1n : 0n))));
      }),
      { numRuns: 2000 },
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

test("computed shares with equal fractions are told apart by their place alone", () => {
  // 197, 5 and 170 of 372, each times 2945: the fractions of the first two are equal but for binary rounding.
  const shares = [197, 5, 170].map((weight) => (weight / 372) * 2945);
  expect(roundToSum(shares, 2945)).toEqual([1560, 39, 1346]);
  expect(roundToSum([0.5 - 1e-12, 0.5 + 1e-12], 1)).toEqual([1, 0]);
});
