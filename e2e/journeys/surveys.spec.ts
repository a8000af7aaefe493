import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { openSession } from "../sessions";
import { DEMO_PASSWORD } from "../sign-in";
import { asOtherClient, choose, chooseFirst, listenToConsole, sendSignIn, signIn, signInPage, visit } from "./person";
import { cellOf, showQuotas, showSettings, typeCell } from "./quota-grid";

const LINK = "https://surveys.example/start?rid=[%RID%]&g=[%GENDER%]";

/** Fills a new survey with two quotas and leaves it unsaved. */
async function fillNewSurvey(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "New survey" }).click();
  await page.getByLabel("Name", { exact: false }).first().fill(name);
  await chooseFirst(page, "Project");
  await page.getByLabel("Respondents").fill("100");
  await page.getByLabel("Length of interview").fill("5");
  await page.getByLabel("Incidence rate").fill("80");
  await page.getByLabel("Entry link").fill(LINK);
  await showQuotas(page);
  await typeCell(page, 1, "name", "Women 18-34");
  await typeCell(page, 1, "target", "60");
  await cellOf(page, 1, "qualifications").dblclick();
  await addQuestion(page, "Age");
  await page.getByLabel("Age from and to").fill("18-34");
  await addQuestion(page, "Gender");
  await page
    .getByRole("combobox", { name: "Options of Gender" })
    .or(page.getByLabel("Options of Gender"))
    .first()
    .click();
  await page.getByRole("option", { name: "Female" }).click();
  await page.getByRole("dialog").getByText("Gender", { exact: true }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Add quota" }).click();
  await typeCell(page, 2, "name", "Everyone else");
  await typeCell(page, 2, "target", "40");
  await showSettings(page);
}

async function addQuestion(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Add a question").click();
  await page.getByRole("option", { name: new RegExp(`^${name}\\b`) }).click();
}

const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

const priced = { ...ofWomenAndMen, offered_price_per_complete: 2 };

