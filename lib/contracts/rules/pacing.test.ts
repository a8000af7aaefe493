import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourlyCap, pacingMultiplier } from "./pacing";

const HOUR = 3_600_000;

describe("pacingMultiplier", () => {
  test("is that of the pacing in any case, and none for everything else", () => {
    expect(pacingMultiplier(" even PACING ")).toBe(1.1);
    expect(pacingMultiplier("Accelerated Pacing")).toBe(1.4);
    for (const other of ["None", "", "constructor", "Slow"]) expect(pacingMultiplier(other)).toBeNull();
  });
});

describe("hourlyCap", () => {
  test.each([
    [1.1, 100, 0, 10 * HOUR, 11],
    [1.1, 100, 0, HOUR, 110],
    [1.4, 100, 90, 9 * HOUR + 1, 2],
    [1.1, 100, 0, 9 * HOUR + 1, 11],
    [1.1, 100, 0, 0, 110],
    [1.1, 100, 0, -HOUR, 110],
    [1.1, 100, 100, HOUR, 0],
    [1.4, 100, 120, HOUR, 0],
  ])("times %d, %d wanted, %d counted, %d ms left: %d", (multiplier, target, counted, msLeft, cap) => {
    expect(hourlyCap(multiplier, target, counted, msLeft)).toBe(cap);
  });

  test("is the exact quotient rounded up", () => {
    const numbers = fc.tuple(
      fc.constantFrom(1.1, 1.4),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
    );
    fc.assert(
      fc.property(numbers, ([multiplier, target, counted, hours]) => {
        const tenths = BigInt(multiplier === 1.1 ? 11 : 14) * BigInt(Math.max(0, target - counted));
        const divisor = 10n * BigInt(hours);
        expect(hourlyCap(multiplier, target, counted, hours * HOUR)).toBe(Number((tenths + divisor - 1n) / divisor));
      }),
    );
  });
});
