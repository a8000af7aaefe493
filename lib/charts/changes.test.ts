import fc from "fast-check";
import { expect, test } from "vitest";
import { benjaminiHochberg } from "@/lib/stats/benjamini-hochberg";
import { welch } from "@/lib/stats/welch";
import { beyondChance } from "./changes";
import { prepareSeries, type Series } from "./series";

const bucket = fc.record({
  mean: fc.double({ min: 2, max: 4, noNaN: true }),
  variance: fc.double({ min: 0.1, max: 2, noNaN: true }),
  count: fc.integer({ min: 2, max: 200 }),
});
const point = {
  ...{ min: null, max: null, bucketMin: null, bucketMax: null, meanExact: null },
  ...{ weightedCount: null, effectiveCount: null, lowerQuartile: null, upperQuartile: null },
};
const series = fc.array(bucket, { minLength: 2, maxLength: 30 }).map(
  (buckets): Series =>
    prepareSeries(
      "q",
      buckets.map((each, at) => ({ ...point, ...each, x: String(at) })),
      Number,
    ),
);

test("a test that cannot be significant is not carried out, and the others have the same p", () => {
  fc.assert(
    fc.property(series, (tested) => {
      const ps = tested.points.slice(1).map((after, place) => {
        const before = tested.points[place];
        const sample = (of: typeof before) => ({
          mean: of?.mean ?? 0,
          variance: of?.variance ?? 0,
          count: of?.effective ?? 0,
        });
        return welch(sample(after), sample(before))?.p ?? 1;
      });
      const expected = benjaminiHochberg(ps).flatMap((p, place) => (p <= 0.05 ? [[place + 1, p]] : []));
      const { changes } = beyondChance([{ series: tested, other: null, isOrdered: true }]);
      expect((changes.get("q") ?? []).map(({ at, p }) => [at, p])).toEqual(expected);
    }),
  );
});
