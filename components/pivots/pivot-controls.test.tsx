import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { loadPivotState, type PivotState } from "@/lib/pivots/address";
import { PivotControls } from "./pivot-controls";
import { ShowAs } from "./show-as";

function Controls({ address }: { address: Record<string, string> }) {
  const [state, setState] = useState<PivotState>(loadPivotState(address));
  const onChange = (change: Partial<PivotState>) => setState({ ...state, ...change });
  return (
    <PivotControls state={state} weights={[]} timeZone="UTC" onChange={onChange} onSwap={() => {}}>
      <ShowAs state={state} hasSeveral={false} title={({ show }) => show} onChange={onChange} />
    </PivotControls>
  );
}

const OF_ITEMS = { rows: "price,staff", items: "true", values: "column,mean:price" };
/** Those whose labels stand on the page. */
const offered = (labels: string[]) => labels.filter((label) => screen.queryAllByText(label).length > 0);
const OF_TOTALS = ["Totals of rows", "Totals of columns", "Bases", "Subtotals", "Swap rows and columns"];
const OF_ROWS = [
  "Order of rows",
  "Hide rows below",
  "“Other” and “None” last",
  "Heat colours",
  "Decimals",
  "Tests: none",
];

test("settings of totals are not offered for the items of a grid, those of rows are", () => {
  renderPage(<Controls address={OF_ITEMS} />);
  expect(offered(OF_TOTALS)).toEqual([]);
  expect(offered(OF_ROWS)).toEqual(OF_ROWS);
});

test("any other table has all of them", () => {
  renderPage(<Controls address={{ rows: "price" }} />);
  expect(offered([...OF_TOTALS, ...OF_ROWS])).toEqual([...OF_TOTALS, ...OF_ROWS]);
});

test("subtotals are no choice of nets, which stand beside their options in any case", () => {
  renderPage(<Controls address={{ rows: "nets,brand", nets: "above" }} />);
  expect(screen.getByRole("switch", { name: "Subtotals" }).hasAttribute("disabled")).toBe(true);
});

test("a chart of items shows the top 2 or the mean, also by the banner, and a stack all answers", () => {
  const { unmount } = renderPage(<Controls address={{ ...OF_ITEMS, columns: "sex", chart: "bars" }} />);
  expect(offered(["Chart shows", "By the banner"])).toEqual(["Chart shows", "By the banner"]);
  unmount();
  renderPage(<Controls address={{ ...OF_ITEMS, columns: "sex", chart: "stacked" }} />);
  expect(offered(["Chart shows", "By the banner"])).toEqual([]);
});

test("a chart that cannot be drawn of the values says in the list what to choose instead", async () => {
  const { user } = renderPage(<Controls address={{ rows: "_time:month", columns: "owns", values: "mean:spend" }} />);
  await user.click(screen.getByLabelText("Show as", { selector: "input" }));
  const stacked = (await screen.findByText("Stacked bars")).closest("[role=option]");
  expect(stacked?.textContent).toContain("Choose one of them as the value");
  expect(stacked?.hasAttribute("data-combobox-disabled")).toBe(true);
});
