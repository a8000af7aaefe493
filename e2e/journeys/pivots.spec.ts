import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import readWorkbook, { readSheet } from "read-excel-file/node";
import { partsOf } from "@/lib/test-archive";
import { test, type World } from "../api/world";
import { addAnswers, addProjectWithAnswers, sharedProject, type TestProject } from "../projects";
import { expectAccessible, OVERLAY } from "./accessible";
import { choose, listenToConsole, reload, signInAnew, visit } from "./person";

/** 24 people: 16 have a car and 16 a bike, so 8 have both. Women weigh three times what men do. */
function answersCsv(people = 24): string {
  const rows = Array.from({ length: people }, (_, at) => {
    const region = at % 4 === 0 ? "North" : "South";
    const sex = at % 2 === 0 ? "Female" : "Male";
    const owns = [...(at % 3 === 0 ? [] : ["car"]), ...(at % 3 < 2 ? ["bike"] : [])].join(";");
    const time = new Date(Date.UTC(2025, at % 3, 3, 12)).toISOString();
    return [`p${at}`, time, region, sex, owns, (at % 8) * 5.25, sex === "Female" ? 1.5 : 0.5].join(",");
  });
  return ["id,time,Region,Sex,Owns,Spend,weight", ...rows].join("\n");
}

/** A project that an analyst who is signed in is going to look at; one of its own for tests that change it. */
async function withAnswers(world: World, context: BrowserContext, isOwn = false): Promise<TestProject> {
  await signInAnew(context, await world.addPerson("analyst"));
  return (isOwn ? addProjectWithAnswers : sharedProject)(world, "Tables", answersCsv());
}

const table = (page: Page) => page.getByRole("table", { name: "Cross table" });

/** The table as text: a line a row, as a person reads it. */
const lines = async (page: Page) =>
  (await table(page).getByRole("row").all()).length > 0
    ? (await table(page).locator("tbody tr").allInnerTexts()).map((line) => line.trim().replace(/\s+/g, " "))
    : [];

/** Opens a menu by its button and takes one of its commands, without a pointer. */
async function byKeyboard(page: Page, { region, menu }: { region: string; menu: string }, command: string) {
  await page
    .getByRole("region", { name: region, exact: true })
    .getByRole("button", { name: menu, exact: true })
    .focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: command, exact: true });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 20; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(item).toBeFocused();
  await page.keyboard.press("Enter");
  // One that fades out would be found beside the next one.
  await expect(page.getByRole("menuitem")).toHaveCount(0);
}

async function exported(page: Page, form: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: form }).click()]);
  return readFileSync(await file.path());
}

