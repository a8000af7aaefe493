import { expect } from "@playwright/test";
import { test } from "../api/world";
import { listenToConsole, signInAnew, visit } from "./person";

const PASSWORD = "seven green bottles";

test("an admin invites a person, who sets a password by the link and signs in; the link works once", async ({
  page,
  context,
  world,
}) => {
  const name = `Invited ${crypto.randomUUID()}`;
  const [account] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  const email = `${crypto.randomUUID()}@invited.example`;
  await signInAnew(context, await world.addPerson("admin", account?.id ?? ""));
  const quiet = listenToConsole(page);
  await visit(page, "/settings?section=people");
  await page.getByRole("button", { name: "Invite person" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite person" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Name").fill("Ida Sommer");
  await dialog.getByLabel("Project manager").check();
  await dialog.getByRole("button", { name: "Invite person" }).click();
  const link = await dialog.getByLabel("Link").inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Invited");
  await expect(row).toContainText("Project manager");
  await expect(row.getByRole("button", { name: /Invite again/ })).toBeVisible();
  quiet.expectQuiet();

  // The invited person's browser knows nobody. The installation's own address is not the one that this run listens at.
  await context.clearCookies();
  const { pathname, hash } = new URL(link);
  await visit(page, `${pathname}${hash}`);
  await expect(page.getByText("Welcome, Ida Sommer.")).toBeVisible();
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("status")).toContainText("Your password is set.");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(email);
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Surveys" })).toBeVisible();

  await context.clearCookies();
  await page.goto(`${pathname}${hash}`);
  await expect(page.getByRole("alert").first()).toContainText("This link was used already or has expired.");
});