test("a manager finds a survey, creates one with quotas, takes it live and edits it, and another client sees it", async ({
  page,
}) => {
  const browser = listenToConsole(page);
  await signInPage(page, "manager@demo.test");
  await page.getByLabel("Search surveys").fill("tracker");
  await expect(page).toHaveURL(/search=tracker/);
  await expect(page.getByRole("table").getByRole("link").first()).toContainText(/tracker/i);

  const name = `Journey ${Date.now()}`;
  await fillNewSurvey(page, name);
  await expect(page.getByText("Recommended minimum $1.07")).toBeVisible();
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  const id = idOf(page);
  expect(await asOtherClient(page, id)).toMatchObject({ name, status: "Draft", offered_price_per_complete: 1.07 });

  await choose(page, "Status", "Live");
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("row", { name: "Status Draft Live" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();

  await page.getByLabel("Price per complete").fill("1.00");
  const warning = "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.";
  await expect(page.getByText(warning)).toBeVisible();
  await page.getByRole("button", { name: "Save…" }).click();
  await expect(dialog.getByRole("row", { name: "Price per complete $1.07 $1.00" })).toBeVisible();
  await expect(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole("button", { name: "Back to editing" }).click();
  await page.getByLabel("Price per complete").fill("2.50");
  await page.getByRole("button", { name: "Save…" }).click();
  await expect(dialog.getByRole("row", { name: "Price per complete $1.07 $2.50" })).toBeVisible();
  await expect(dialog.getByText(warning)).toBeHidden();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  const seen = await asOtherClient(page, id);
  expect(seen).toMatchObject({ status: "Live", offered_price_per_complete: 2.5, entry_link: LINK });
  expect(seen.respondent_attributes.map(({ quota_name, quota }) => [quota_name, quota])).toEqual([
    ["Women 18-34", 60],
    ["Everyone else", 40],
  ]);
  browser.expectQuiet();
});

test("a quota is never dropped unseen: the preview names it", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}?show=quotas`);
  await cellOf(page, 2, "name").click();
  await page.getByRole("button", { name: "Remove rows" }).click();
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("This removes 1 quota")).toBeVisible();
  await expect(dialog.getByText("Men: target 40, collected 0 completes of 0 starts")).toBeVisible();
  await dialog.getByRole("button", { name: "Back to editing" }).click();
  expect((await asOtherClient(page, id)).respondent_attributes).toHaveLength(2);
  await page.getByRole("button", { name: "Save…" }).click();
  await dialog.getByRole("button", { name: "Save and remove 1 quota" }).click();
  await expect(dialog).toBeHidden();
  expect((await asOtherClient(page, id)).respondent_attributes).toHaveLength(1);
});

test("when the survey changed meanwhile, the person chooses mine or theirs per field and nothing is overwritten unseen", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await page.getByLabel("Price per complete").fill("3.00");
  await page.getByLabel("Respondents").fill("120");

  const other = await openSession({ email: "admin@demo.test" });
  const theirs = { id, offered_price_per_complete: 4, length_of_interview: 9 };
  expect((await other.patch("/api/demand/surveys", { data: theirs })).ok()).toBe(true);

  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("This survey was changed since you opened it")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await dialog.getByText("Theirs: $4.00").click();
  await expect(dialog.getByRole("row", { name: "Respondents 100 120" })).toBeVisible();
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await asOtherClient(page, id)).toMatchObject({
    respondents: 120,
    offered_price_per_complete: 4,
    length_of_interview: 9,
  });
  await other.dispose();
});

test("counts that move are no change: a save goes through without questions", async ({ page, manager }) => {
  const list = await (await manager.get("/api/demand/surveys?statuses=Live&sort=-survey_completes&page_size=1")).json();
  const survey = list.surveys[0];
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await page.getByLabel("Price per complete").fill(String(survey.offered_price_per_complete + 1));
  const { responses } = await (
    await manager.get(`/api/demand/responses?survey_id=${survey.id}&statuses=complete&page_size=1`)
  ).json();
  const rejected = await manager.patch("/api/demand/responses", {
    data: { rdud: responses[0].rdud, reconciliation_status: "Rejected" },
  });
  expect(rejected.ok()).toBe(true);
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await expect(dialog.getByText("was changed since")).toBeHidden();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
});

test("leaving with unsaved edits asks first, by link and by going back", async ({ page }) => {
  await signIn(page, "manager@demo.test");
  await visit(page, "/surveys");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByLabel("Respondents").fill("4321");
  await page.getByRole("link", { name: "Projects" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Respondents")).toHaveValue("4,321");
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Surveys" })).toBeVisible();
});

test("a session that ended asks for the password in place and loses nothing", async ({ page, context, manager }) => {
  const { id } = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await page.getByLabel("Respondents").fill("150");
  // Else the draft's own write may be the one that finds the session ended.
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await context.clearCookies({ name: /session$/ });
  await page.getByRole("button", { name: "Save…" }).click();
  const again = page.getByRole("dialog", { name: "Sign in to continue" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("row", { name: "Respondents 100 150" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
});

test("an analyst reads a survey and can change nothing", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager);
  await signIn(page, "analyst@demo.test");
  await visit(page, `/surveys/${id}`);
  await expect(page.getByText("Your role reads surveys.")).toBeVisible();
  await expect(page.getByLabel("Respondents")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save…" })).toBeHidden();
});

test("signing out ends the session itself, not only the cookie", async ({ page, context, playwright, baseURL }) => {
  await signInPage(page, "analyst@demo.test");
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.getByRole("button", { name: "Signed in as Demo analyst" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  const old = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { cookie: cookies },
  });
  expect((await old.get("/api/demand/surveys")).status()).toBe(401);
  await old.dispose();
});

test("a link that is opened signed out shows the same after the sign-in", async ({ page }) => {
  const link = "/surveys?view=all&status=Live&search=no+survey+is+called+so&sort=-survey_completes";
  await visit(page, link);
  await sendSignIn(page, "analyst@demo.test");
  await expect(page).toHaveURL(link);
  const field = page.getByLabel("Search surveys");
  await expect(field).toHaveValue("no survey is called so");
  await expect(page.getByText("No survey matches these filters.")).toBeVisible();
  // What is not found among the live ones can be looked for among all.
  const all = page.getByRole("button", { name: "Search all surveys for “no survey is called so”" });
  await all.click();
  await expect(page).not.toHaveURL(/status=/);
  await expect(field).toHaveValue("no survey is called so");
  await expect(field).toBeFocused();
  await expect(all).toBeHidden();
});

test("text typed before the scripts load is kept, at the sign-in and in the search", async ({ page }) => {
  let release = () => {};
  const openEarly = async (address: string) => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address, { waitUntil: "commit" });
  };
  await openEarly("/sign-in");
  await page.getByLabel("E-mail").fill("manager@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  release();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Surveys" })).toBeVisible();

  await openEarly("/surveys?view=all");
  await page.getByLabel("Search surveys").fill("no survey is called so");
  release();
  await expect(page).toHaveURL(/search=no/);
  await expect(page.getByText("No survey matches these filters.")).toBeVisible();
});

test("at 1440 px the filters of surveys stand in one line, two chosen statuses and the manager's in whole words", async ({
  page,
}) => {
  await signIn(page, "manager@demo.test");
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/surveys?view=all&status=Live,Paused");
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
  const status = page.getByRole("combobox", { name: "Status" });
  await expect(status).toHaveValue("Live, Paused");
  const isCut = (field: Element) => field.scrollWidth > field.clientWidth;
  expect(await status.evaluate(isCut)).toBe(false);
  const search = page.getByRole("searchbox", { name: "Search surveys" });
  expect(await topOf(page.getByRole("button", { name: "Columns" }))).toBe(await topOf(search));
});

test("surveys are narrowed and sorted at 390 px, and one opened, without scrolling sideways", async ({ page }) => {
  await signIn(page, "manager@demo.test");
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/surveys?view=all&status=Live");
  const filters = page.getByRole("button", { name: "Filters (1)" });
  const status = page.getByRole("combobox", { name: "Status" });
  await expect(filters).toHaveAttribute("aria-expanded", "false");
  await expect(status).toBeHidden();
  await filters.press("Enter");
  await expect(filters).toHaveAttribute("aria-expanded", "true");
  await expect(status).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price");
  await expect(page).toHaveURL(/sort=-offered_price_per_complete/);
  await page.getByRole("button", { name: "Descending" }).click();
  await expect(page).toHaveURL(/sort=offered_price_per_complete/);
  await expect(page.getByRole("button", { name: "Ascending" })).toBeVisible();
  await page.getByRole("table", { name: "Surveys" }).getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Save…" })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
