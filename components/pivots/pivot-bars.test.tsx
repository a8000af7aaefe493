import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import type { PivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { PivotBars } from "./pivot-bars";

const chart: PivotChart = {
  ...{ kind: "stacked", title: "Liking by region", value: "% of row", along: "Region", across: "Liking" },
  ...{ form: { kind: "percent", decimals: 0 }, categories: ["North"], series: ["Poor", "Fair", "Good"] },
  tones: [0, 0.5, 1].map((at) => ({ ramp: "sequential", at })),
  cells: [[1, 39, 60].map((value) => ({ value, base: 90, effective: null }))],
  ...{ scale: { from: 0, to: 100, ticks: [0, 50, 100] }, notes: [] },
};

test("parts of a stack have their figures where they fit, in a colour that is read on their own", async () => {
  const { container } = renderPage(<PivotBars chart={chart} width={600} />);
  const good = await screen.findByText("60%");
  expect(good.getAttribute("fill")).toBe("light-dark(#ffffff, #000000)");
  expect(screen.getByText("39%")).toBeDefined();
  expect(screen.queryByText("1%")).toBeNull();
  const fills = [...container.querySelectorAll(".recharts-bar-rectangle path")].map((path) =>
    path.getAttribute("fill"),
  );
  expect(fills).toEqual([
    "light-dark(#7a90e2, #5b70cf)",
    "light-dark(#4a5fd0, #93a6ff)",
    "light-dark(#1b2a78, #dfe6ff)",
  ]);
});
