import { expect, type Locator, type Page } from "@playwright/test";
import { httpSession } from "../http-session";
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

test("somebody finds a survey, creates one over a reload, takes it live and edits it, and another client sees it", async ({
  page,
}) => {
  // The only new survey that this person writes in the journeys: there is one draft of it per person.
  const who = "admin@demo.test";
  const api = await openSession({ email: who });
  const draftOf = async () => (await (await api.get("/api/drafts?thing=surveys&thing_id=new")).json()).draft;
  // A run that broke off may have left one.
  const left = await draftOf();
  if (left) {
    const { writer, version } = left;
    const data = { thing: "surveys", thing_id: "new", writer, follows: { writer, version } };
    expect((await api.post("/api/drafts/discard", { data })).ok()).toBe(true);
  }
  const browser = listenToConsole(page);
  await signInPage(page, who);
  // Whoever manages live surveys by now has the list opened with those.
  await visit(page, "/surveys?view=all");
  await page.getByLabel("Search surveys").fill("tracker");
  await expect(page).toHaveURL(/search=tracker/);
  await expect(page.getByRole("table").getByRole("link").first()).toContainText(/tracker/i);

  const name = `Journey ${Date.now()}`;
  await fillNewSurvey(page, name);
  await expect(page.getByText("Recommended minimum $1.07")).toBeVisible();

  // What is not created yet is kept too, with its quotas, and is no draft any more once it is created.
  await expect.poll(async () => JSON.stringify(await draftOf())).toContain("Everyone else");
  await expect(page.getByText(/^Draft saved \d\d:\d\d UTC$/)).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await visit(page, "/surveys/new");
  const offer = page.getByRole("status").filter({ hasText: "You have unsaved changes from" });
  await expect(offer).toContainText(/, \d+ fields/);
  await offer.getByRole("button", { name: "Take them up" }).click();
  await showQuotas(page);
  await expect(cellOf(page, 2, "name")).toContainText("Everyone else");
  await showSettings(page);
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect.poll(draftOf).toBeNull();
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

test("a save names the quotas that it removes, and lets the person choose mine or theirs where the survey changed meanwhile", async ({
  page,
  manager,
}) => {
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

  // Nothing that others have changed is overwritten unseen.
  await showSettings(page);
  await page.getByLabel("Price per complete").fill("3.00");
  await page.getByLabel("Respondents").fill("120");

  const other = await openSession({ email: "admin@demo.test" });
  const theirs = { id, offered_price_per_complete: 4, length_of_interview: 9 };
  expect((await other.patch("/api/demand/surveys", { data: theirs })).ok()).toBe(true);

  await page.getByRole("button", { name: "Save…" }).click();
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
  await expect(page.getByLabel("Price per complete")).toHaveValue("$2.00");
  await context.clearCookies({ name: /session$/ });
  // The draft's own write finds the session ended, and goes again after the sign-in.
  await page.getByLabel("Respondents").fill("150");
  const again = page.getByRole("dialog", { name: "Sign in to continue" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  const { draft } = await (await manager.get(`/api/drafts?thing=surveys&thing_id=${id}`)).json();
  expect(draft.draft).toMatchObject({ respondents: 150 });
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("row", { name: "Respondents 100 150" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
});

test("a link that is opened signed out shows the same after the sign-in, and signing out ends the session itself", async ({
  page,
  context,
  baseURL,
}) => {
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

  // Not only its cookie is gone.
  const old = httpSession(baseURL ?? "", await context.cookies());
  await page.getByRole("button", { name: "Signed in as Demo analyst" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect((await old.get("/api/demand/surveys")).status()).toBe(401);
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

test("filters of surveys stand in one line at 1440 px; at 390 px surveys are narrowed, sorted and opened without scrolling sideways", async ({
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

  await page.setViewportSize({ width: 390, height: 844 });
  const filters = page.getByRole("button", { name: "Filters (1)" });
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
