import { describe, expect, test } from "vitest";
import { meanInterval, shareInterval } from "./confidence-interval";

describe("the 95% confidence interval of a mean", () => {
  // qt(0.975, n - 1) of R: with a variance of n the standard error is 1.
  test.each([
    [2, 12.706204736],
    [5, 2.776445105],
    [30, 2.045229642],
    [121, 1.97993041],
    [5001, 1.960438546],
  ])("of %i answers reaches as many standard errors to both sides as R says", (count, errors) => {
    const [low = 0, high = 0] = meanInterval({ mean: 10, variance: count, count }) ?? [];
    expect(high - 10).toBeCloseTo(errors, 6);
    expect(10 - low).toBeCloseTo(errors, 6);
  });

  test("is none of one answer, and a point where all are alike", () => {
    expect(meanInterval({ mean: 3, variance: 0, count: 1 })).toBeNull();
    expect(meanInterval({ mean: 3, variance: 0, count: 9 })).toEqual([3, 3]);
  });
});

describe("the 95% confidence interval of a share", () => {
  // prop.test(x, n, correct = FALSE) of R.
  test.each([
    [8, 10, 0.4901625, 0.9433178],
    [0, 20, 0, 0.1611252],
  ])("of %i in %i is R's", (chosen, count, low, high) => {
    const found = shareInterval({ share: chosen / count, count });
    expect(found?.[0]).toBeCloseTo(low, 6);
    expect(found?.[1]).toBeCloseTo(high, 6);
  });

  test("is none without answers", () => {
    expect(shareInterval({ share: 0, count: 0 })).toBeNull();
  });
});
