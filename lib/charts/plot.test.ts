import { expect, test } from "vitest";
import type { ChartModel, ChartRow } from "./chart-model";
import { bandPath, linePath, nearestRow, plotOf, STRIP } from "./plot";

const row = (at: number, value: number | null, band: [number, number] | null = null): ChartRow => ({
  at,
  values: [value],
  isLone: [false],
  band,
  count: null,
  effective: null,
  points: [],
  others: [],
  changes: [],
  differences: [],
});

const model = (rows: ChartRow[], more: Partial<ChartModel> = {}): ChartModel => ({
  id: "q",
  title: "Satisfaction",
  measure: "mean",
  questions: [{ name: "Satisfaction", tone: 0, isWeighted: false }],
  names: null,
  rolledOver: null,
  lines: [{ name: "Satisfaction", tone: 0, kind: "mean", question: 0 }],
  rows,
  hasDots: false,
  hasLines: true,
  references: [],
  hasBand: true,
  labelled: new Set<number>(),
  band: "range" as const,
  hasCounts: false,
  mostCount: 0,
  x: { from: 0, to: 10, ticks: [] },
  y: { from: 0, to: 5, ticks: [0, 5] },
  ...more,
});

const size = { width: 400, height: 200 };
const rows = [row(0, 1, [0, 2]), row(5, 3, [1, 5]), row(6, null), row(10, 4)];

test("the axes' ends lie within the plot, and a strip of answers lies beneath the lowest value", () => {
  const plot = plotOf(model(rows), size, ["0", "5"]);
  expect(plot.toX(0)).toBeGreaterThanOrEqual(plot.left);
  expect(plot.toX(10)).toBeLessThanOrEqual(plot.right);
  expect([plot.toY(5), plot.toY(0)]).toEqual([plot.top, plot.bottom]);
  const counted = plotOf(model(rows, { hasCounts: true }), size, ["0", "5"]);
  expect(counted.toY(0)).toBe(counted.bottom - STRIP.room);
});

test("a wave stands in the middle of its room", () => {
  const waves = model([row(0, 1), row(10, 2)], { hasDots: true });
  const plot = plotOf(waves, size, ["0", "5"]);
  expect(plot.toX(0) - plot.left).toBeCloseTo((plot.right - plot.left) / 4);
  expect(plot.right - plot.toX(10)).toBeCloseTo((plot.right - plot.left) / 4);
});

test("a line has a gap where there is no figure, and a band goes as far as buckets have both ends", () => {
  const drawn = model(rows);
  const plot = plotOf(drawn, size, ["0", "5"]);
  const at = (x: number, y: number) => `${plot.toX(x).toFixed(1)} ${plot.toY(y).toFixed(1)}`;
  expect(linePath(drawn, 0, plot)).toBe(`M${at(0, 1)}L${at(5, 3)}M${at(10, 4)}`);
  expect(bandPath(drawn, plot)).toBe(`M${at(0, 2)}L${at(5, 5)}L${at(5, 1)}L${at(0, 0)}z`);
});

test("the nearest row is found across the chart, and none where there is none", () => {
  const plot = plotOf(model(rows), size, ["0", "5"]);
  expect([0, plot.toX(4.9), 4000].map((x) => nearestRow(rows, plot, x))).toEqual([0, 1, 3]);
  expect(nearestRow([], plot, 10)).toBe(-1);
});
