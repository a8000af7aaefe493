import { expect, type Page } from "@playwright/test";
import { test } from "../manager";
import { makeSurvey, men, ofWomenAndMen, women } from "../new-survey";
import { asOtherClient, listenToConsole, signIn, visit } from "./person";
import { cellOf, comeBack, gridOf, showSettings } from "./quota-grid";

async function openQuotas(page: Page, id: string, email = "manager@demo.test"): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, email);
  await visit(page, `/surveys/${id}?show=quotas`);
  await reachGrid(page);
}

/** The grid is one tab stop, that Tab comes to. */
async function reachGrid(page: Page): Promise<void> {
  const grid = gridOf(page);
  await expect(grid).toBeVisible();
  for (let stop = 0; stop < 40; stop += 1) {
    if (await grid.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the grid.");
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Gives up what was edited, and stands at the first cell. */
async function startAnew(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  await gridOf(page).focus();
  await press(page, "Control+Home");
}

/** Fills the clipboard as a spreadsheet would. */
const putInClipboard = (page: Page, text: string) => page.evaluate((held) => navigator.clipboard.writeText(held), text);
const rows = (page: Page) => gridOf(page).getAttribute("aria-rowcount").then(Number);
/** Header and sums are rows too. */
const expectQuotas = (page: Page, count: number) => expect.poll(() => rows(page)).toBe(count + 2);
const rowHead = (page: Page, quota: number) => gridOf(page).locator(`[aria-rowindex="${quota + 1}"] [role=rowheader]`);

test("500 rows are pasted, undone, redone, filled down, previewed and saved by keyboard alone, and read back", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const browser = listenToConsole(page);
  await openQuotas(page, id);
  const pasted = Array.from(
    { length: 500 },
    (_, at) => `Cell ${at + 1}\tAge: ${18 + (at % 60)}; Gender: Female\t${at + 1}`,
  );
  await putInClipboard(page, `${pasted.join("\r\n")}\r\n`);

  await press(page, "Control+ArrowDown", "Control+Enter", "Control+v");
  await expectQuotas(page, 502);
  await press(page, "Control+z");
  await expectQuotas(page, 3);
  await press(page, "Control+z");
  await expectQuotas(page, 2);
  await press(page, "Control+y", "Control+Shift+z");
  await expectQuotas(page, 502);

  await press(page, "Control+Home", "ArrowRight", "ArrowRight");
  await page.keyboard.type("55");
  await press(page, "Enter", "ArrowUp", "Shift+ArrowDown", "Control+d");
  await expect(cellOf(page, 2, "target")).toHaveText("55, changed");
  await expect(rowHead(page, 1)).toContainText("changed");
  await expect(rowHead(page, 3)).toContainText("new");

  await press(page, "Control+s");
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("500 new quotas")).toBeVisible();
  await expect(dialog.getByRole("table", { name: "Changes of quota Men" })).toContainText("4055");
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await press(page, "Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  await expect(rowHead(page, 1)).not.toContainText("changed");
  await expect(rowHead(page, 3)).not.toContainText("new");

  const { respondent_attributes: seen } = await asOtherClient(page, id);
  expect(seen).toHaveLength(502);
  expect(seen.slice(0, 2)).toMatchObject([
    { ...women, quota: 55 },
    { ...men, quota: 55 },
  ]);
  expect(seen.slice(2).map(({ quota_name, quota }) => `${quota_name} ${quota}`)).toEqual(
    pasted.map((_, at) => `Cell ${at + 1} ${at + 1}`),
  );
  expect(seen[2]?.qualifications.map(({ allowed_option_ids }) => allowed_option_ids.length)).toEqual([1, 1]);
  browser.expectQuiet();
});

test("cells are copied, cut, emptied, found and refused as in a spreadsheet, and what is wrong leads to its row", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  await openQuotas(page, id);
  await press(page, "Control+a", "Control+c");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("Women\tGender: Female\t60\t0\t0\t60\t0\nMen\tGender: Male\t40\t0\t0\t40\t0");

  // A range of two columns goes to the rows below, where quotas are made for it.
  await press(page, "Control+Home", "Shift+ArrowRight", "Shift+ArrowDown", "Control+x");
  await expect(cellOf(page, 1, "name")).toHaveText(", changed");
  await expect(cellOf(page, 1, "qualifications")).toHaveText("Everyone, changed");
  await press(page, "Control+z", "Control+Home", "ArrowRight", "ArrowRight", "Delete");
  await expect(cellOf(page, 1, "target")).toHaveText(", changed");
  await press(page, "Control+z");
  await expect(cellOf(page, 1, "target")).toHaveText("60");

  await page.keyboard.type("many");
  await press(page, "Enter");
  await expect(page.getByText("“many” is not a whole number of 0 or more.").first()).toBeVisible();
  await press(page, "Escape");
  await expect(cellOf(page, 1, "target")).toHaveText("60");

  await press(page, "ArrowLeft");
  await page.keyboard.type("gend");
  await press(page, "Enter");
  await expect(gridOf(page).getByRole("alert")).toBeVisible();
  await expect(gridOf(page).getByRole("option", { name: "Gender" })).toBeVisible();
  await press(page, "ArrowDown", "Enter");
  await page.keyboard.type("mal");
  await press(page, "ArrowDown", "Tab");
  await page.keyboard.type("; Age: 18-24");
  await press(page, "Tab");
  await page.keyboard.type("70");
  await press(page, "Enter");
  await expect(cellOf(page, 1, "qualifications")).toContainText("Gender MaleAge 18–24");
  await expect(cellOf(page, 1, "target")).toHaveText("70, changed");

  await press(page, "Control+f");
  await page.keyboard.type("men");
  await press(page, "Enter", "Enter");
  await expect(page.getByRole("search", { name: "Find in the quotas" })).toContainText("2 of 2");
  await press(page, "Escape");
  await expect(gridOf(page)).toBeFocused();
  await press(page, "Control+Shift+d");
  await expectQuotas(page, 3);
  await expect(cellOf(page, 3, "name")).toHaveText("Men copy");
  await press(page, "Control+Delete");
  await expectQuotas(page, 2);

  // Qualifications are chosen in their dialog, and warnings lead to their rows.
  await startAnew(page);
  await press(page, "ArrowRight", "Enter");
  const dialog = page.getByRole("dialog", { name: "Who belongs to “Women”" });
  await expect(dialog).toBeVisible();
  await press(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(gridOf(page)).toBeFocused();

  await page.keyboard.type("Gender: Male");
  await press(page, "Enter");
  const checks = page.getByRole("region", { name: "Checks" });
  const warning = checks.getByRole("button", { name: /are for the same respondents/ });
  await expect(warning).toBeVisible();
  await press(page, "Control+End");
  await warning.press("Enter");
  await expect(gridOf(page)).toBeFocused();
  await expect(gridOf(page)).toHaveAttribute("aria-activedescendant", /-0-6$/);
  await expect(page.getByText(/at most 40 reachable/)).toBeVisible();

  // An error of a save stands at its row, and its tab shows it.
  await startAnew(page);
  await press(page, "ArrowDown", "Delete", "Control+s");
  await expect(page.getByText("Some fields need a look: they say what is missing.")).toBeVisible();
  await expect(rowHead(page, 2)).toContainText("refused");
  await expect(cellOf(page, 2, "name")).toContainText("required");
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("Quota 2: ");
  const tab = page.getByRole("tab", { name: /^Quotas/ });
  await expect(tab.getByLabel("Something here needs a look")).toBeVisible();
  await page.keyboard.type("Gentlemen");
  await press(page, "Enter");
  await expect(tab.getByLabel("Something here needs a look")).toBeHidden();
  await press(page, "Control+s");
  await expect(page.getByRole("dialog", { name: "Save these changes?" })).toContainText("Gentlemen");
});

test("an entry reaches the quota whose cell was opened, even if others change the survey", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  await openQuotas(page, id);
  const {
    respondent_attributes: [first, second],
  } = await asOtherClient(page, id);
  await press(page, "ArrowDown", "ArrowRight", "ArrowRight");
  await page.keyboard.type("4");
  const put = (respondent_attributes: unknown[]) =>
    manager.patch("/api/demand/surveys", { data: { id, respondent_attributes } });
  expect((await put([second, first])).ok()).toBe(true);
  await comeBack(page, 60_000);
  await expect(cellOf(page, 2, "name")).toHaveText("Women");
  await page.keyboard.type("7");
  await press(page, "Enter");
  await expect(cellOf(page, 1, "target")).toHaveText("47, changed");
  await expect(cellOf(page, 2, "target")).toHaveText("60");
  await press(page, "Control+z");

  await press(page, "Control+Home", "ArrowRight", "ArrowRight");
  await page.keyboard.type("9");
  expect((await put([first])).ok()).toBe(true);
  await comeBack(page, 120_000);
  await expect(page.getByText("The quota whose cell was open has changed elsewhere")).toBeVisible();
  await expectQuotas(page, 1);
  await expect(cellOf(page, 1, "target")).toHaveText("60");
  await expect(gridOf(page)).toBeFocused();
});

test("an analyst reads a survey, copies its quotas and changes nothing", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  await openQuotas(page, id, "analyst@demo.test");
  await expect(page.getByText("Your role reads surveys.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save…" })).toBeHidden();
  await expect(gridOf(page)).toHaveAttribute("aria-readonly", "true");
  await press(page, "Control+Home", "Shift+ArrowDown", "Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Women\nMen");
  await page.keyboard.type("X");
  await press(page, "Delete", "Control+v", "Control+Delete", "Control+Enter", "Control+d");
  await expectQuotas(page, 2);
  await expect(cellOf(page, 1, "name")).toHaveText("Women");
  await expect(cellOf(page, 2, "name")).toHaveText("Men");
  await expect(page.getByRole("button", { name: "Add quota" })).toBeDisabled();
  await showSettings(page);
  await expect(page.getByLabel("Respondents")).toBeDisabled();
});

test("a target is changed at 390 px by touching it", async ({ browser, manager, baseURL }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}?show=quotas`);
  const target = gridOf(page).locator('[aria-rowindex="3"] [aria-colindex="3"]');
  await target.tap();
  await target.tap();
  await page.keyboard.type("45");
  await page.keyboard.press("Enter");
  await expect(target).toHaveText("45, changed");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await context.close();
});
