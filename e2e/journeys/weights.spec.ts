import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { type Person, test, type World } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { choose, listenToConsole, signInAnew, visit } from "./person";

/** Forty answers: 30 men and 10 women, over two waves. */
const CSV = [
  "id,time,Sex,Wave",
  ...Array.from({ length: 40 }, (_, at) =>
    [`r${at}`, `2025-01-${10 + (at % 10)}`, at % 4 === 0 ? "Female" : "Male", at < 20 ? "Spring" : "Autumn"].join(","),
  ),
].join("\n");

async function withAnswers(world: World, context: BrowserContext, person: Person): Promise<string> {
  await signInAnew(context, person);
  return (await addProjectWithAnswers(world, "Weights", CSV)).id;
}

const inTable = (page: Page, table: string, what: string | RegExp) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: what });

/** Key by key: a field that writes a sign behind the number may take a text that is put there at once for a slip. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}

test("an analyst makes a weight, deletes it, takes that back and weights a trend with it", async ({
  page,
  context,
  world,
}) => {
  const quiet = listenToConsole(page);
  const project = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/questions?project=${project}&show=weights`);
  await expect(page.getByText("This project has no weight yet")).toBeVisible();
  await page.getByRole("button", { name: "Make a weight" }).click();
  const form = page.getByRole("region", { name: "New weight" });
  await form.getByRole("textbox", { name: "Name" }).fill("Population");
  await expect(form.getByRole("button", { name: "Preview weights" })).toBeDisabled();
  const add = form.getByRole("combobox", { name: "Add a question" });
  await add.pressSequentially("sex");
  await expect(page.getByRole("option")).toHaveCount(1); // a key that comes before the list is narrowed marks nothing
  await add.press("ArrowDown");
  await expect(add).toHaveAttribute("aria-activedescendant", /\S/);
  await add.press("Enter");
  await expect(form.getByRole("textbox", { name: "Target of Male" })).toBeVisible();
  await expect(add).toHaveValue("");
  // Typed as a person does: the point and a zero after it are on the way to a number.
  await form.getByRole("textbox", { name: "Target of Male" }).pressSequentially("48.05");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("textbox", { name: "Target of Male" })).toHaveValue("48.05%");
  await form.getByRole("textbox", { name: "Target of Female" }).pressSequentially("51.90");
  await expect(form.getByRole("status").filter({ hasText: "99.95%" })).toBeVisible();
  await retype(form.getByRole("textbox", { name: "Target of Male" }), "49");
  await retype(form.getByRole("textbox", { name: "Target of Female" }), "51");
  await choose(page, "Weight each wave separately", "Wave");
  await form.getByRole("checkbox", { name: "Cap the weights" }).check();
  await form.getByRole("button", { name: "Preview weights" }).click();
  await expect(form.getByText("40 of 40 responses get a weight; the weights sum to 40.")).toBeVisible();
  // Busy meanwhile, it did not lose the focus.
  await expect(form.getByRole("button", { name: "Preview weights" })).toBeFocused();
  await expect(inTable(page, "What the weight costs", "Spring")).toContainText("20");
  await expect(inTable(page, "Shares of Sex", "Female")).toHaveText(/Female\s*51\.00%\s*25\.00%\s*51\.00%/);

  await form.getByRole("button", { name: "Save the weight" }).click();
  await expect(page.getByText("The weight “Population” was made.")).toBeVisible();
  await expect(inTable(page, "Weights", "Population")).toContainText("Raked here");

  await page.getByRole("button", { name: "Delete Population" }).click();
  await page
    .getByRole("dialog", { name: "Delete this weight?" })
    .getByRole("button", { name: "Delete the weight" })
    .click();
  await expect(page.getByText("The weight “Population” was deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(inTable(page, "Weights", "Population")).toContainText("Raked here");

  await page.getByRole("link", { name: "Trends" }).last().click();
  await choose(page, "Weight", "Population");
  await expect(page).toHaveURL(/weight=Population/);
  quiet.expectQuiet();
});
