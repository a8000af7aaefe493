import { expect, type Locator, type Page } from "@playwright/test";

export const gridOf = (page: Page): Locator => page.getByRole("grid", { name: "Quotas" });

/** Shows the quotas of the survey that is open. */
export async function showQuotas(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Quotas/ }).click();
  await expect(gridOf(page)).toBeVisible();
}

export const showSettings = (page: Page) => page.getByRole("tab", { name: "Settings" }).click();

const places = { name: 2, qualifications: 3, target: 4 };

/** The cell of a quota, counted from 1. */
export const cellOf = (page: Page, quota: number, column: keyof typeof places): Locator =>
  gridOf(page).locator(`[aria-rowindex="${quota + 1}"] [aria-colindex="${places[column]}"]`);

/** Types into a cell and saves it with Enter. */
export async function typeCell(page: Page, quota: number, column: keyof typeof places, text: string): Promise<void> {
  await cellOf(page, quota, column).click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await expect(cellOf(page, quota, column)).toContainText(text);
}

/** Has the page read the survey anew, as it does for somebody who comes back to it after a while. */
export async function comeBack(page: Page, afterMs: number): Promise<void> {
  await page.clock.setFixedTime(Date.now() + afterMs);
  const read = page.waitForResponse((response) => response.url().includes("/api/demand/surveys?ids="));
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await read;
}
