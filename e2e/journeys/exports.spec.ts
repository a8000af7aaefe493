import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { savedRows } from "../saved-rows";
import { test } from "../undrawn";
import { listenToConsole, signIn, visit } from "./person";

/** Chooses a form in the menu and gives what the browser saves. */
async function exported(page: Page, form: string): Promise<{ name: string; file: Buffer }> {
  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: form, exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), file: await readFile(await saved.path()) };
}

test("the list as it is narrowed, ordered and shown becomes a file, by keyboard too", async ({ page }) => {
  const listener = listenToConsole(page);
  await signIn(page, "analyst@demo.test");
  await visit(page, "/surveys?search=tracker&status=Complete&sort=name&columns=name,price,status");
  const total = Number.parseInt((await page.getByText(/^\d+ surveys?$/).textContent()) ?? "", 10);
  const names = await page.getByRole("table", { name: "Surveys" }).locator("tbody a").allInnerTexts();
  const shown = await exported(page, "CSV as shown");
  expect(shown.name).toMatch(/^Surveys \d{4}-\d\d-\d\d\.csv$/);
  const rows = savedRows(shown.file);
  expect(rows).toHaveLength(total);
  expect(Object.keys(rows[0] ?? {})).toEqual(["Survey", "Project", "Market", "Price", "Status"]);
  expect(rows.slice(0, names.length).map(({ Survey }) => Survey)).toEqual(names);
  expect(rows[0]?.Price).toMatch(/^\$\d/);

  const [full] = savedRows((await exported(page, "CSV with full values")).file);
  expect(full?.["Survey id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(full?.Price).toMatch(/^\d+(\.\d+)?$/);

  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "XLSX" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const sheet = await readSheet(await readFile(await (await saving).path()));
  expect(sheet).toHaveLength(total + 1);
  expect(sheet[0]?.slice(0, 4)).toEqual(["Survey", "Project", "Market", "Price"]);
  expect(typeof sheet[1]?.[3]).toBe("number");
  listener.expectQuiet();
});
