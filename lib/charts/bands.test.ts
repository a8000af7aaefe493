import { expect, test } from "vitest";
import { bandOf, bandShown, bands } from "./bands";
import { axisOf, type ChartOptions, chartOfOne } from "./chart-model";
import type { TrendQuestion } from "./prepare-trend";
import type { Series, SeriesPoint } from "./series";

const DAY_MS = 86_400_000;

const pointAt = (at: number, mean: number | null): SeriesPoint => ({
  ...{ at: at * DAY_MS, mean, low: 1, high: 5, quartiles: [3, 4], chosen: null },
  ...{ count: 100, base: 100, effective: 25, variance: 1 },
});

function questionOf(means: (number | null)[], more: Partial<Series> = {}): TrendQuestion {
  const says = { hasBand: true, hasCounts: false, isTestable: true, isWeighted: true, range: { low: 1, high: 5 } };
  const series: Series = {
    id: "q",
    measure: "mean",
    points: means.map((mean, at) => pointAt(at, mean)),
    ...says,
    ...more,
  };
  return { id: "q", title: "Q", series, rolling: null, other: null, changes: [], differences: [] };
}

function chartOf(question: TrendQuestion, look: Partial<ChartOptions> = {}) {
  const buckets = { kind: "time", type: "daily", timeZone: "UTC" } as const;
  const x = axisOf([question], buckets, 600);
  const usual = { band: "none", targets: [], labels: "none", names: null, rolling: 1, notes: [] } as const;
  return chartOfOne(question, 0, { x, buckets, width: 600, ...usual, ...look });
}

test("a band is of the answers, of the uncertainty by the effective base, of the middle half, or none", () => {
  const point = pointAt(0, 3);
  const [range, interval, middle, none] = bands.map((band) => bandOf(point, "mean", band));
  expect([range, middle, none]).toEqual([[1, 5], [3, 4], null]);
  // 25 answers of equal weight: 2.064 (qt of R) errors of 0.2 to both sides.
  expect(interval?.[0]).toBeCloseTo(3 - 0.2 * 2.063899, 5);
  expect(interval?.[1]).toBeCloseTo(3 + 0.2 * 2.063899, 5);
  const share = bandOf({ ...point, mean: 80, effective: 10 }, "share", "interval");
  expect(share?.map((each) => Math.round(each * 100) / 100)).toEqual([49.02, 94.33]);
});

test("a bucket without an answer has no interval, and a service that says no variance has none", () => {
  expect(bandOf({ ...pointAt(0, null), effective: null }, "mean", "interval")).toBeNull();
  expect(bandOf({ ...pointAt(0, 3), variance: null }, "mean", "interval")).toBeNull();
});

test("where none is chosen, the interval is drawn if the reply allows one, and else the answers' ends", () => {
  const known = questionOf([3, null]);
  const plain = { ...known.series, points: known.series.points.map((point) => ({ ...point, variance: null })) };
  expect(bandShown(null, [known])).toBe("interval");
  expect(bandShown(null, [{ series: plain }])).toBe("range");
  expect(bandShown(null, [{ series: plain }, known])).toBe("interval");
  for (const band of bands) expect(bandShown(band, [known])).toBe(band);
});

test("a chart has the band that is chosen, and its axis holds it", () => {
  const chart = chartOf(questionOf([3, 3.2, 3.1]), { band: "interval" });
  expect(chart.hasBand).toBe(true);
  const [low = 0, high = 0] = chart.rows[1]?.band ?? [];
  expect([low < 3.2, high > 3.2, high < 4]).toEqual([true, true, true]);
  expect(chart.y.from).toBeLessThanOrEqual(low);
  expect(chartOf(questionOf([3])).hasBand).toBe(false);
});

test("a target is a line across the chart of its line alone, and its axis holds it", () => {
  const targets = [
    { line: "q", value: 9, name: "Goal" },
    { line: "another", value: 20, name: "" },
  ];
  const chart = chartOf(questionOf([3, 3.2]), { targets });
  expect(chart.references).toEqual([{ value: 9, name: "Goal", isTarget: true }]);
  expect(chart.y.to).toBeGreaterThanOrEqual(9);
});

test("figures stand at the last point with one, or at as many as there is room for", () => {
  const means = Array.from({ length: 60 }, (_, at) => (at > 57 ? null : 3));
  expect(chartOf(questionOf(means)).labelled.size).toBe(0);
  expect([...chartOf(questionOf(means), { labels: "last" }).labelled]).toEqual([57]);
  const all = chartOf(questionOf(means), { labels: "all" }).labelled;
  expect(all.has(57)).toBe(true);
  expect(all.size).toBeGreaterThan(10);
  expect(all.size).toBeLessThan(17);
});
