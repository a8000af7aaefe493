import { act, screen, waitFor } from "@testing-library/react";
import { Profiler } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { prepareTrend } from "@/lib/charts/prepare-trend";
import { prepareShare } from "@/lib/charts/series";
import { renderPage } from "../test-page";
import { TrendCharts } from "./trend-charts";

/** By what is watched: tells that it has come near the screen, or is gone. */
const watched = new Map<Element, (isIntersecting: boolean) => void>();

class Watch {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe = (element: Element) => watched.set(element, (isIntersecting) => this.tell([{ isIntersecting }]));
  disconnect = () => {};
}

/** Every element is as wide as a desktop's page. */
class Width {
  constructor(private readonly tell: (entries: object[]) => void) {}
  observe = () => this.tell([{ contentRect: { width: 1200, height: 400 } }]);
  unobserve = () => {};
  disconnect = () => {};
}

beforeEach(() => {
  watched.clear();
  vi.stubGlobal("IntersectionObserver", Watch);
  vi.stubGlobal("ResizeObserver", Width);
});

const weighted = { weightedCount: null, weightedChosen: null, effectiveCount: null };
const point = { share: 0.5, count: 20, chosen: 10, ...weighted };
const { questions } = prepareTrend({
  questions: ["Trust", "Taste", "Price"].map((id) => ({
    ...{ id, title: id },
    series: prepareShare(
      id,
      [1, 2, 3].map((day) => ({ ...point, x: `2031-01-0${day}T00:00:00Z` })),
    ),
  })),
  ...{ rolling: 1, zoom: null },
});

/** How many charts there were after each commit. */
const drawnByCommit: number[] = [];

async function openCharts() {
  renderPage(
    <Profiler id="charts" onRender={() => drawnByCommit.push(drawn().length)}>
      <TrendCharts
        {...{ questions, mode: "multiples", names: null, rolling: 1, band: "none", targets: [], labels: "none" }}
        buckets={{ kind: "time", type: "daily", timeZone: "UTC" }}
        notes={new Map()}
        onZoom={null}
      />
    </Profiler>,
  );
  // Charts are observed after they are rendered.
  await waitFor(() => expect(watched.size).toBe(questions.length));
}

const drawn = () => screen.queryAllByRole("application").map((chart) => chart.getAttribute("aria-label"));

const see = (title: string, isNear: boolean) => {
  for (const [element, tell] of watched) if (element.querySelector(`[aria-label="${title}"]`)) tell(isNear);
};

test("draws only the charts near the screen; the others have their title and their text for screen readers", async () => {
  await openCharts();
  expect(drawn()).toEqual([]);
  await act(async () => {
    see("Trust", true);
    see("Taste", true);
  });
  expect(drawn()).toEqual(["Trust", "Taste"]);
  expect(screen.getByRole("region", { name: "Price" }).textContent).toContain("50.0% in Wed, 1 Jan 2031");
  await act(async () => see("Trust", false));
  expect(drawn()).toEqual(["Taste"]);
});

test("charts that come near the screen together are drawn one after the other", async () => {
  await openCharts();
  drawnByCommit.length = 0;
  await act(async () => {
    for (const title of ["Trust", "Taste", "Price"]) see(title, true);
  });
  expect([...new Set(drawnByCommit)]).toEqual([1, 2, 3]);
});

test("a chart that leaves before its turn holds none of the others up", async () => {
  await openCharts();
  await act(async () => {
    for (const title of ["Trust", "Taste", "Price"]) see(title, true);
    see("Taste", false);
    see("Trust", true);
  });
  expect(drawn()).toEqual(["Trust", "Price"]);
  await act(async () => see("Taste", true));
  expect(drawn()).toEqual(["Trust", "Taste", "Price"]);
});
