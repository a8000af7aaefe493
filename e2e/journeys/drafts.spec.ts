import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { openSession } from "../sessions";
import { DEMO_PASSWORD } from "../sign-in";
import { expectAccessible } from "./accessible";
import { chooseFirst, listenToConsole, reload, signIn, signInAnew, visit } from "./person";
import { cellOf, showQuotas, showSettings, typeCell } from "./quota-grid";

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

test("a crash in mid-edit loses nothing: another computer takes the draft up and saves it", async ({
  browser,
  manager,
  baseURL,
}) => {
  const survey = await makeSurvey(manager, priced);
  const first = await elsewhere(browser, baseURL, `/surveys/${survey.id}`);
  await price(first.page).fill("2.75");
  await first.page.getByLabel("Respondents").fill("140");
  await showQuotas(first.page);
  await typeCell(first.page, 1, "target", "100");
  await showSettings(first.page);
  const typedAt = Date.now();
  await expect(saved(first.page)).toBeVisible();
  expect(Date.now() - typedAt).toBeLessThan(4000);
  await first.context.close();

  const second = await elsewhere(browser, baseURL, `/surveys/${survey.id}`);
  const quiet = listenToConsole(second.page);
  const offer = offerOf(second.page);
  await expect(offer).toContainText(/You have unsaved changes from \d\d:\d\d UTC, 3 fields/);
  await expect(price(second.page)).toHaveValue("$2.00");
  await offer.getByRole("button", { name: "Show them" }).click();
  await expect(offer.getByLabel(/^Unsaved changes from/)).toHaveValue(/Respondents: 140/);
  await offer.getByRole("button", { name: "Take them up" }).click();
  await expect(offer).toBeHidden();
  await expect(price(second.page)).toHaveValue("$2.75");
  await showQuotas(second.page);
  await expect(cellOf(second.page, 1, "target")).toContainText("100");
  await showSettings(second.page);
  await expect(second.page.getByText("3 fields changed")).toBeVisible();

  await second.page.getByRole("button", { name: "Save…" }).click();
  const dialog = second.page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("was changed since")).toBeHidden();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => draftOf(manager, survey.id)).toBeNull();
  await reload(second.page);
  await expect(price(second.page)).toHaveValue("$2.75");
  await expect(offerOf(second.page)).toBeHidden();
  quiet.expectQuiet();
  await second.context.close();
});