test("a table is built by keyboard and by dragging, weighted, opened to its respondents, exported, and opened again by its link", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id, name } = await withAnswers(world, context);
  await visit(page, `/pivots?project=${id}`);
  await expect(page.getByText("Put a question into rows or columns")).toBeVisible();

  await byKeyboard(page, { region: "Fields", menu: "Use Owns" }, "To rows");
  await byKeyboard(page, { region: "Fields", menu: "Use Sex" }, "To columns");
  await byKeyboard(page, { region: "Values", menu: "Count" }, "% of column");
  // 32 answers of 24 people: percentages are of people.
  await expect(table(page).getByRole("row", { name: /^bike/ })).toHaveText(/bike\s*66.7%\s*66.7%\s*66.7%/);
  await expect(table(page).getByRole("row", { name: /^Total/ })).toHaveText(/Total\s*100.0%\s*100.0%\s*100.0%/);
  await expect(page.getByRole("note")).toContainText("totals count each respondent once");
  await expect(page.getByRole("note")).toContainText("Unweighted.");

  await page.getByRole("combobox", { name: "Weight" }).click();
  await page.getByRole("option", { name: "weight" }).click();
  await expect(table(page).getByRole("row", { name: /^Weighted base/ })).toHaveText(/Weighted base\s*18\s*6\s*24/);
  await expect(page.getByRole("note")).toContainText("Weighted by weight");

  // A figure opens its respondents, with the answers that are asked for.
  const bike = table(page).getByRole("row", { name: /^bike/ });
  await bike.getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Respondents of this cell" });
  await expect(dialog).toContainText("Owns: car · Sex: Male");
  await expect(dialog.getByRole("status")).toHaveText("8 responses");
  const list = dialog.getByRole("table", { name: "Respondents" });
  await expect(list.getByRole("row")).toHaveCount(9);
  await expect(list.getByRole("row", { name: /^p1\b/ })).toContainText("0.500");
  await dialog.getByRole("combobox", { name: "Answers shown" }).click();
  await page.getByRole("option", { name: "Spend" }).click();
  await expect(list.getByRole("columnheader", { name: "Spend" })).toBeVisible();
  // p1 spent 5.25 and has a bike and a car.
  await expect(list.getByRole("row", { name: /^p1\b/ })).toContainText("bike; car");
  await expect(list.getByRole("row", { name: /^p1\b/ })).toContainText("5.25");
  // The list of questions is still open: it closes first.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option", { name: "Region" })).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const shown = await lines(page);
  const file = (await exported(page, "CSV as shown")).toString("utf8").replace("\uFEFF", "").split("\r\n");
  expect(file[1]).toBe(`Project: ${name}`);
  expect(file.slice(4, 4 + shown.length).map((line) => line.replaceAll(",", " "))).toEqual(shown);
  expect(file.join("\n")).toContain("Weighted by weight");
  const data = /Data: revision \d+ of .+; 24 responses, 0 excluded for quality; weight weight, version [0-9a-f]{12}/;
  await expect(page.getByRole("note")).toContainText(data);
  expect(file.join("\n")).toMatch(data);
  expect((await exported(page, "CSV, a row for each figure")).toString("utf8")).toMatch(data);
  expect((await exported(page, "XLSX")).subarray(0, 2).toString()).toBe("PK");

  await page.getByRole("button", { name: "Save as…" }).click();
  await page.getByLabel("Name").fill("Owners");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "View: Owners" })).toBeVisible();
  await reload(page);
  await expect(table(page).getByRole("row", { name: /^Weighted base/ })).toBeVisible();
  expect(await lines(page)).toEqual(shown);

  // Dragging does what the menus do. A date stands by its months, until another part is chosen.
  const fields = page.getByRole("region", { name: "Fields" });
  await fields.getByText("Time of the response").dragTo(page.getByRole("region", { name: "Columns" }));
  await expect(table(page).getByRole("columnheader", { name: "2025-02" }).first()).toBeVisible();
  // What a zone does not take is said where it was dropped, until something else is changed.
  const spend = fields.getByText("Spend", { exact: true });
  await spend.dragTo(page.getByRole("region", { name: "Rows" }));
  const refused = page.getByRole("region", { name: "Rows" }).getByRole("alert");
  await expect(refused).toContainText("Its answers are numbers");
  await spend.dragTo(page.getByRole("region", { name: "Values" }));
  await expect(table(page).getByRole("columnheader", { name: /Spend/ }).first()).toBeVisible();
  await expect(refused).toHaveCount(0);

  // On a phone, what the table is shown as stays in sight; how it is counted is folded, and opened by keys.
  await page.setViewportSize({ width: 390, height: 844 });
  const base = page.getByRole("combobox", { name: "Base", exact: true });
  await expect(page.getByRole("combobox", { name: "Show as" })).toBeVisible();
  await expect(base).toBeHidden();
  const folded = page.getByRole("button", { name: "Display" });
  await folded.press("Enter");
  await expect(folded).toHaveAttribute("aria-expanded", "true");
  await expect(base).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});

test("a book of tables is made as work, and a sheet has the figures of the page", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const { id, name } = await withAnswers(world, context);
  const query =
    "rows=Owns&columns=Sex,Region&banner=true&values=column,mean:Spend&weight=weight&against=columns&minimumBase=5&bases=none";
  await visit(page, `/pivots?project=${id}&${query}`);
  await expect(table(page).getByRole("row", { name: /^bike/ })).toBeVisible();
  const shown = await lines(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Book of tables" }).click();
  const dialog = page.getByRole("dialog", { name: "Book of tables" });
  await expect(dialog).toContainText("a sheet for each question by Sex, Region");
  await dialog.getByRole("checkbox", { name: "Sex" }).uncheck();
  await dialog.getByRole("button", { name: "Make the book of 2 tables" }).click();
  await expect(dialog).toBeHidden();

  // Its progress and its file stand on the page that began it.
  const progress = page.getByRole("main").getByRole("status", { name: `Book of tables: 2 tables of ${name}` });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    progress.getByRole("link", { name: "Download XLSX" }).click(),
  ]);
  const [index, region, owns, ...rest] = await readWorkbook(readFileSync(await file.path()));
  expect(index?.data.slice(-2).map((row) => row[1])).toEqual(["Region", "Owns"]);
  expect([region?.sheet, rest]).toEqual(["1 Region", []]);
  // Percentages stand as shares in a spreadsheet, and letters in columns beside them.
  const isFigure = (value: unknown) => typeof value === "number" || value === "–";
  const written = owns?.data.slice(-shown.length).map(([label, ...cells]) => {
    const figures = cells.filter(isFigure);
    const text = (value: unknown, at: number) =>
      typeof value !== "number" ? "–" : at % 2 ? value.toFixed(2) : `${(100 * value).toFixed(1)}%`;
    return [label, ...figures.map(text)].join(" ");
  });
  expect(written).toEqual(
    shown.map((line) =>
      line.replace(
        /\w+\s*higher than [a-z, ]+:\s*|\s*† Not compared: .*? under Tests\.:|\s*, Not compared: .*?\.(?= |$)/gi,
        "",
      ),
    ),
  );
  listener.expectQuiet();
});

/** The rows of the workbook behind a slide's chart, which PowerPoint opens to edit it. */
async function sheetBehind(slide: Buffer) {
  const parts = await partsOf(slide);
  const name = [...parts.keys()].find((each) => /^ppt\/embeddings\/.+\.xlsx$/.test(each)) ?? "";
  return readSheet(parts.get(name) ?? Buffer.alloc(0));
}

