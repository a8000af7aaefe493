import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { fetchData, fetchResponses, fetchSpecs, type PivotRequest } from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { listViews } from "@/lib/contracts/ours/views";
import { gridQuestions, tableOfItem } from "@/lib/test-grid";
import { PivotsPage } from "./pivots-page";

const OF_ITEMS = "project=p&items=true&rows=price,staff&columns=sex&values=column,mean:price";

/** The page of a table of the grid that `test-grid` has, whose service counts person by person. */
function openGrid(look = "") {
  const ids = gridQuestions.map(({ id }) => id);
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: ids,
      measures: ids.slice(0, 2).map((questionId) => ({ aggregationType: 5, questionId, label: "Average" })),
    })),
    on(listQuestions, () => ({ questions: gridQuestions, weights: [], revision: 1 })),
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(fetchData, ({ body }) => {
      const { rows, columns } = body as PivotRequest;
      return tableOfItem(rows[0] === "price" ? "price" : "staff", columns.length > 0);
    }),
    on(fetchResponses, () => ({ total: 7, responses: [] })),
  );
  const page = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={false} />, {
    address: `/pivots?${OF_ITEMS}${look}`,
  });
  const items = async () => {
    const table = await screen.findByRole("table", { name: "Cross table" });
    return within(table)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
  };
  return { ...page, calls, items };
}

test("a heading of a grid's table sorts the items, greatest first, then least first, then as they were", async () => {
  const { user, address, items } = openGrid();
  expect(await items()).toEqual(["Price", "Staff"]);
  const click = async () => user.click(screen.getByRole("button", { name: "Answer 1" }));
  await click();
  // A fifth of the answers on staff are 1, and less than a tenth of those on the price.
  expect(await items()).toEqual(["Staff", "Price"]);
  expect(address()).toContain("sortColumn=option+1");
  expect(screen.getByRole("note").textContent).toContain("Rows are sorted by “Answer 1”, greatest first.");
  await click();
  expect(await items()).toEqual(["Price", "Staff"]);
  expect(screen.getByRole("note").textContent).toContain("Rows are sorted by “Answer 1”, least first.");
  await click();
  expect(screen.getByRole("note").textContent).not.toContain("Rows are sorted");
});

test("a cell of a grid's table opens the responses of its item", async () => {
  const { user, calls, items } = openGrid();
  await items();
  const [, , , , , , , top] = within(screen.getByRole("row", { name: /^Staff/ })).getAllByRole("button");
  if (!top) throw new Error("It has no cells.");
  await user.click(top);
  const dialog = await screen.findByRole("dialog", { name: "Respondents of this cell" });
  expect(await within(dialog).findByText("7 responses")).toBeDefined();
  expect(within(dialog).getByText("Staff · Top 2 · sex: Female")).toBeDefined();
  expect(calls.findLast(({ name }) => name === "fetchResponses")?.body).toMatchObject({
    ...{ rows: ["staff"], rowCodes: [], columns: ["sex"], columnCodes: [1] },
    filter: [{ questionId: "staff", operator: "in", value: [4, 5] }],
  });
});
