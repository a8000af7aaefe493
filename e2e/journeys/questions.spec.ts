import type { BrowserContext, Page } from "@playwright/test";
import { baseURL, expect, type Person, test, type World } from "../api/world";
import { addProject, addProjectWithAnswers } from "../projects";
import { choose, findProject, listenToConsole, signInAnew, visit } from "./person";

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

test("an analyst opens forms by keyboard, edits a question, sees what it changes, undoes it, and settles with who was quicker", async ({
  page,
  context,
  world,
}) => {
  const { id: other, name } = await addProject(world, "Other");
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

  // What is typed is not thrown away unasked, and what is suggested replaces nothing that was typed.
  await opener.press("Enter");
  await page.getByRole("menuitem", { name: /^Bands/ }).press("Enter");
  await choose(page, "Bands of", "Age");
  const edges = page.getByRole("textbox", { name: "Edges" });
  await edges.fill("30");
  await edges.press("Enter");
  const derivedId = page.getByRole("textbox", { name: "Id" });
  await expect(derivedId).toHaveValue("Age bands");
  await derivedId.fill("agegroup");
  await page.getByRole("textbox", { name: "Label of 1" }).fill("Young");
  await edges.fill("30, 50");
  await edges.press("Enter");
  await expect(page.getByRole("textbox", { name: "Label of 3" })).toHaveValue("50 and over");
  await expect(page.getByRole("textbox", { name: "Label of 1" })).toHaveValue("Young");
  await expect(derivedId).toHaveValue("agegroup");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(derivedId).toHaveValue("agegroup");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();

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

  // Somebody else is quicker: theirs and mine, and what is chosen is written.
  await editor.getByLabel("Text", { exact: true }).fill("Mine");
  const { questions } = await (await page.request.get(`/api/questions?project_id=${project}`)).json();
  const { version } = questions.find(({ id }: { id: string }) => id === "Trust");
  const theirs = { project_id: project, id: "Trust", version, text: "Theirs" };
  expect((await page.request.patch("/api/questions", { data: theirs })).status()).toBe(200);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This question was changed meanwhile")).toBeVisible();
  await page.getByRole("radio", { name: "Mine: Mine" }).check();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(names(page).nth(2)).toContainText("Mine");

  // By keyboard: the last question becomes the first.
  await list(page).getByRole("button", { name: "Move Mine" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(names(page)).toHaveText([/Age/, /Mine/, /Region/]);
  await list(page).getByRole("button", { name: "Move Mine" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(names(page)).toHaveText([/Mine/, /Age/, /Region/]);

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

  // What is typed is not lost by opening another question.
  await editor.getByLabel("Text", { exact: true }).fill("Unsaved");
  await names(page).filter({ hasText: "Region" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor.getByLabel("Text", { exact: true })).toHaveValue("Unsaved");

  // Nor by choosing another project.
  const drafts = () => world.sql`select 1 from drafts where thing = 'questions' and thing_id = ${project}`;
  await expect.poll(async () => (await drafts()).length).toBe(1);
  const chooseOther = async () => {
    await findProject(page, name);
    await page.getByRole("option", { name }).click();
  };
  await chooseOther();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor.getByLabel("Text", { exact: true })).toHaveValue("Unsaved");
  await expect(page).toHaveURL(new RegExp(project));
  await chooseOther();
  await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(page.getByText("This project has no answers yet.")).toBeVisible();
  await expect.poll(async () => (await drafts()).length).toBe(0);
});

test("a number becomes a scale in one step and back, and bands made of it are removed, brought back and a filter in trends", async ({
  page,
  context,
  world,
}) => {
  const project = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/questions?project=${project}&question=Age`);
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Scale" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the kind?" });
  await dialog.getByRole("button", { name: "Change to scale" }).click();
  await expect(page.getByText("“Age” was changed from Number to Scale.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Label of 40" })).toHaveValue("40");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Label of 40" })).toHaveCount(0);
  await expect(counts(page, "Mean")).toContainText("40.00");

  await page.getByRole("button", { name: "Derived question" }).click();
  await page.getByRole("menuitem", { name: /^Bands/ }).click();
  await page.getByRole("combobox", { name: "Bands of" }).click();
  await page.getByRole("option", { name: "Age" }).click();
  await page.getByLabel("Edges").fill("30, nothing");
  await page.getByRole("button", { name: "Make bands" }).click();
  await expect(page.getByText("“nothing” is no number")).toBeVisible();
  await page.getByLabel("Edges").fill("30, 50");
  await page.getByRole("button", { name: "Make bands" }).click();
  const label = page.getByRole("textbox", { name: "Label of 2" });
  await expect(label).toHaveValue("30–49");
  const end = page.getByRole("listitem").filter({ has: label }).getByPlaceholder("to");
  await end.fill("");
  await end.pressSequentially("52.05");
  await expect(label).toHaveValue("30 to under 52.05");
  await end.fill("50");
  await expect(label).toHaveValue("30–49");
  await expect(counts(page, "Answered")).toContainText("60");
  await page.getByRole("textbox", { name: "Id" }).fill("Ages");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByText("“Ages” was added.")).toBeVisible();
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/, /Ages/]);
  await expect(page).toHaveURL(/question=Ages/);

  // Two questions are set up at once: the counts of both are seen before the change, and are back after its undo.
  await page.getByRole("tab", { name: "Set-up of all" }).click();
  const setup = page.getByRole("table", { name: "Set-up of all questions" });
  for (const name of ["Age", "Trust"])
    await setup.getByRole("checkbox", { name: `Select ${name}`, exact: true }).click();
  await page.getByRole("button", { name: "Change missing" }).click();
  await page.getByRole("menuitem", { name: "Add missing codes…" }).click();
  await page.getByRole("textbox", { name: "Missing codes" }).fill("60, 6");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("row", { name: /^Age/ })).toContainText("60 → 40");
  await page.getByRole("button", { name: "Change 2 questions" }).click();
  await expect(setup.getByRole("row").filter({ hasText: "Trust" })).toContainText("n 50");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(setup.getByRole("row").filter({ hasText: "Trust" })).toContainText("n 60");

  // A formula of two questions is counted while it is typed.
  await page.getByRole("tab", { name: "Questions" }).click();
  await page.getByRole("button", { name: "Derived question" }).click();
  await page.getByRole("menuitem", { name: /^Formula/ }).click();
  const formula = page.getByRole("textbox", { name: "Formula" });
  await formula.fill('if(Age > 50, "Older", Region)');
  const older = page.getByRole("listitem").filter({ has: page.getByRole("textbox", { name: "Value of Older" }) });
  await expect(older).toContainText("20 · 33%");
  await page.getByRole("textbox", { name: "Id" }).fill("Group");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/, /Ages/, /Group/]);
  await expect(page).toHaveURL(/question=Group/);
  await expect(counts(page, "Answered")).toBeVisible();

  const listener = listenToConsole(page);
  // A derived question that is removed, by undoing or by its button, is asked for no more.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/, /Ages/]);
  await expect(page.getByText("This project has no question “Group” any more.")).toBeVisible();
  await names(page).filter({ hasText: "Ages" }).click();
  await expect(counts(page, "Answered")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove the question" }).click();
  await expect(page.getByText("“Ages” was removed.")).toBeVisible();
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/]);
  await undo.click();
  await expect(names(page)).toHaveText([/Age/, /Region/, /Trust/, /Ages/]);

  // On a narrow screen the list and the question take turns.
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await names(page).filter({ hasText: "Trust" }).click();
  await expect(counts(page, "Answered")).toContainText("60");
  const [width, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(seen ?? 0);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(names(page)).toHaveCount(4);
  await page.setViewportSize(desk);
  // What would have been asked before is answered by now.
  listener.expectQuiet();

  await page.getByRole("link", { name: "Trends" }).last().click();
  await expect(page.getByText(/^n 60/).first()).toBeVisible();
  await page.getByRole("button", { name: "Add filter" }).click();
  const filter = page.getByRole("dialog", { name: "Add filter" });
  await filter.getByRole("combobox", { name: "Question" }).click();
  await page.getByRole("option", { name: "Ages" }).click();
  await filter.getByRole("combobox", { name: "Options" }).click();
  await page.getByRole("option", { name: "30–49" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option", { name: "30–49" })).toBeHidden();
  await expect(filter).toBeVisible();
  await filter.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText(/^n 20/).first()).toBeVisible();
});

test("what is typed and not saved is kept: an edit, a net and a weight go on in another browser", async ({
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
  const offer = (on: Page) => on.getByRole("status").filter({ hasText: "You were" });
  const kept = (on: Page) => on.getByText(/^Draft saved/).first();
  /** The same person, in a browser that knows nothing of what was typed in the one before. */
  const elsewhere = async (at: string) => {
    const other = await browser.newContext({ baseURL: baseURL() });
    await signInAnew(other, person);
    const on = await other.newPage();
    await visit(on, at);
    return on;
  };
  const editor = (on: Page) => on.getByRole("region", { name: "Question Trust" });
  const text = (on: Page) => editor(on).getByLabel("Text", { exact: true });

  let on = await elsewhere(`${address}&question=Trust`);
  await text(on).fill("How much do you trust it?");
  await expect(kept(on)).toBeVisible();
  await on.context().close();

  // Another form is open: nothing is put into it unasked.
  on = await elsewhere(`${address}&question=Age`);
  await expect(offer(on)).toContainText("You were editing “Trust”");
  await offer(on).getByRole("button", { name: "Show it" }).click();
  await expect(offer(on).getByRole("textbox")).toHaveValue("Text: How much do you trust it?");
  await offer(on).getByRole("button", { name: "Go on" }).click();
  await expect(on).toHaveURL(/question=Trust/);
  await expect(text(on)).toHaveValue("How much do you trust it?");
  await expect(offer(on)).toHaveCount(0);

  // The same question is open after a reload: it goes on at once, beside what somebody else made of it meanwhile.
  const { questions } = await (await on.request.get(`/api/questions?project_id=${project}`)).json();
  const { version } = questions.find(({ id }: { id: string }) => id === "Trust");
  const theirs = { project_id: project, id: "Trust", version, text: "Theirs" };
  expect((await on.request.patch("/api/questions", { data: theirs })).status()).toBe(200);
  on.on("dialog", (dialog) => void dialog.accept());
  await on.reload({ waitUntil: "networkidle" });
  await expect(on.getByText("This question was changed meanwhile")).toBeVisible();
  await on.getByRole("radio", { name: "Mine: How much do you trust it?" }).check();
  await editor(on).getByRole("button", { name: "Save" }).click();
  await expect(names(on).nth(2)).toContainText("How much do you trust it?");
  await expect.poll(async () => (await drafts()).length).toBe(0);

  // A net of nothing yet, and a weight beside it.
  await on.getByRole("button", { name: "Derived question" }).click();
  await on.getByRole("menuitem", { name: /^Nets/ }).click();
  await choose(on, "Nets of", "Region");
  await on.getByRole("textbox", { name: "Label of 1" }).fill("Up there");
  await on.getByRole("tab", { name: "Weights" }).click();
  await on.getByRole("button", { name: "Make a weight" }).click();
  await on.getByRole("textbox", { name: "Name" }).fill("Population");
  await expect.poll(async () => JSON.stringify((await drafts())[0]?.draft)).toContain("Population");
  await on.context().close();

  on = await elsewhere(address);
  await expect(offer(on)).toContainText(
    "You were making the question “Region nets” and making the weight “Population”",
  );
  await offer(on).getByRole("button", { name: "Go on" }).click();
  await expect(on).toHaveURL(/add=nets/);
  await expect(on.getByRole("textbox", { name: "Label of 1" })).toHaveValue("Up there");
  await on.getByRole("combobox", { name: "Options in Up there" }).click();
  await on.getByRole("option", { name: "North" }).click();
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
  await on.context().close();
});
