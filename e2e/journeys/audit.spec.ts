import { expect, type Page } from "@playwright/test";
import { makeSurvey, ofEverybody } from "../new-survey";
import { openSession } from "../sessions";
import { test } from "../undrawn";
import { listenToConsole, reload, signIn, visit } from "./person";

/** A survey of this test's own, made and paused by the admin. */
async function pausedSurvey(name: string): Promise<string> {
  const admin = await openSession({ email: "admin@demo.test" });
  const { id } = await makeSurvey(admin, { name, status: "Live", ...ofEverybody(50) });
  const paused = await admin.patch("/api/demand/surveys", { data: { id, status: "Paused", respondents: 60 } });
  expect(paused.status()).toBe(200);
  return id;
}

const historyOf = (page: Page) => page.getByRole("list", { name: "History" }).getByRole("listitem");

test("a manager asks the survey who paused it, and has the answer in two clicks", async ({ page }) => {
  const name = `Paused by whom ${Date.now()}`;
  const id = await pausedSurvey(name);
  const browser = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await page.getByRole("button", { name: "History" }).click();
  const newest = historyOf(page).first();
  await expect(newest).toContainText("Paused by admin@demo.test");
  await expect(newest).toContainText("Live → became Paused");
  await expect(page).toHaveURL(/history=true/);

  await page.getByRole("link", { name: "All of it, with filters and details" }).click();
  await expect(page).toHaveURL(`/audit?thing=surveys&id=${id}`);
  const rows = page.getByRole("table", { name: "Audit entries" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(`Paused survey ${name}`);
  await expect(rows.nth(2)).toContainText(`Created survey ${name}`);

  await rows.nth(1).getByRole("button", { name: "Details" }).click();
  const values = page.getByRole("table", { name: "Before and after" });
  await expect(values.getByRole("row", { name: "Respondents" })).toContainText(/50\s*60/);
  await expect(page).toHaveURL(/entry=\d+/);
  // A pasted link shows the same.
  await reload(page);
  await expect(values.getByRole("row", { name: "Status" })).toContainText(/Live\s*Paused/);
  await page.keyboard.press("Escape");
  await expect(values).toBeHidden();
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  browser.expectQuiet();
});