/** Puts what is shown into the deck, which is there after a reload, and takes it away as one file. */
async function takeDeck(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Deck", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add to deck" }).click();
  await expect(page.getByRole("button", { name: "Deck (1)" })).toBeVisible();
  await reload(page);
  await page.getByRole("button", { name: "Deck (1)" }).click();
  await page.getByRole("menuitem", { name: "Open deck" }).click();
  const dialog = page.getByRole("dialog", { name: "Deck" });
  await expect(dialog.getByRole("list", { name: "Slides" })).toContainText("1. Mean: Spend");
  await expectAccessible(page, { within: OVERLAY });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download PPTX" }).click(),
  ]);
  expect((await sheetBehind(readFileSync(await file.path()))).map(([month]) => month)).toEqual([
    null,
    "2025-01",
    "2025-02",
    "2025-03",
  ]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("a table is drawn as bars, a stack, a heat map and a line, and taken away as picture, slide and deck", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context);
  await visit(page, `/pivots?project=${id}&rows=_time:month&columns=Sex&values=row,mean:Spend`);
  await expect(table(page).getByRole("row", { name: /^2025-02/ })).toBeVisible();
  const ofMonths = (value: string) =>
    page.getByRole("region", { name: `${value} – Time of the response: month by Sex`, exact: true });

  const bars = ofMonths("% of row");
  await choose(page, "Show as", "Bars");
  await expect(page).toHaveURL(/[?&]chart=bars/);
  await expect(bars.locator("svg").getByText("50.0%")).not.toHaveCount(0);
  await bars.locator(".recharts-bar-rectangle").last().hover();
  await expect(bars.getByText("n 8")).not.toHaveCount(0);
  await expect(table(page)).toBeVisible();
  await page.mouse.move(0, 0);
  expect((await exported(page, "PNG picture")).subarray(1, 4).toString()).toBe("PNG");

  await choose(page, "Show as", "Stacked bars");
  await expect(bars.locator("svg").getByText("80%")).toBeVisible();
  expect(await sheetBehind(await exported(page, "PPTX slide"))).toEqual([
    [null, "Female", "Male"],
    ...["2025-01", "2025-02", "2025-03"].map((month) => [month, 0.5, 0.5]),
  ]);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("show as heat");
  await page.getByRole("option", { name: /Show as heat map/ }).click();
  await choose(page, "Chart shows", "Mean: Spend");
  await expect(page.getByRole("img", { name: /^Mean: Spend – / })).toBeVisible();
  await choose(page, "Show as", "Line over time");
  const line = ofMonths("Mean: Spend");
  await expect(line.locator(".recharts-line")).toHaveCount(2);
  await expect(line.locator("svg").getByText("2025-02")).toBeVisible();
  await takeDeck(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});

test("a saved table of questions side by side says later which figures moved, and shows its own for good once it is frozen", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const project = await withAnswers(world, context, true);
  const { id } = project;
  await visit(page, `/pivots?project=${id}&rows=Region&columns=Sex,Owns&banner=true&title=Regions%20in%20May`);
  const south = table(page).getByRole("row", { name: /^South/ });
  await expect(south).toHaveText(/South\s*6\s*12\s*12\s*12\s*18/);
  await page.getByRole("button", { name: "Save as…" }).click();
  await page.getByLabel("Name").fill("For good");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const says = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
  await expect(says("Nothing changed since.")).toBeVisible();

  await addAnswers(world, project, answersCsv(28));
  await reload(page);
  // A woman in the North, a woman and two men in the South: no man in the North still.
  const changed = says(/Data changed since .*: 4 responses added\. 18 of 20 figures moved\. Those are marked/);
  await expect(changed).toBeVisible();
  await expect(south).toContainText(/7, was 6\s*(14, was 12\s*){3}21, was 18/);
  await south.getByRole("button").nth(1).focus();
  const shownBeside = south.locator("td[data-was]").nth(1);
  expect(await shownBeside.evaluate((cell) => getComputedStyle(cell, "::after").content)).toBe('"was 12"');
  await expectAccessible(page, { within: "[aria-label='Cross table'], [role=status]" });
  expect((await exported(page, "CSV as shown")).toString("utf8")).toMatch(/4 responses added\. 18 of 20 figures moved/);

  await changed.getByRole("button", { name: "Freeze" }).click();
  const frozen = says(/Frozen: these are the figures of .* respondents behind a figure cannot be opened/);
  await expect(frozen).toBeVisible();
  await expect(south).toHaveText(/South\s*6\s*12\s*12\s*12\s*18/);
  await expect(table(page).getByRole("button", { name: "12" })).toHaveCount(0);
  const file = (await exported(page, "CSV as shown")).toString("utf8");
  expect(file).toContain("Frozen: these are the figures of ");
  expect(file).toContain("24 responses, 0 excluded for quality");
  expect(file).toContain("Regions in May");
  listener.expectQuiet();
});
