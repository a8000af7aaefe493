import { expect, test } from "vitest";
import { writePoints } from "./write-points";

const empty = {
  count: 0,
  mean: null,
  min: null,
  max: null,
  variance: null,
  sumOfWeights: null,
  sumOfSquaredWeights: null,
  quartiles: null,
};
const PLAIN = { weighted: false, quartiles: false };
const one = { ...empty, count: 2, mean: -0.001, min: -3, max: 5, variance: 4 };

test("a mean of zero is a text, no data is the number 0, and min and max are the question's in every point", () => {
  const points = writePoints(["2024-01-01T00:00:00.000Z", "2024-01-02T00:00:00.000Z"], [one, empty], PLAIN);
  expect(points).toEqual([
    {
      x: "2024-01-01T00:00:00.000Z",
      mean: "0.00",
      min: -3,
      max: 5,
      count: 2,
      bucketMin: -3,
      bucketMax: 5,
      meanExact: -0.001,
      variance: 4,
    },
    {
      x: "2024-01-02T00:00:00.000Z",
      mean: 0,
      min: -3,
      max: 5,
      count: 0,
      bucketMin: null,
      bucketMax: null,
      meanExact: null,
      variance: null,
    },
  ]);
});

test("without any answer min and max are 0", () => {
  expect(writePoints(["2024-01-01T00:00:00.000Z"], [empty], PLAIN)[0]).toMatchObject({
    mean: 0,
    min: 0,
    max: 0,
    count: 0,
  });
});

test("with a weight each point says the sum of weights and what base it is worth", () => {
  const weighted = { ...one, sumOfWeights: 3, sumOfSquaredWeights: 5 };
  const points = writePoints(["2024-01-01T00:00:00.000Z", "2024-01-02T00:00:00.000Z"], [weighted, empty], {
    ...PLAIN,
    weighted: true,
  });
  expect(points[0]).toMatchObject({ weightedCount: 3, effectiveCount: 9 / 5 });
  expect(points[1]).toMatchObject({ weightedCount: null, effectiveCount: null });
});
