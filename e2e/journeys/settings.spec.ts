import { type Browser, expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/contracts/rules/permissions";
import { baseURL, type Person, test, type World } from "../api/world";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { listenToConsole, reload, signInAnew, visit } from "./person";

/** Another browser of somebody's, signed in. */
async function otherBrowser(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL() });
  await signInAnew(context, person);
  return context.newPage();
}

/** Somebody whom no other test knows, in an account of their own. */
async function somebody(world: World, role: Role, accountId?: string): Promise<Person & { accountId: string }> {
  const name = `Settings ${crypto.randomUUID()}`;
  const make = async () => {
    const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
    return row?.id ?? "";
  };
  const inAccount = accountId ?? (await make());
  return { ...(await world.addPerson(role, inAccount)), accountId: inAccount };
}

/** A survey with a price of 1,234.50 and one complete, on 31 December 2025 at half past eleven in the evening UTC. */
async function surveyToRead(world: World, person: Person & { accountId: string }): Promise<string> {
  const [project] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${person.accountId}, ${person.id}, 'Settings', 'S-1') returning id`;
  const session = await openSession(person);
  const name = `As I read it ${crypto.randomUUID()}`;
  const data = newSurvey(project?.id ?? "", { name, status: "Live", offered_price_per_complete: 1234.5 });
  const created = await session.post("/api/demand/surveys", { data });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  await world.sql`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at)
    values (${`r-${id}`}, ${id}, 'complete', 1.07, '[]', '{}', '2025-12-31T23:20:00Z', '2025-12-31T23:30:00Z')`;
  return name;
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("a time zone and a number format hold on every screen at once, and in another browser", async ({
  page,
  browser,
  context,
  world,
}) => {
  const person = await somebody(world, "manager");
  const name = await surveyToRead(world, person);
  await signInAnew(context, person);
  const quiet = listenToConsole(page);
  await visit(page, "/surveys?search=As");
  await expect(rowOf(page, name)).toContainText("$1,234.50");
  await expect(rowOf(page, name)).toContainText(/31 Dec( 2025)?, 23:30 UTC/);

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page.getByRole("combobox", { name: "Time zone" }).fill("kolkata");
  await page.getByRole("option", { name: "Asia/Kolkata (UTC+05:30)" }).click();
  await expect(page.getByRole("status").getByText("Saved. Times are shown in Asia/Kolkata")).toBeVisible();
  await page.getByRole("radio", { name: "1.234.567,8" }).check();
  await expect(page.getByText("figures as 1.234.567,8.")).toBeVisible();

  await page.getByRole("link", { name: "Surveys" }).click();
  await expect(rowOf(page, name)).toContainText("$1.234,50");
  await expect(rowOf(page, name)).toContainText(/1 Jan( 2026)?, 05:00 GMT\+5:30/);

  const elsewhere = await otherBrowser(browser, person);
  const quietElsewhere = listenToConsole(elsewhere);
  await visit(elsewhere, "/surveys?search=As");
  await expect(rowOf(elsewhere, name)).toContainText("$1.234,50");
  await expect(rowOf(elsewhere, name)).toContainText(/1 Jan( 2026)?, 05:00 GMT\+5:30/);
  const kept = await page.request.patch("/api/settings/mine", {
    data: { time_zone: "America/New_York", number_format: "1 234,5" },
  });
  expect(kept.status()).toBe(200);
  await visit(elsewhere, "/settings");
  await expect(elsewhere.getByRole("combobox", { name: "Time zone" })).toHaveValue(/America\/New York/);
  await visit(page, "/surveys?search=As");
  await expect(rowOf(page, name)).toContainText("$1\u00a0234,50");
  await expect(rowOf(page, name)).toContainText(/31 Dec( 2025)?, 18:30 GMT-5/);
  quiet.expectQuiet();
  quietElsewhere.expectQuiet();
  await elsewhere.context().close();
});

test("a session in another browser is ended, and that browser is signed out at once", async ({
  page,
  browser,
  context,
  world,
}) => {
  const person = await somebody(world, "analyst");
  await signInAnew(context, person);
  const [second, third] = [await otherBrowser(browser, person), await openSession(person)];
  await visit(second, "/projects");
  await visit(page, "/settings?section=sessions");
  const sessions = page.getByRole("list", { name: "Your sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText("This browser");
  await expect(sessions.first().getByRole("button")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // The browser used last stands first of the others, and that may be either: both are signed out here, one after the other.
  await sessions.nth(1).getByRole("button", { name: "Sign out" }).click();
  await expect(sessions).toHaveCount(2);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByText("You are signed in here only.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await second.getByRole("link", { name: "Surveys" }).click();
  await expect(second.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect((await third.get("/api/settings/sessions")).status()).toBe(401);
  await reload(page);
  await expect(sessions).toHaveCount(1);
  await second.context().close();
});

test("a page that stays open while somebody else signs in beside it shows and changes nothing of theirs", async ({
  page,
  context,
  world,
}) => {
  const [first, second] = [await somebody(world, "manager"), await somebody(world, "manager")];
  const name = await surveyToRead(world, second);
  await signInAnew(context, first);
  await visit(page, "/settings?section=sessions");
  await signInAnew(context, second);
  await page.getByRole("link", { name: "Surveys" }).click();
  const again = page.getByRole("dialog", { name: "Sign in to continue" });
  await expect(again.getByLabel("E-mail")).toHaveValue(first.email);
  await expect(page.getByText(name)).toHaveCount(0);
  await again.getByLabel("Password", { exact: true }).fill(first.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText(/There are no surveys yet|No survey matches/)).toBeVisible();

  await signInAnew(context, second);
  await reload(page);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("a clock that runs ahead ends no session: only the server says that one has ended", async ({
  page,
  context,
  world,
}) => {
  const person = await somebody(world, "manager");
  await signInAnew(context, person);
  const ahead = Date.now() + 30 * 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(ahead);
  const asked = page.waitForResponse(/\/api\/settings\/sessions$/);
  await visit(page, "/surveys");
  expect((await asked).status()).toBe(200);
  const again = page.getByRole("dialog", { name: "Sign in to continue" });
  await expect(again).toBeHidden();
  await world.sql`delete from sessions where person_id in (select id from people where email = ${person.email})`;
  // The page asks the server again when a person comes back to it.
  await page.clock.setFixedTime(ahead + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(again).toBeVisible();
});

test("an admin gives a role, and it holds on the person's next request", async ({ page, context, world }) => {
  const admin = await somebody(world, "admin");
  const analyst = await somebody(world, "analyst", admin.accountId);
  const theirs = await openSession(analyst);
  expect((await theirs.get("/api/audit")).status()).toBe(403);
  await signInAnew(context, analyst);
  await visit(page, "/settings?section=people");
  await expect(page.getByRole("note")).toContainText("Users and their roles are for admins.");

  await signInAnew(context, admin);
  const quiet = listenToConsole(page);
  await visit(page, "/settings");
  await page.getByRole("tab", { name: "People" }).click();
  await expect(page).toHaveURL(/section=people/);
  const rows = page.getByRole("table", { name: "People" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Search people by name or e-mail").fill(analyst.email);
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole("button", { name: /^Change the role of/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Change role" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "Project manager" }).check();
  await expect(dialog).toContainText("will be a project manager instead of an analyst");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.nth(1)).toContainText("Project manager");

  // From here on there is a refusal, which browsers report in the console.
  quiet.expectQuiet();

  expect((await theirs.get("/api/audit")).status()).toBe(200);

  await page.getByLabel("Search people by name or e-mail").fill(admin.email);
  await expect(rows.nth(1)).toContainText(admin.email);
  await rows
    .filter({ hasText: admin.email })
    .getByRole("button", { name: /^Change the role of/ })
    .click();
  await dialog.getByRole("radio", { name: "Analyst" }).check();
  await expect(dialog).toContainText("only another admin can give it back to you");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog.getByRole("alert")).toContainText("is the last admin here");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await visit(page, "/audit?action=changeRole");
  await expect(page.getByRole("table", { name: "Audit entries" })).toContainText("Changed the role of user");
});

test("the connection says how it is, interface by interface", async ({ page, context, world }) => {
  await signInAnew(context, await somebody(world, "manager"));
  const quiet = listenToConsole(page);
  await visit(page, "/settings?section=connections");
  const demand = page.getByRole("region", { name: "Survey demand" });
  await expect(demand).toContainText("Answers");
  await expect(demand).toContainText("Adds quotas to a survey that exists.");
  await expect(page.getByRole("region", { name: "Fraud checks" })).toContainText("Keeps destination platforms");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(demand).toContainText("Answers");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  quiet.expectQuiet();
});
