import { expect } from "@playwright/test";
import type { Role } from "@/lib/contracts/rules/permissions";
import { type Person, test, type World } from "../api/world";
import { listenToConsole, signInAnew, visit } from "./person";

/** A person of an account that no other test knows. */
async function somebody(world: World, role: Role): Promise<Person & { accountId: string }> {
  const name = `Keys ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  const accountId = row?.id ?? "";
  return { ...(await world.addPerson(role, accountId)), accountId };
}

test("an admin creates a key, copies it the once that it is shown, and revokes it", async ({
  page,
  context,
  world,
}) => {
  const admin = await somebody(world, "admin");
  await signInAnew(context, admin);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const quiet = listenToConsole(page);
  await visit(page, "/settings");
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(page).toHaveURL(/section=keys/);
  await expect(page.getByText("No keys yet.")).toBeVisible();

  const create = page.getByRole("button", { name: "Create key", exact: true });
  await create.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New key" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Survey platform");
  await page.keyboard.press("Enter");
  const shown = dialog.getByLabel("Key", { exact: true });
  await expect(shown).toBeFocused();
  await expect(dialog.getByRole("status")).toContainText("shown only once");
  const key = await shown.inputValue();
  expect(key).toMatch(/^fw_activation_[0-9A-Za-z]{40}$/);
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  // A click beside the dialog does not lose it, nor does Escape.
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();

  const row = page.getByRole("table", { name: "Keys" }).getByRole("row").filter({ hasText: "Survey platform" });
  await expect(row).toContainText(`${key.slice(0, 18)}…`);
  await expect(row).toContainText("Duplicate check");
  await expect(row).toContainText("Never");
  await create.click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await page.keyboard.press("Escape");
  await visit(page, "/settings?section=keys");
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(key);

  await page.getByRole("button", { name: "Revoke the key Survey platform" }).click();
  const sure = page.getByRole("dialog", { name: "Revoke the key “Survey platform”?" });
  await expect(sure).toContainText("are refused at once");
  await sure.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  quiet.expectQuiet();
});
