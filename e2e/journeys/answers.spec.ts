import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { test } from "../api/world";
import { addProject } from "../projects";
import { expectAccessible, OVERLAY } from "./accessible";
import { countActions } from "./counted-actions";
import { listenToConsole, reload, signInAnew, visit } from "./person";
import { pollFigures } from "./poll-figures";

const FILE = fileURLToPath(new URL("../../../shared/data/mueller-approval-polls.csv", import.meta.url));

const POLL = fileURLToPath(new URL("../../../shared/data/nonvoters.csv", import.meta.url));

const MOST_CLICKS = 12;

/** The columns of a banner with letters: where each stands, its question, and what its head says. */
function groupsOf(sheet: readonly (readonly unknown[])[]) {
  const head = sheet.findIndex((row) => row.some((cell) => /\(A\)$/.test(String(cell))));
  return (sheet[head] ?? []).flatMap((cell, at) => {
    const [, value, letter] = /^(.+) \(([A-Z])\)$/.exec(String(cell)) ?? [];
    const name = sheet[head - 1]?.slice(0, at + 1).findLast((each) => each !== null);
    return value && letter ? [{ at, name: String(name), value, letter }] : [];
  });
}

test("a weighted banner with letters of a real poll is in XLSX after few clicks, and nothing is typed", async ({
  page,
  context,
  world,
}) => {
  test.skip(!existsSync(POLL), "the real files are not beside the project");
  const listener = listenToConsole(page);
  const [account] = await world.sql<{ id: string }[]>`
    insert into accounts (name) values (${`Polls ${crypto.randomUUID()}`}) returning id`;
  const accountId = account?.id ?? "";
  const analyst = await world.addPerson("analyst", accountId);
  const ofAccount = { ...world, service: { ...world.service, accountId, managerId: analyst.id } };
  const [project] = [await addProject(ofAccount, "Poll"), await addProject(ofAccount, "Another")];
  await signInAnew(context, analyst);
  const { actions, add, inWords } = await countActions(page);
  await visit(page, "/surveys");

  await page.getByRole("link", { name: "Answers" }).click();
  await expect(page.getByRole("heading", { name: "Answers" })).toBeVisible();
  await page.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: project.name }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a file" }).click(),
  ]);
  add("Choose nonvoters.csv in the system's dialog");
  await chooser.setFiles(POLL);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  // Every row is imported as it stands, so that nothing holds the import back.
  await page.getByRole("link", { name: "Make a table" }).click();
  await expect(page).toHaveURL(/rows=Q1&/);
  await expect(page.getByRole("note")).toContainText("Weighted by weight");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "XLSX" }).click(),
  ]);

  process.stdout.write(`From a file of 119 columns to the table in XLSX: ${actions.length} actions.\n${inWords()}\n`);
  expect(actions.filter(({ kind }) => kind === "key")).toEqual([]);
  expect(actions.length).toBeLessThanOrEqual(MOST_CLICKS);
  const sheet = await readSheet(await file.path());
  const groups = groupsOf(sheet);
  const banner = [...new Set(groups.map(({ name }) => name))];
  expect(banner).toEqual(["gender", "educ", "race", "income_cat"]);
  const { options, answered, weighted, cell } = pollFigures(POLL)("Q1");
  for (const option of options) {
    const row = sheet.find(([label]) => String(label) === option) ?? [];
    for (const { at, name, value } of groups) {
      const others = groups.filter((group) => group.name === name && group.value !== value);
      const wanted = cell(option, { name, value }, others);
      expect(row[at], `${option} of ${value}`).toBeCloseTo(wanted.share, 10);
      expect(String(row[at + 1] ?? "").replaceAll(/[^A-Za-z]/g, ""), `letters of ${option} of ${value}`).toBe(
        wanted.letters,
      );
    }
  }
  const last = (label: string) =>
    sheet.find(([first]) => first === label)?.findLast((each) => typeof each === "number");
  expect([last("Base (n)"), Math.round(Number(last("Weighted base")))]).toEqual([answered, Math.round(weighted)]);
  expect(sheet.flat().join("\n")).toContain("Weighted by weight");
  listener.expectQuiet();
});

