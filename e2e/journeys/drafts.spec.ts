import { type Browser, expect, type Page } from "@playwright/test";
import type { HttpSession } from "../http-session";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { expectAccessible } from "./accessible";
import { listenToConsole, reload, signIn, visit } from "./person";
import { cellOf, showQuotas, typeCell } from "./quota-grid";

const priced = { ...ofWomenAndMen, offered_price_per_complete: 2 };

/** Another computer: a browser of its own, signed in, at an address. */
async function elsewhere(browser: Browser, baseURL: string | undefined, path: string, email = "manager@demo.test") {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await signIn(page, email);
  await visit(page, path);
  return { context, page };
}

const offerOf = (page: Page) => page.getByRole("status").filter({ hasText: "You have unsaved changes from" });
/** Shown only while nothing waits to be kept. */
const saved = (page: Page) => page.getByText(/^Draft saved \d\d:\d\d UTC$/);
const price = (page: Page) => page.getByLabel("Price per complete");

const draftOf = async (api: HttpSession, id: string) =>
  (await (await api.get(`/api/drafts?thing=surveys&thing_id=${id}`)).json()).draft;

test("a crash in mid-edit loses nothing: another computer restores the draft, sees what others changed, and saves", async ({
  browser,
  page,
  manager,
  baseURL,
}) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await price(page).fill("2.75");
  await page.getByLabel("Respondents").fill("140");
  await showQuotas(page);
  await typeCell(page, 1, "target", "100");
  // What is saved is told of what the page follows: the quota comes a moment after the grid has it.
  await expect(page.getByText("3 fields changed")).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await page.close();
  const theirs = { id: survey.id, offered_price_per_complete: 4, length_of_interview: 9 };
  expect((await manager.patch("/api/demand/surveys", { data: theirs })).ok()).toBe(true);

  const second = await elsewhere(browser, baseURL, `/surveys/${survey.id}`);
  const quiet = listenToConsole(second.page);
  const offer = offerOf(second.page);
  await expect(offer).toContainText(/You have unsaved changes from \d\d:\d\d UTC, 3 fields/);
  await expect(offer).toContainText("The survey was changed since then");
  await expect(price(second.page)).toHaveValue("$4.00");
  await offer.getByRole("button", { name: "Show them" }).click();
  await expect(offer.getByLabel(/^Unsaved changes from/)).toHaveValue(/Respondents: 140/);
  await offer.getByRole("button", { name: "Take them up" }).click();
  await expect(offer).toBeHidden();
  await expect(price(second.page)).toHaveValue("$2.75");
  await expect(second.page.getByText("3 fields changed")).toBeVisible();

  await second.page.getByRole("button", { name: "Save…" }).click();
  const dialog = second.page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("This survey was changed since you opened it")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await dialog.getByText("Mine: $2.75").click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => draftOf(manager, survey.id)).toBeNull();
  const { surveys } = await (await manager.get(`/api/demand/surveys?ids=${survey.id}`)).json();
  expect(surveys[0]).toMatchObject({ respondents: 140, offered_price_per_complete: 2.75, length_of_interview: 9 });
  expect(surveys[0].respondent_attributes[0]).toMatchObject({ quota: 100 });
  quiet.expectQuiet();
  await second.context.close();
});

test("discarded edits of quotas are restored with the steps that led to them", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}?show=quotas`);
  const takeBack = page.getByRole("button", { name: "Take changes back" });
  await typeCell(page, 1, "target", "55");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(cellOf(page, 1, "target")).toHaveText("60");

  // What is typed by mistake does not take its place.
  await typeCell(page, 2, "target", "7");
  await expect(takeBack).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await takeBack.click();
  await expect(cellOf(page, 1, "target")).toHaveText("55, changed");
  await expect.poll(async () => (await draftOf(manager, survey.id))?.draft.respondent_attributes[0].quota).toBe(55);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cellOf(page, 1, "target")).toHaveText("60");
});

test("what was typed survives closing at once, and discarding it is for good", async ({
  page: closed,
  context,
  manager,
}) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(closed, "manager@demo.test");
  await visit(closed, `/surveys/${survey.id}`);
  await expect(price(closed)).toHaveValue("$2.00");
  await closed.getByLabel("Respondents").fill("110");
  await expect(closed.getByText("No unsaved changes")).toBeHidden();
  await closed.getByLabel("Respondents").fill("111");
  closed.on("dialog", (dialog) => void dialog.accept());
  await closed.close({ runBeforeUnload: true });
  await expect.poll(async () => (await draftOf(manager, survey.id))?.draft.respondents).toBe(111);

  const page = await context.newPage();
  await visit(page, `/surveys/${survey.id}`);
  await expect(offerOf(page)).toContainText("1 field");
  await offerOf(page).getByRole("button", { name: "Discard them" }).click();
  await expect(offerOf(page)).toBeHidden();
  expect(await draftOf(manager, survey.id)).toBeNull();
  await reload(page);
  await expect(price(page)).toHaveValue("$2.00");
  await expect(offerOf(page)).toBeHidden();
});

test("of two windows with one draft the second is told, and goes on without loss", async ({
  page,
  context,
  manager,
}) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  const other = await context.newPage();
  await visit(other, `/surveys/${survey.id}`);
  await expect(price(other)).toHaveValue("$2.00");
  await price(page).fill("2.10");
  await expect(saved(page)).toBeVisible();

  await other.getByLabel("Respondents").fill("222");
  const notice = other.getByRole("alert").filter({ hasText: "being edited in another window" });
  await expect(notice).toContainText("This page’s changes (1 field) are newer");
  expect((await draftOf(manager, survey.id)).draft).toMatchObject({ respondents: 100 });
  await expectAccessible(other, { within: "[role=alert]" });
  await notice.getByRole("button", { name: "Continue here" }).click();
  await expect(saved(other)).toBeVisible();
  expect((await draftOf(manager, survey.id)).draft).toMatchObject({ respondents: 222 });
});
