import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { Button } from "./button";
import { MenuItem, PopMenu } from "./pop-menu";

function openMenu() {
  const choose = vi.fn();
  const page = renderPage(
    <PopMenu trigger={(opens) => <Button {...opens}>Export</Button>}>
      <MenuItem onClick={() => choose("csv")}>CSV</MenuItem>
      <MenuItem onClick={() => choose("xlsx")} refused="Nothing to export.">
        XLSX
      </MenuItem>
      <MenuItem href="/settings" onClick={() => choose("settings")}>
        Settings
      </MenuItem>
    </PopMenu>,
  );
  return { ...page, choose };
}

const items = () => screen.queryAllByRole("menuitem", { hidden: true });

test("no item is in the document before the menu is opened, nor after one is chosen", async () => {
  const { user, choose } = openMenu();
  expect(items()).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Export" }));
  const csv = await screen.findByRole("menuitem", { name: "CSV" });
  expect(document.activeElement).toBe(csv);
  await user.click(csv);
  expect(choose.mock.calls).toEqual([["csv"]]);
  expect(items()).toHaveLength(0);
});

test("arrows go round the items, and a refused one says why and does nothing", async () => {
  const { user, choose } = openMenu();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByRole("menuitem", { name: "CSV" });
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("XLSXNothing to export.");
  await user.keyboard("{Enter}");
  expect(choose).not.toHaveBeenCalled();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("CSV");
  await user.keyboard("{End}");
  expect(document.activeElement?.getAttribute("href")).toBe("/settings");
});
