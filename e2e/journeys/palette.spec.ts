import { expect, type Page } from "@playwright/test";
import { test } from "../manager";
import { makeSurvey } from "../new-survey";
import { listenToConsole, signIn, visit } from "./person";

const field = (page: Page) => page.getByRole("combobox", { name: "Search and commands" });
const rows = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("a survey is opened with keys alone: by a part of its name, and by its pasted id", async ({ page, manager }) => {
  const word = `wombat${Date.now()}`;
  const name = `The ${word} study`;
  const { id } = await makeSurvey(manager, { name });
  const browser = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await visit(page, "/surveys");

  await openPalette(page);
  // Enter follows at once: what opens is what this text finds.
  await page.keyboard.type(word.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/surveys/${id}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(field(page)).toBeHidden();

  await visit(page, "/audit");
  await expect(page.getByRole("heading", { name: "Audit" })).toBeVisible();
  await openPalette(page);
  await expect(rows(page).first()).toContainText(name);
  await page.keyboard.insertText(id);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(rows(page).first()).toContainText("US-EN · Draft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/surveys/${id}`);
  browser.expectQuiet();
});

test("commands of the page run by name, and what is refused says why", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager);
  const browser = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await openPalette(page);
  await page.keyboard.type("discard");
  await expect(rows(page).first()).toContainText("Nothing on this page has been changed.");
  await expect(rows(page).first()).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeVisible();
  await field(page).fill("take this");
  await page.keyboard.press("Enter");
  const preview = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(preview).toContainText("Live");
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  // Its row of the palette is gone, and before that nothing had the focus.
  await expect(page.getByRole("button", { name: "Search and commands" })).toBeFocused();
  const more = page.getByRole("button", { name: "Save…" });
  await more.focus();
  await openPalette(page);
  await page.keyboard.type("keyboard shortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  // Unsaved edits are asked about, as they are before any link.
  await openPalette(page);
  await page.keyboard.type("projects");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/projects/);

  await openPalette(page);
  await page.keyboard.type("new proj");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/form=new/);
  browser.expectQuiet();
});
