import { describe, expect, test } from "vitest";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { prepareSeries, prepareShare, totalCount, totalEffective } from "./series";

/** As a page reads what a service answers. */
function read(points: unknown[]) {
  const reply = getTrend.reply.parse({ projectId: "p", responses: { q: points } });
  return prepareSeries("q", reply.responses.q ?? []);
}
const x = (day: number) => `2031-01-0${day}T00:00:00.000Z`;

describe("a series", () => {
  test("has a mean of zero where the service says so, and a gap where it has no data", () => {
    const { points } = read([
      { x: x(1), mean: "0.00", min: 0, max: 0 },
      { x: x(2), mean: 0, min: 0, max: 0 },
      { x: x(3), mean: "-0.50", min: 0, max: 0 },
    ]);
    expect(points.map(({ mean }) => mean)).toEqual([0, null, -0.5]);
  });

  test("of a plain service has no band, no counts and no variance, but the question's ends", () => {
    const series = read([
      { x: x(1), mean: "2.00", min: 1, max: 5 },
      { x: x(2), mean: 0, min: 1, max: 5 },
    ]);
    expect(series).toMatchObject({ hasBand: false, hasCounts: false, isTestable: false, range: { low: 1, high: 5 } });
    expect(totalCount(series)).toBeNull();
  });

  test("takes the unrounded mean, the bucket's ends and the effective base where they are said", () => {
    const full = { min: 1, max: 5, bucketMin: 2, bucketMax: 4, count: 3, variance: 0.5, chosen: null };
    const series = read([
      { x: x(2), mean: "3.00", meanExact: 3.004, ...full, weightedCount: 2.5, effectiveCount: 2.8 },
      { x: x(1), mean: "3.00", meanExact: 2.996, ...full },
    ]);
    expect(series.points).toEqual([
      {
        at: Date.parse(x(1)),
        mean: 2.996,
        low: 2,
        high: 4,
        count: 3,
        base: 3,
        effective: 3,
        variance: 0.5,
        chosen: null,
        quartiles: null,
      },
      {
        at: Date.parse(x(2)),
        mean: 3.004,
        low: 2,
        high: 4,
        count: 3,
        base: 2.5,
        effective: 2.8,
        variance: 0.5,
        chosen: null,
        quartiles: null,
      },
    ]);
    expect(series).toMatchObject({ hasBand: true, hasCounts: true, isTestable: true, isWeighted: true });
    expect(totalCount(series)).toBe(6);
  });

  test("without any answer has no ends, whatever zeros stand there", () => {
    expect(read([{ x: x(1), mean: 0, min: 0, max: 0, count: 0 }]).range).toBeNull();
    expect(read([{ x: "soon", mean: "1.00" }]).points).toEqual([]);
  });
});

describe("a share", () => {
  const points = (given: unknown[]) =>
    getTrend.reply.parse({ projectId: "p", responses: {}, shares: [{ questionId: "q", codes: [4, 5], points: given }] })
      .shares[0]?.points ?? [];

  test("is percent of the answers, a gap where there are none, and zero where nobody chose it", () => {
    const series = prepareShare(
      "q",
      points([
        { x: x(1), count: 8, chosen: 3, share: 0.375 },
        { x: x(2), count: 0, chosen: 0, share: null },
        { x: x(3), count: 4, chosen: 0, share: 0 },
      ]),
    );
    expect(series.points.map(({ mean, chosen, count }) => [mean, chosen, count])).toEqual([
      [37.5, 3, 8],
      [null, null, 0],
      [0, 0, 4],
    ]);
    expect(series).toMatchObject({ measure: "share", isTestable: true, isWeighted: false, hasBand: false });
  });

  test("of a weighted trend stands on its effective base; waves stand by their place", () => {
    const weighted = { count: 8, chosen: 3, share: 0.5, weightedCount: 6, weightedChosen: 3, effectiveCount: 5 };
    const places = new Map([
      ["7", 0],
      ["2", 1],
    ]);
    const placeOf = (key: string) => places.get(key) ?? Number.NaN;
    const series = prepareShare(
      "q",
      points([
        { x: "2", ...weighted },
        { x: "9", ...weighted },
        { x: "7", count: 0 },
      ]),
      placeOf,
    );
    expect(series.points.map(({ at, base, effective }) => [at, base, effective])).toEqual([
      [0, null, null],
      [1, 6, 5],
    ]);
    expect(series.isWeighted).toBe(true);
  });
});

test("the effective base of a line is that of all its answers, not the sum of its buckets'", () => {
  const point = { x: "", mean: "3.00", meanExact: 3, min: 1, max: 5, variance: 1 };
  // Weights 1 and 3 on one day, 2 on the next: (1 + 3 + 2)² / (1 + 9 + 4).
  const { points, ...series } = read([
    { ...point, x: x(1), count: 2, weightedCount: 4, effectiveCount: 1.6 },
    { ...point, x: x(2), count: 1, weightedCount: 2, effectiveCount: 1 },
    { x: x(3), mean: 0, min: 0, max: 0, count: 0 },
  ]);
  expect(totalEffective({ ...series, points })).toBeCloseTo(36 / 14, 10);
  expect(totalEffective({ ...series, points, isWeighted: false })).toBeNull();
  expect(totalEffective({ ...series, points: [] })).toBeNull();
});
