import { expect, type Locator, type Page } from "@playwright/test";
import { httpSession } from "../http-session";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { openSession } from "../sessions";
import { DEMO_PASSWORD } from "../sign-in";
import { asOtherClient, choose, chooseFirst, listenToConsole, signIn, visit } from "./person";
import { cellOf, showQuotas, showSettings, typeCell } from "./quota-grid";

const LINK = "https://surveys.example/start?rid=[%RID%]&g=[%GENDER%]";

/** Fills a new survey with two quotas and leaves it unsaved. */
async function fillNewSurvey(page: Page, name: string): Promise<void> {
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

test("somebody creates a survey over a reload, and takes it live at another price; another client sees it", async ({
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
  await signIn(page, who);
  await visit(page, "/surveys/new");
  const name = `Journey ${Date.now()}`;
  await fillNewSurvey(page, name);
  await expect(page.getByText("Recommended minimum $1.07")).toBeVisible();

  // What is not created yet is kept too, with its quotas, and is no draft any more once it is created.
  await expect.poll(async () => JSON.stringify(await draftOf())).toContain("Everyone else");
  page.on("dialog", (dialog) => void dialog.accept());
  await visit(page, "/surveys/new");
  const offer = page.getByRole("status").filter({ hasText: "You have unsaved changes from" });
  await expect(offer).toContainText(/, \d+ fields/);
  await offer.getByRole("button", { name: "Take them up" }).click();
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect.poll(draftOf).toBeNull();
  const id = idOf(page);
  expect(await asOtherClient(page, id)).toMatchObject({ name, status: "Draft", offered_price_per_complete: 1.07 });

  await choose(page, "Status", "Live");
  await page.getByLabel("Price per complete").fill("2.50");
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("row", { name: "Status Draft Live" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Price per complete $1.07 $2.50" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  const seen = await asOtherClient(page, id);
  expect(seen).toMatchObject({ status: "Live", offered_price_per_complete: 2.5, entry_link: LINK });
  expect(seen.respondent_attributes.map(({ quota_name, quota }) => [quota_name, quota])).toEqual([
    ["Women 18-34", 60],
    ["Everyone else", 40],
  ]);
  browser.expectQuiet();
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
});

/** Opens an address whose scripts come only once they are let go on. */
async function openEarly(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return release;
}

test("a link that is opened signed out shows the same after the sign-in, which is typed and pressed before its scripts load", async ({
  page,
  context,
  baseURL,
}) => {
  const link = "/surveys?view=all&status=Live&search=no+survey+is+called+so&sort=-survey_completes";
  const release = await openEarly(page, link);
  await page.getByLabel("E-mail").fill("analyst@demo.test");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  release();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
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

  // Signed out, not only the session's cookie is gone.
  const old = httpSession(baseURL ?? "", await context.cookies());
  await page.getByRole("button", { name: "Signed in as Demo analyst" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect((await old.get("/api/demand/surveys")).status()).toBe(401);
});

test("a search typed and a menu opened before the scripts load are carried out", async ({ page }) => {
  await signIn(page, "manager@demo.test");
  const release = await openEarly(page, "/surveys?view=all");
  await page.getByLabel("Search surveys").fill("no survey is called so");
  await page.getByRole("button", { name: "Signed in as Demo manager" }).click();
  release();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
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
  await page.getByRole("table", { name: "Surveys" }).getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Save…" })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
