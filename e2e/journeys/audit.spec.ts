import { expect, type Page, test } from "@playwright/test";
import { makeSurvey, ofEverybody } from "../new-survey";
import { openSession } from "../sessions";
import { expectTooltip, listenToConsole, reload, signIn, visit } from "./person";

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

test("the audit is narrowed by name and outcome, and says so when nothing is left", async ({ page }) => {
  const name = `Narrowed ${Date.now()}`;
  await pausedSurvey(name);
  const browser = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await visit(page, "/audit");
  await page.getByLabel("Search by survey, project or id").fill(name);
  const rows = page.getByRole("table", { name: "Audit entries" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Person").fill("admin@demo");
  await expect(page).toHaveURL(/who=admin/);
  await expect(rows).toHaveCount(3);
  await page.getByPlaceholder("Any outcome").click();
  await page.getByRole("option", { name: "Refused" }).click();
  await expect(page.getByText("No entry matches these filters.")).toBeVisible();
  await expect(page).toHaveURL(/outcome=refused/);
  await page.goBack();
  await expect(rows).toHaveCount(3);
  const from = page.getByRole("textbox", { name: "From, UTC" });
  await from.fill("yesterday");
  await from.press("Enter");
  await expect(page.getByText("From, UTC: “yesterday” is no date.")).toBeVisible();
  await from.fill("2020-1-31");
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2020-01-31/);
  await expect(from).toHaveValue("2020-01-31");
  await expect(rows).toHaveCount(3);
  await from.fill("");
  await from.press("Enter");
  await expect(page).not.toHaveURL(/from=/);

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole("table", { name: "Audit entries" }).getByRole("row");
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(`Paused survey ${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  browser.expectQuiet();
});

test("an analyst sees that there are an audit and a duplicate check, and why they do not open", async ({ page }) => {
  const id = await pausedSurvey(`Not for analysts ${Date.now()}`);
  await signIn(page, "analyst@demo.test");
  await visit(page, `/surveys/${id}?history=true`);
  await expect(page.getByRole("button", { name: "History" })).toHaveAttribute("aria-disabled", "true");
  await expect(historyOf(page)).toHaveCount(0);
  const ofAudit = "The audit is for project managers and admins.";
  const ofDuplicates = "The duplicate check is for project managers and admins.";
  const menu = page.getByRole("navigation", { name: "Main" });
  await expectTooltip(page, menu.getByText("Duplicates"), ofDuplicates);
  await expectTooltip(page, menu.getByText("Audit"), ofAudit);
  await menu.getByText("Audit").click();
  await expect(page).toHaveURL(/\/surveys/);
  await visit(page, "/audit");
  await expect(page.getByRole("note")).toContainText(ofAudit);
  await visit(page, "/duplicates");
  await expect(page.getByRole("note")).toContainText(ofDuplicates);
});
