import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimumPrice } from "./price";

/**
 * True when `cents` is the price rounded half up, in integers only. The price in cents is `b * (100 / IR) ^ 0.3` with
 * `b = 40 + 12 * LOI`, so its double to the tenth power, times `IR ^ 3`, is the integer `(2 * b) ^ 10 * 100 ^ 3`.
 */
function isRoundedPrice(cents: number, lengthOfInterview: number, incidenceRate: number): boolean {
  const price = (2n * (40n + 12n * BigInt(lengthOfInterview))) ** 10n * 100n ** 3n;
  const scale = BigInt(incidenceRate) ** 3n;
  const twice = 2n * BigInt(cents);
  return (twice - 1n) ** 10n * scale <= price && price < (twice + 1n) ** 10n * scale;
}

describe("minimumPrice", () => {
  test.each([
    [5, 80, 1.07],
    [1, 100, 0.52],
    [10, 100, 1.6],
    [10, 1, 6.37],
    [120, 100, 14.8],
  ])("LOI %i at IR %i is %d dollars", (lengthOfInterview, incidenceRate, dollars) => {
    expect(minimumPrice(lengthOfInterview, incidenceRate)).toBe(dollars);
  });

  test("is the exact price rounded half up for every LOI to 120 minutes and every IR", () => {
    const wrong: string[] = [];
    for (let lengthOfInterview = 1; lengthOfInterview <= 120; lengthOfInterview++) {
      for (let incidenceRate = 1; incidenceRate <= 100; incidenceRate++) {
        const dollars = minimumPrice(lengthOfInterview, incidenceRate);
        const cents = Math.round(dollars * 100);
        if (dollars !== cents / 100 || !isRoundedPrice(cents, lengthOfInterview, incidenceRate)) {
          wrong.push(`LOI ${lengthOfInterview}, IR ${incidenceRate}: ${dollars}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("rises with the length of interview and never with the incidence rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 99 }), (minutes, percent) => {
        expect(minimumPrice(minutes + 1, percent)).toBeGreaterThan(minimumPrice(minutes, percent));
        expect(minimumPrice(minutes, percent + 1)).toBeLessThanOrEqual(minimumPrice(minutes, percent));
      }),
    );
  });

  test.each([
    [0, 50],
    [5, 0],
    [-1, 50],
    [5, Number.NaN],
    [Number.POSITIVE_INFINITY, 50],
  ])("refuses LOI %d at IR %d", (lengthOfInterview, incidenceRate) => {
    expect(() => minimumPrice(lengthOfInterview, incidenceRate)).toThrow(RangeError);
  });
});