test("an analyst imports a real file, corrects how it is read over a reload, sees what is odd in it, sees it visible, and undoes it", async ({
  page,
  context,
  world,
}) => {
  test.skip(!existsSync(FILE), "the real files are not beside the project");
  const listener = listenToConsole(page);
  const project = await addProject(world, "Answers");
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/answers?project=${project.id}`);
  await expect(page.getByText("Nothing was imported into this project yet")).toBeVisible();

  await page.getByLabel("File of answers").setInputFiles(FILE);
  const columns = page.getByRole("table", { name: "Columns of the file" });
  const taken = (column: string) => columns.getByLabel(`${column} is taken for`, { exact: true });
  const rowOf = (column: string) =>
    columns.getByRole("row").filter({ has: page.getByLabel(`${column} is taken for`, { exact: true }) });
  await expect(taken("Start")).toHaveValue("time");
  await expect(taken("End")).toHaveValue("end");
  await expect(taken("Approve")).toHaveValue("numeric");
  await expect(rowOf("Start")).toContainText("2018-07-15");
  await expectAccessible(page, { within: "[aria-label='Import a file']" });

  // A column that was taken for a text becomes a choice, with the options that it shows.
  await expect(taken("Text")).toHaveValue("open");
  await taken("Text").selectOption("single");
  await expect(taken("Text")).toHaveValue("single");
  await expect(rowOf("Text")).toContainText("Do you approve");
  await taken("Url").selectOption("ignored");
  // What holds for one column is corrected beside its sample.
  await columns.getByRole("button", { name: "Edit Unsure" }).click();
  const drawer = page.getByRole("dialog", { name: "Unsure" });
  await expect(drawer.getByRole("table", { name: "Sample of the column" })).toContainText("33");
  const missing = drawer.getByLabel("Codes for: no answer");
  await missing.fill("97..99");
  await missing.press("Enter");
  await drawer.getByLabel("Text of the question").fill("Unsure, in percent");
  await expectAccessible(page, { within: OVERLAY });
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(columns.getByLabel("Text of Unsure", { exact: true })).toHaveValue("Unsure, in percent");

  // What was corrected is there again after a reload.
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await reload(page);
  await expect(taken("Url")).toHaveValue("ignored");
  await columns.getByRole("button", { name: "Edit Unsure" }).click();
  await expect(missing).toHaveValue("97..99");
  await drawer.getByRole("button", { name: "Close" }).click();
  // A row is odd, so that the import stops before anything is imported.
  const start = page.getByRole("button", { name: "Import", exact: true });
  await start.click();
  await expect(page.getByText("Review the points below, then choose Import again.")).toBeVisible();
  await expect(page.getByText("65 kept + 0 refused = 65 rows of the file")).toBeVisible();
  await expect(page.getByText("Responses: 0 now, 65 after; 65 new")).toBeVisible();
  const reported = page.getByRole("table", { name: "Reported in kept rows" });
  const odd = reported.getByRole("row").nth(1);
  await expect(odd.getByRole("cell").first()).toHaveText("2");
  await expect(odd).toContainText("7/17/17");
  await expectAccessible(page, { within: "[aria-label='Dry run']" });

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all refused and reported rows" }).click();
  expect((await download).suggestedFilename()).toContain("mueller-approval-polls.csv refused rows");
  await start.click();
  await expect(page.getByText("65 kept + 0 refused = 65 rows of the file.")).toBeVisible();
  // One thing was reported.
  await expect(page.getByRole("link", { name: "Download notices" })).toBeVisible();
  await expect(page).toHaveURL(/job=[0-9a-f-]{36}/);
  const drafts = () => world.sql`select 1 from drafts where thing = 'imports' and thing_id = ${project.id}`;
  await expect.poll(async () => (await drafts()).length).toBe(0);
  const imports = page.getByRole("table", { name: "Imports" });
  const row = imports.getByRole("row").filter({ hasText: "mueller-approval-polls.csv" });
  await expect(row).toContainText("Visible now");

  // What an undo does is said first.
  await row.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this import?" });
  await expect(dialog).toContainText("the project will have no answers, as before it");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(row).toContainText("Undone");
  await expect(row.getByRole("button", { name: "Undo" })).toHaveCount(0);
  // What the import said of the project holds no longer; the next file can be given.
  await expect(page.getByRole("region", { name: "Progress of the import" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  listener.expectQuiet();
});

test("a file that can never be imported is refused in words; Back shows an earlier file by its own plan", async ({
  page,
  context,
  world,
}) => {
  const project = await addProject(world, "Answers");
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/answers?project=${project.id}`);
  const send = (name: string, text: string) =>
    page.getByLabel("File of answers").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await send("wave.csv", "RespId,Age\n");
  const refusal = page.getByRole("alert").filter({ hasText: "This file cannot be imported" });
  await expect(refusal).toContainText("The file has a header and no rows");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  // Nothing of it is kept.
  const drafts = () => world.sql`select 1 from drafts where thing = 'imports' and thing_id = ${project.id}`;
  await expect.poll(async () => (await drafts()).length).toBe(0);

  // Beside the refusal stands the place for the right one.
  await send("first.csv", "RespId,Age,Mood\nA1,41,good\nA2,29,bad\n");
  const columns = page.getByRole("table", { name: "Columns of the file" });
  const taken = (column: string) => columns.getByLabel(`${column} is taken for`, { exact: true });
  await expect(taken("Age")).toHaveValue("numeric");
  await expect(refusal).toHaveCount(0);
  await expect.poll(async () => (await drafts()).length).toBe(1);

  await page.getByRole("button", { name: "Another file" }).click();
  await send("second.csv", "RespId,Height,Mood\nA1,1.80,good\nA2,1.70,bad\n");
  await taken("Mood").selectOption("ignored");
  await expect(taken("Mood")).toHaveValue("ignored");
  await page.goBack();
  await page.goBack();
  await expect(taken("Age")).toHaveValue("numeric");
  await expect(taken("Mood")).not.toHaveValue("ignored");
  await expect(page.getByText("This cannot be imported yet")).toHaveCount(0);
});
