import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "../test-page";
import { ColumnChooser } from "./column-chooser";

const columns = [
  { id: "name", header: "Survey", fixed: "first" as const },
  { id: "price", header: "Price" },
  { id: "status", header: "Status" },
  { id: "ir", header: "IR" },
];

function Chooser({ onChange }: { onChange: (ids: string[] | null) => void }) {
  const [ids, setIds] = useState<string[] | null>(null);
  const chosen = ids === null ? columns : columns.filter(({ id, fixed }) => fixed || ids.includes(id));
  const ordered = ids === null ? chosen : chosen.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const change = (next: string[] | null) => {
    setIds(next);
    onChange(next);
  };
  return <ColumnChooser columns={columns} chosen={ordered} onChange={change} />;
}

async function openChooser() {
  const changes: (string[] | null)[] = [];
  const page = renderPage(<Chooser onChange={(ids) => changes.push(ids)} />);
  screen.getByRole("button", { name: "Columns" }).focus();
  await page.user.keyboard("{Enter}");
  await screen.findByRole("checkbox", { name: "Price" });
  return { ...page, changes };
}

test("a column that moves keeps the focus on the button that moved it, up to the edge and beyond", async () => {
  const { user, changes } = await openChooser();
  screen.getByRole("button", { name: "Move IR up" }).focus();
  await user.keyboard("{Enter}{Enter}{Enter}");
  expect(changes).toEqual([
    ["price", "ir", "status"],
    ["ir", "price", "status"],
  ]);
  const up = screen.getByRole("button", { name: "Move IR up" });
  expect(document.activeElement).toBe(up);
  expect(up.getAttribute("aria-disabled")).toBe("true");
});

test("a column is left out, comes back at the end, and all come back in their own order", async () => {
  const { user, changes } = await openChooser();
  await user.click(screen.getByRole("checkbox", { name: "Price" }));
  await user.click(screen.getByRole("checkbox", { name: "Price" }));
  await user.click(screen.getByRole("button", { name: /^(All, in their usual order|Reset columns)$/ }));
  expect(changes).toEqual([["status", "ir"], ["status", "ir", "price"], null]);
  expect(screen.queryByRole("checkbox", { name: "Survey" })).toBeNull();
});
