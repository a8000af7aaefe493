import { screen, within } from "@testing-library/react";
import { useMemo, useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "../test-page";
import { type Column, DataTable } from "./data-table";
import { refusedProps } from "./refusable";
import { RowButton } from "./row-button";
import { TipHost } from "./tip-host";
import { useSelection } from "./use-selection";

type Survey = { id: string; completes: number };
const rows: Survey[] = [
  { id: "Brand tracker", completes: 12 },
  { id: "Ad test", completes: 7 },
];
const REASON = "Your role reads surveys.";

function Table({ onDrawn }: { onDrawn?: (id: string) => void }) {
  const [sort, setSort] = useState({ key: "name", descending: false });
  const selection = useSelection();
  const columns = useMemo(
    (): Column<Survey>[] => [
      {
        id: "name",
        header: "Survey",
        sortKey: "name",
        card: "title",
        cell: ({ id }) => {
          onDrawn?.(id);
          return id;
        },
      },
      { id: "completes", header: "Completes", figures: true, sortKey: "completes", cell: ({ completes }) => completes },
      { id: "edit", header: "Edit", cell: () => <RowButton {...refusedProps(REASON)}>Edit</RowButton> },
    ],
    [onDrawn],
  );
  return (
    <>
      <DataTable
        label="Surveys"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        selection={selection}
        empty="None"
      />
      <output>{[...selection.ids].join(", ")}</output>
      <TipHost />
    </>
  );
}

test("a row is in the document once, for the table and for the cards of a narrow screen", () => {
  renderPage(<Table />);
  expect(screen.getAllByText("Brand tracker")).toHaveLength(1);
  const [, first] = within(screen.getByRole("table", { name: "Surveys" })).getAllByRole("row");
  const labels = [...(first?.querySelectorAll("td") ?? [])].map((cell) => cell.dataset.label);
  expect(labels).toEqual([undefined, undefined, "Completes", "Edit"]);
});

test("choosing one row draws that row again and no other", async () => {
  const drawn: string[] = [];
  const { user } = renderPage(<Table onDrawn={noteIn(drawn)} />);
  drawn.length = 0;
  await user.click(screen.getAllByRole("checkbox", { name: "Choose this row" })[1] as HTMLElement);
  expect(screen.getByRole("status").textContent).toBe("Ad test");
  expect(new Set(drawn)).toEqual(new Set(["Ad test"]));
});

test("the box of the head is mixed while some rows of the page are chosen, and chooses all", async () => {
  const { user } = renderPage(<Table />);
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Choose all on this page" });
  await user.click(screen.getAllByRole("checkbox", { name: "Choose this row" })[0] as HTMLElement);
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(screen.getByRole("status").textContent).toBe("Brand tracker, Ad test");
  expect(all.indeterminate).toBe(false);
});

test("figures are sorted from the highest first, and the other way round when asked again", async () => {
  const { user } = renderPage(<Table />);
  const head = () => screen.getByRole("columnheader", { name: "Completes" }).getAttribute("aria-sort");
  await user.click(screen.getByRole("button", { name: "Completes" }));
  expect(head()).toBe("descending");
  await user.click(screen.getByRole("button", { name: "Completes" }));
  expect(head()).toBe("ascending");
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Survey");
  expect(head()).toBeNull();
});

test("the page's one tooltip says why a control is refused, while it has the focus", async () => {
  const { user } = renderPage(<Table />);
  const [button] = screen.getAllByRole("button", { name: "Edit" });
  expect(screen.queryByRole("tooltip")).toBeNull();
  button?.focus();
  const tooltip = await screen.findByRole("tooltip", { hidden: true });
  expect(tooltip.textContent).toBe(REASON);
  expect(button?.getAttribute("aria-describedby")).toBe(tooltip.id);
  await user.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("tooltip", { hidden: true })).toBeNull();
  expect(button?.hasAttribute("aria-describedby")).toBe(false);
});

const noteIn = (drawn: string[]) => (id: string) => void drawn.push(id);