const draftOf = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/drafts?thing=surveys&thing_id=${id}`)).json()).draft;

test("nothing is written while nothing is changed, and taking a change back drops the draft", async ({
  page,
  manager,
}) => {
  const survey = await makeSurvey(manager, priced);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/drafts")) writes.push(request.url());
  });
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await price(page).fill("2.60");
  await expect(saved(page)).toBeVisible();
  expect(writes).toHaveLength(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  await expect.poll(() => draftOf(manager, survey.id)).toBeNull();
});

test("discarded edits are restored, with their draft and the steps of their quotas", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, { ...priced, ...ofWomenAndMen });
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await price(page).fill("2.60");
  await showQuotas(page);
  await typeCell(page, 1, "target", "55");
  await expect.poll(async () => (await draftOf(manager, survey.id))?.draft.respondent_attributes[0].quota).toBe(55);
  const takeBack = page.getByRole("button", { name: "Take changes back" });
  await expect(takeBack).toBeHidden();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  await expect(cellOf(page, 1, "target")).toHaveText("60");
  await expect.poll(() => draftOf(manager, survey.id)).toBeNull();

  // What is typed by mistake does not take its place.
  await typeCell(page, 2, "target", "7");
  await expect(takeBack).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await takeBack.click();
  await expect(cellOf(page, 1, "target")).toHaveText("55, changed");
  await expect.poll(async () => (await draftOf(manager, survey.id))?.draft.respondent_attributes[0].quota).toBe(55);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cellOf(page, 1, "target")).toHaveText("60");
  await showSettings(page);
  await expect(price(page)).toHaveValue("$2.60");
});

test("closing at once after the last key still keeps it", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await expect(price(page)).toHaveValue("$2.00");
  await page.getByLabel("Respondents").fill("110");
  await expect(page.getByText("No unsaved changes")).toBeHidden();
  await page.getByLabel("Respondents").fill("111");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.close({ runBeforeUnload: true });
  await expect.poll(async () => (await draftOf(manager, survey.id))?.draft.respondents).toBe(111);
});

test("a draft survives signing out, and discarding it is for good", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, priced);
  await signInAnew(page.context(), { email: "manager@demo.test" });
  await visit(page, `/surveys/${survey.id}`);
  await price(page).fill("2.90");
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Signed in as Demo manager" }).click();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();

  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await expect(offerOf(page)).toContainText("1 field");
  await offerOf(page).getByRole("button", { name: "Discard them" }).click();
  await expect(offerOf(page)).toBeHidden();
  expect(await draftOf(manager, survey.id)).toBeNull();
  await reload(page);
  await expect(price(page)).toHaveValue("$2.00");
  await expect(offerOf(page)).toBeHidden();
});

test("a survey that changed since the draft: the save shows both sides, and nothing is overwritten unseen", async ({
  browser,
  page,
  manager,
  baseURL,
}) => {
  const survey = await makeSurvey(manager, priced);
  const first = await elsewhere(browser, baseURL, `/surveys/${survey.id}`);
  await price(first.page).fill("3.00");
  await first.page.getByLabel("Respondents").fill("120");
  await expect(saved(first.page)).toBeVisible();
  await first.context.close();
  const theirs = { id: survey.id, offered_price_per_complete: 4, length_of_interview: 9 };
  expect((await manager.patch("/api/demand/surveys", { data: theirs })).ok()).toBe(true);

  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await expect(offerOf(page)).toContainText("The survey was changed since then");
  await offerOf(page).getByRole("button", { name: "Take them up" }).click();
  await expect(page.getByText("2 fields changed")).toBeVisible();
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("This survey was changed since you opened it")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await dialog.getByText("Mine: $3.00").click();
  await save.click();
  await expect(dialog).toBeHidden();
  const { surveys } = await (await manager.get(`/api/demand/surveys?ids=${survey.id}`)).json();
  expect(surveys[0]).toMatchObject({ respondents: 120, offered_price_per_complete: 3, length_of_interview: 9 });
});

test("two windows with one draft: the second is told, sees which is newer, and goes on without loss", async ({
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
  await expect(other.getByText("Draft not saved: it is being edited in another window.")).toBeVisible();
  expect((await draftOf(manager, survey.id)).draft).toMatchObject({ respondents: 100 });
  await expectAccessible(other);
  await notice.getByRole("button", { name: "Show those changes" }).click();
  await expect(notice.getByLabel("Changes in the other window")).toHaveValue(/\$2\.10/);
  await notice.getByRole("button", { name: "Continue here" }).click();
  await expect(notice).toBeHidden();
  await expect(saved(other)).toBeVisible();
  expect((await draftOf(manager, survey.id)).draft).toMatchObject({ respondents: 222 });

  await price(page).fill("2.20");
  const back = page.getByRole("alert").filter({ hasText: "being edited in another window" });
  await back.getByRole("button", { name: "Take over the other window’s changes" }).click();
  await expect(back).toBeHidden();
  await expect(page.getByLabel("Respondents")).toHaveValue("222");
  await expect(price(page)).toHaveValue("$2.00");
});

test("a draft write that finds the session ended is repeated after the sign-in in place", async ({
  page,
  context,
  manager,
}) => {
  const survey = await makeSurvey(manager, priced);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  await expect(price(page)).toHaveValue("$2.00");
  await context.clearCookies({ name: /session$/ });
  await page.getByLabel("Respondents").fill("150");
  const again = page.getByRole("dialog", { name: "Sign in to continue" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(saved(page)).toBeVisible();
  expect((await draftOf(manager, survey.id)).draft).toMatchObject({ respondents: 150 });
  await expect(page.getByLabel("Respondents")).toHaveValue("150");
});

test("a new survey is kept too, and is no draft any more once it is created", async ({ browser, page, baseURL }) => {
  // The only new survey that this person writes in the journeys: there is one draft of it per person.
  const who = "admin@demo.test";
  const api = await openSession({ email: who });
  // A run that broke off may have left one.
  const left = await draftOf(api, "new");
  const follows = left && { writer: left.writer, version: left.version };
  if (left) {
    const data = { thing: "surveys", thing_id: "new", writer: left.writer, follows };
    expect((await api.post("/api/drafts/discard", { data })).ok()).toBe(true);
  }
  const first = await elsewhere(browser, baseURL, "/surveys/new", who);
  const name = `Kept ${Date.now()}`;
  await first.page.getByLabel("Name", { exact: false }).first().fill(name);
  await first.page.getByLabel("Respondents").fill("100");
  await showQuotas(first.page);
  await typeCell(first.page, 1, "name", "Grown-ups");
  await expect.poll(async () => JSON.stringify(await draftOf(api, "new"))).toContain("Grown-ups");
  await expect(saved(first.page)).toBeVisible();
  await Promise.all([first.context.close(), api.dispose()]);

  await signIn(page, who);
  await visit(page, "/surveys/new");
  await expect(offerOf(page)).toContainText("3 fields");
  await offerOf(page).getByRole("button", { name: "Take them up" }).click();
  await showQuotas(page);
  await expect(cellOf(page, 1, "name")).toContainText("Grown-ups");
  await typeCell(page, 1, "target", "100");
  await showSettings(page);
  await chooseFirst(page, "Project");
  await page.getByLabel("Length of interview").fill("5");
  await page.getByLabel("Incidence rate").fill("80");
  await page.getByLabel("Entry link").fill("https://surveys.example/start?rid=[%RID%]");
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await visit(page, "/surveys/new");
  await expect(page.getByLabel("Respondents")).toHaveValue("");
  await expect(offerOf(page)).toBeHidden();
});

test("a draft whose survey is gone is offered as text, to copy or to discard", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, priced);
  const id = crypto.randomUUID();
  const kept = await manager.post("/api/drafts", {
    data: {
      thing: "surveys",
      thing_id: id,
      writer: crypto.randomUUID(),
      version: 1,
      follows: null,
      base: null,
      draft: { note: `typed about ${survey.name}` },
    },
  });
  expect(kept.ok()).toBe(true);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await expect(page.getByRole("heading", { name: "Survey not found" })).toBeVisible();
  const text = page.getByLabel("Your unsaved changes", { exact: true });
  await expect(text).toHaveValue(new RegExp(survey.name));
  await page.getByRole("button", { name: "Discard them" }).click();
  await expect(text).toBeHidden();
  expect(await draftOf(manager, id)).toBeNull();
});
