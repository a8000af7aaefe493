import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { loadPivotState, type PivotState } from "@/lib/pivots/address";
import { type Made, preparePivot } from "@/lib/pivots/prepare-pivot";
import { measuresOf } from "@/lib/pivots/values";
import { PivotTable } from "./pivot-table";

const counts = [
  [80, 20, 100],
  [20, 80, 100],
  [100, 100, 200],
];
const figures = counts.map((row) => row.map((n) => [n]));
const values: PivotState["values"] = [{ show: "column", questionId: null }];
const made: Made = {
  table: {
    ...{ rows: [["Acme"], ["Bolt"], []], rowCodes: [[1], [2], []] },
    ...{ columns: [["Female"], ["Male"], []], columnCodes: [[1], [2], []] },
    ...{ cells: figures, base: figures, weightedBase: figures, effectiveBase: figures },
    ...{ deviation: counts.map((row) => row.map(() => [null])), excluded: 0 },
  },
  ...{ measures: measuresOf(values), isWeighted: false, sharesColumns: false },
  titles: { rows: ["Brand"], columns: ["Sex"], value: () => "% of column" },
};

function show(letters: PivotState["letters"]) {
  const state = { ...loadPivotState(new URLSearchParams("against=columns")), values, letters };
  const grid = preparePivot(made, state);
  renderPage(<PivotTable grid={grid} label="Brand by sex" sorted={null} onSort={vi.fn()} onOpen={null} />);
  const row = screen.getByRole("row", { name: /^Acme/ });
  return { row, cells: within(row).getAllByRole("cell") };
}

test("letters stand before their figure", () => {
  const { row, cells } = show("beside");
  expect(row.querySelector("sup")).toBeNull();
  expect(cells.map(({ textContent }) => textContent)).toContain("Bhigher than B: 80.0%");
});

test("letters stand as superscripts behind their figure where they are wanted so, and are read in words", () => {
  const { row, cells } = show("superscript");
  expect([...row.querySelectorAll("sup")].map(({ textContent }) => textContent)).toEqual(["B"]);
  expect(cells.map(({ textContent }) => textContent)).toContain("80.0%B, higher than B");
});
