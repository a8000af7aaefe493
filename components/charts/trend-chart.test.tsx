import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ChartModel, ChartRow } from "@/lib/charts/chart-model";
import { renderPage } from "../test-page";
import { TrendChart } from "./trend-chart";

const row = (at: number): ChartRow => ({
  at,
  values: [at],
  isLone: [false],
  band: null,
  count: null,
  effective: null,
  points: [],
  others: [],
  changes: [null],
  differences: [null],
});

const model: ChartModel = {
  id: "q",
  title: "Satisfaction",
  measure: "mean",
  questions: [{ name: "Satisfaction", tone: 0, isWeighted: false }],
  names: null,
  rolledOver: null,
  lines: [{ name: "Satisfaction", tone: 0, kind: "mean", question: 0 }],
  rows: [1, 2, 3].map(row),
  hasDots: false,
  hasLines: true,
  references: [],
  hasBand: false,
  labelled: new Set(),
  band: "none",
  hasCounts: false,
  mostCount: 0,
  x: { from: 1, to: 3, ticks: [{ at: 1, label: "January" }] },
  y: { from: 0, to: 5, ticks: [0, 5] },
};

function openChart(onZoom: ((from: number, to: number) => void) | null = null) {
  const page = renderPage(
    <TrendChart
      model={model}
      width={400}
      height={200}
      tick={String}
      figure={String}
      notes={[]}
      onZoom={onZoom}
      tooltip={({ at }) => `Bucket ${at}`}
    />,
  );
  return { ...page, chart: screen.getByRole("application", { name: "Satisfaction" }) };
}

test("arrow keys go from bucket to bucket as far as there are any, and Escape leaves them", async () => {
  const { user, chart } = openChart();
  await user.tab();
  expect(document.activeElement).toBe(chart);
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByText("Bucket 2")).toBeDefined();
  await user.keyboard("{End}{ArrowRight}");
  expect(screen.getByText("Bucket 3")).toBeDefined();
  await user.keyboard("{Home}");
  expect(screen.getByText("Bucket 1")).toBeDefined();
  await user.keyboard("{Escape}");
  expect(screen.queryByText(/Bucket/)).toBeNull();
});

test("what is marked with the pointer is zoomed to, whichever way it was drawn", () => {
  const onZoom = vi.fn();
  const { chart } = openChart(onZoom);
  fireEvent.pointerDown(chart, { clientX: 390, button: 0 });
  fireEvent.pointerMove(chart, { clientX: 40 });
  expect(screen.getByText("Bucket 1")).toBeDefined();
  fireEvent.pointerUp(window);
  expect(onZoom.mock.calls).toEqual([[1, 3]]);
});

test("a press in one place, and any where there is no time, zoom nowhere", () => {
  const onZoom = vi.fn();
  const { chart } = openChart(onZoom);
  fireEvent.pointerDown(chart, { clientX: 390, button: 0 });
  fireEvent.pointerUp(window);
  expect(onZoom).not.toHaveBeenCalled();
});
