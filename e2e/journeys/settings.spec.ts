import { expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/contracts/rules/permissions";
import { type Person, test, type World } from "../api/world";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { listenToConsole, reload, signInAnew, visit } from "./person";

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

test("a time zone and a number format hold on every screen at once, and after a reload", async ({
  page,
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

  await reload(page);
  await expect(rowOf(page, name)).toContainText("$1.234,50");
  await expect(rowOf(page, name)).toContainText(/1 Jan( 2026)?, 05:00 GMT\+5:30/);
  quiet.expectQuiet();
});

test("an admin gives a role, and it holds on the person's next request", async ({ page, context, world }) => {
  const admin = await somebody(world, "admin");
  const analyst = await somebody(world, "analyst", admin.accountId);
  const theirs = await openSession(analyst);
  expect((await theirs.get("/api/audit")).status()).toBe(403);
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
  await dialog.getByRole("radio", { name: "Project manager" }).check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.nth(1)).toContainText("Project manager");

  expect((await theirs.get("/api/audit")).status()).toBe(200);
  quiet.expectQuiet();
});
