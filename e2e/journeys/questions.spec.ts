import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { baseURL, type Person, test, type World } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { addFilter, choose, listenToConsole, signInAnew, visit } from "./person";

const DAY_MS = 86_400_000;

/** Sixty answers over thirty days: ages of 20, 40 and 60, a region in words, a scale of 1 to 5 with 9 for no opinion. */
function answersCsv(): string {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const time = new Date(Date.UTC(2025, 0, 1) + Math.floor(at / 2) * DAY_MS).toISOString();
    return [`r${at}`, time, [20, 40, 60][at % 3], at % 4 === 0 ? "North" : "South", at % 6 === 5 ? 6 : (at % 5) + 1];
  });
  return ["id,time,Age,Region,Trust", ...rows.map((row) => row.join(","))].join("\n");
}

async function withAnswers(world: World, context: BrowserContext, person: Person, csv = answersCsv()): Promise<string> {
  await signInAnew(context, person);
  return (await addProjectWithAnswers(world, "Labels", csv)).id;
}

const list = (page: Page) => page.getByRole("region", { name: "Questions of the project" });
const names = (page: Page) => list(page).getByRole("listitem").getByRole("button", { name: /n \d/ });
const counts = (page: Page, what: string) =>
  page.getByRole("table", { name: "Counts" }).getByRole("row").filter({ hasText: what });

test("an analyst opens forms by keyboard, edits a question, sees what it changes, undoes it, and makes bands that are a filter in trends", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const project = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/questions?project=${project}`);
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/]);

  // The keyboard goes on in the form that was opened, and at the list when that is gone.
  const opener = page.getByRole("button", { name: "Derived question" });
  await opener.press("Enter");
  await page.getByRole("menuitem", { name: /^Bands/ }).press("Escape");
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await page.getByRole("menuitem", { name: /^Nets/ }).press("Enter");
  await expect(page.getByRole("region", { name: "Question", exact: true })).toBeFocused();
  // The form's code is loaded when it is first opened: who sees it presses the key.
  const first = page.getByRole("combobox", { name: "Nets of" });
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(list(page)).toBeFocused();

  await names(page).filter({ hasText: "Trust" }).click();
  await expect(page).toHaveURL(/question=Trust/);
  const editor = page.getByRole("region", { name: "Question Trust" });
  await expect(counts(page, "Answered")).toContainText("60");

  // One click from an answer to none, with the counts before it is saved.
  await editor.getByRole("radiogroup", { name: "6 counts as" }).getByText("No answer").click();
  await expect(counts(page, "Answered")).toContainText("50");
  await expect(counts(page, "No answer")).toContainText("10");
  await editor.getByLabel("Text", { exact: true }).fill("How much do you trust it?");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“Trust” was saved.")).toBeVisible();
  await expect(names(page).nth(2)).toContainText("How much do you trust it?");
  await expect(names(page).nth(2)).toContainText("n 50");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(names(page).nth(2)).toContainText("n 60");
  await expect(editor.getByLabel("Text", { exact: true })).toHaveValue("Trust");

  // By keyboard: the last question becomes the first.
  await list(page).getByRole("button", { name: "Move Trust" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(names(page)).toHaveText([/Age/, /Trust/, /Region/]);

  // The mouse selects what stands in a label; an option is dragged by its grip.
  const labels = editor.getByRole("textbox", { name: /^Label of/ });
  await labels.first().fill("Not at all");
  const { x = 0, y = 0, width = 0, height = 0 } = (await labels.first().boundingBox()) ?? {};
  await page.mouse.move(x + 9, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 4, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.type("Never");
  await expect(labels.first()).toHaveValue("Never");
  await editor.getByRole("button", { name: "Move 3", exact: true }).dragTo(labels.first());
  await expect(labels.first()).toHaveValue("3");
  await expect(labels.nth(1)).toHaveValue("Never");

  await editor.getByRole("button", { name: "Discard changes" }).click();

  // Bands are counted before they are kept.
  await opener.press("Enter");
  await page.getByRole("menuitem", { name: /^Bands/ }).press("Enter");
  await choose(page, "Bands of", "Age");
  await page.getByLabel("Edges").fill("30, 50");
  await page.getByRole("button", { name: "Make bands" }).click();
  await expect(page.getByRole("textbox", { name: "Label of 2" })).toHaveValue("30–49");
  await expect(counts(page, "Answered")).toContainText("60");
  await page.getByRole("textbox", { name: "Id" }).fill("Ages");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByText("“Ages” was added.")).toBeVisible();
  await expect(names(page)).toHaveText([/Age/, /Trust/, /Region/, /Ages/]);
  await expect(page).toHaveURL(/question=Ages/);

  // On a narrow screen the list and the question take turns.
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(counts(page, "Answered")).toContainText("60");
  await expect(names(page).first()).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(names(page)).toHaveCount(4);
  await page.setViewportSize(desk);

  await page.getByRole("link", { name: "Trends" }).last().click();
  await expect(page.getByText(/^n 60/).first()).toBeVisible();
  await addFilter(page, "Ages", "30–49");
  await expect(page.getByText(/^n 20/).first()).toBeVisible();
  listener.expectQuiet();
});

test("what is typed and not saved goes on in another browser: a net and a weight", async ({
  page,
  browser,
  context,
  world,
}) => {
  const person = await world.addPerson("analyst");
  const project = await withAnswers(world, context, person);
  const address = `/questions?project=${project}`;
  const drafts = () =>
    world.sql<{ draft: { question: { form: string } | null } }[]>`
      select draft from drafts where thing = 'questions' and thing_id = ${project}`;

  // A net of nothing yet, and a weight beside it.
  await visit(page, `${address}&add=nets`);
  await choose(page, "Nets of", "Region");
  await page.getByRole("textbox", { name: "Label of 1" }).fill("Up there");
  await page.getByRole("tab", { name: "Weights" }).click();
  await page.getByRole("button", { name: "Make a weight" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Population");
  await expect.poll(async () => JSON.stringify((await drafts())[0]?.draft)).toContain("Population");
  await page.close();

  // The same person, in a browser that knows nothing of what was typed in the one before.
  const other = await browser.newContext({ baseURL: baseURL() });
  await signInAnew(other, person);
  const on = await other.newPage();
  await visit(on, address);
  const offer = on.getByRole("status").filter({ hasText: "You were" });
  await expect(offer).toContainText("You were making the question “Region nets” and making the weight “Population”");
  await offer.getByRole("button", { name: "Go on" }).click();
  await expect(on).toHaveURL(/add=nets/);
  await expect(on.getByRole("textbox", { name: "Label of 1" })).toHaveValue("Up there");
  await choose(on, "Options in Up there", "North");
  await on.keyboard.press("Escape");
  await on.getByRole("button", { name: "Add question" }).click();
  await expect(on.getByText("“Region nets” was added.")).toBeVisible();
  await expect.poll(async () => (await drafts())[0]?.draft.question).toBeNull();
  await on.getByRole("tab", { name: "Weights" }).click();
  const weight = on.getByRole("region", { name: "New weight" });
  await expect(weight.getByRole("textbox", { name: "Name" })).toHaveValue("Population");

  // Given up, it is not offered again.
  await weight.getByRole("button", { name: "Cancel" }).click();
  await on.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(weight).toHaveCount(0);
  await expect.poll(async () => (await drafts()).length).toBe(0);
  await other.close();
});
