import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import readWorkbook, { readSheet } from "read-excel-file/node";
import { partsOf } from "@/lib/test-archive";
import { expect, test, type World } from "../api/world";
import { addAnswers, addProjectWithAnswers, sharedProject, type TestProject } from "../projects";
import { expectAccessible } from "./accessible";
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

test("a table of percents is built by keyboard, weighted, opened to its respondents, exported, and opened again by its link", async ({
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

  const other = await context.newPage();
  await visit(other, page.url());
  await expect(table(other).getByRole("row", { name: /^Weighted base/ })).toBeVisible();
  expect(await lines(other)).toEqual(shown);

  await other.getByRole("button", { name: "Save as…" }).click();
  await other.getByLabel("Name").fill("Owners");
  await other.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("button", { name: "View: Owners" })).toBeVisible();
  expect(await lines(other)).toEqual(shown);
  listener.expectQuiet();
});

test("differences beyond chance are marked, of one question and of several side by side, with the test printed", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context);
  await visit(page, `/pivots?project=${id}&rows=Sex&columns=Region&values=mean:Spend`);
  const total = table(page).getByRole("row", { name: /^Total/ });
  await expect(total).toHaveText(/Total\s*10.50\s*21.00\s*18.38/);
  const note = page.getByRole("note");
  await expect(note).toContainText("Grey: a base below 30.");

  await page.getByRole("button", { name: "Tests: none" }).click();
  await page.getByRole("combobox", { name: "Test", exact: true }).selectOption("Columns with each other (letters)");
  await expect(total.getByTitle("Not compared: its base of 6 is below 30.").first()).toHaveText(
    /^10\.50, Not compared/,
  );
  const smallest = page.getByLabel("Smallest base");
  await smallest.fill("5");
  await page.getByLabel("Lower level").fill("80");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Tests: letters" })).toBeVisible();
  // Means 10.5 and 21 of 6 and 18 people with deviations 11.5: p is 0.087.
  await expect(total).toContainText(/higher than a:\s*21.00/);
  await expect(table(page).getByRole("columnheader", { name: "South B" })).toBeVisible();
  await expect(note).toContainText("Welch's t test of means, two-sided, capital letters at 95%, small letters at 80%");
  await expect(note).not.toContainText("Grey");
  for (const part of [/against=columns/, /minimumBase=5/, /low=80/]) await expect(page).toHaveURL(part);
  expect((await exported(page, "CSV as shown")).toString("utf8")).toContain("21.00 a");

  await page.getByRole("button", { name: "Tests: letters" }).click();
  await page.getByRole("combobox", { name: "Test", exact: true }).selectOption("Each cell with the rest (arrows)");
  await page.keyboard.press("Escape");
  await expect(total).toContainText(/lower than the rest:\s*10.50/);
  await expect(total).toContainText(/higher than the rest:\s*21.00/);

  // Questions stand side by side as a banner, with letters inside each.
  await page.getByRole("button", { name: "Tests: against the rest" }).click();
  await page.getByRole("combobox", { name: "Test", exact: true }).selectOption("Columns with each other (letters)");
  await page.keyboard.press("Escape");
  await byKeyboard(page, { region: "Fields", menu: "Use Owns" }, "To columns");
  await expect(table(page).getByRole("columnheader", { name: "Region › Owns" })).toBeVisible();
  await page.getByRole("radio", { name: "Nested" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/[?&]banner=true/);
  await expect(table(page).getByRole("columnheader")).toHaveText([
    /Sex$/,
    "Region",
    "Owns",
    "Total",
    "North A",
    "South B",
    /^bike C/,
    /^car D/,
  ]);
  // 8 of those with a bike have a car.
  await expect(total).toHaveText(/Total\s*10\.50.*higher than a:\s*21\.00.*–.*–.*18\.38/);
  await expect(table(page).getByRole("row", { name: /^Base/ })).toHaveText(/Base \(n\)\s*6\s*18\s*16\s*16\s*24/);
  await expect(note).toContainText("under each question of the columns those who answered it");
  await expect(note).toContainText("Respondents (n): Region 24; Owns 24.");
  await expect(note).toContainText("– under “Owns”: Not compared: a respondent can stand in several of these columns");
  const csv = (await exported(page, "CSV as shown")).toString("utf8");
  expect(csv).toContain("North (A),South (B)");
  expect(csv).toMatch(/Total,10\.50,21\.00 a,[\d.]+ –,[\d.]+ –,18\.38/);

  const male = table(page).getByRole("row", { name: /^Male/ }).getByRole("button");
  await male.nth(1).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Respondents of this cell" });
  await expect(dialog).toContainText("Sex: Male · Region: South");
  await expect(dialog.getByRole("status")).toHaveText("12 responses with a number of Mean: Spend");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await choose(page, "Show as", "Bars");
  await expect(page.getByRole("region", { name: "Mean: Spend – Sex by Region, Owns", exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  // The frame folds its menu away first.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // What the table is shown as stays in sight; how it is counted is folded, and opened by keys.
  const base = page.getByRole("combobox", { name: "Base", exact: true });
  await expect(page.getByRole("combobox", { name: "Show as" })).toBeVisible();
  await expect(base).toBeHidden();
  const folded = page.getByRole("button", { name: "Display" });
  await folded.press("Enter");
  await expect(folded).toHaveAttribute("aria-expanded", "true");
  await expect(base).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});

test("dragging does what the menus do", async ({ page, context, world }) => {
  const { id } = await withAnswers(world, context);
  await visit(page, `/pivots?project=${id}&rows=Region`);
  // A date stands by its months, until another part is chosen; dragging does what the menus do.
  await page
    .getByRole("region", { name: "Fields" })
    .getByText("Time of the response")
    .dragTo(page.getByRole("region", { name: "Columns" }));
  await expect(table(page).getByRole("columnheader", { name: "2025-02" })).toBeVisible();
  // What a zone does not take is said where it was dropped, until something else is changed.
  const spend = page.getByRole("region", { name: "Fields" }).getByText("Spend", { exact: true });
  await spend.dragTo(page.getByRole("region", { name: "Rows" }));
  const refused = page.getByRole("region", { name: "Rows" }).getByRole("alert");
  await expect(refused).toContainText("Its answers are numbers");
  await spend.dragTo(page.getByRole("region", { name: "Values" }));
  await expect(table(page).getByRole("columnheader", { name: /Spend/ }).first()).toBeVisible();
  await expect(refused).toHaveCount(0);
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
  await expect(dialog.getByRole("group", { name: "Questions of the book" }).getByRole("checkbox")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Choose none" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose at least one question.");
  await dialog.getByLabel("Find questions").fill("o");
  await dialog.getByRole("button", { name: "Choose found" }).click();
  // The same questions again, of women only.
  await dialog.getByRole("button", { name: "Add a set of sheets" }).click();
  const women = dialog.getByRole("group", { name: "Set 2" });
  await women.getByRole("button", { name: "Add filter" }).click();
  await choose(page, "Question", "Sex");
  await choose(page, "Options", "Female");
  await page.keyboard.press("Escape");
  await women.getByRole("button", { name: "Add", exact: true }).click();
  await expect(women).toContainText("2 questions by Sex, Region; Sex is one of Female");
  await dialog.getByRole("button", { name: "Make the book of 4 tables" }).click();
  await expect(dialog).toBeHidden();

  // Its progress and its file stand on the page that began it.
  const progress = page.getByRole("main").getByRole("status", { name: `Book of tables: 4 tables of ${name}` });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    progress.getByRole("link", { name: "Download XLSX" }).click(),
  ]);
  const [index, region, owns, ...rest] = await readWorkbook(readFileSync(await file.path()));
  expect(rest.map(({ sheet }) => sheet)).toEqual(["3 Region", "4 Owns"]);
  expect(index?.data.slice(-4).map((row) => row.filter((_, at) => at !== 2 && at !== 5))).toEqual([
    [1, "Region", "Sex, Region", "No filter", 24, "1 Region"],
    [2, "Owns", "Sex, Region", "No filter", 24, "2 Owns"],
    [3, "Region", "Sex, Region", "Sex is one of Female", 12, "3 Region"],
    [4, "Owns", "Sex, Region", "Sex is one of Female", 12, "4 Owns"],
  ]);
  expect(region?.sheet).toBe("1 Region");
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
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download PPTX" }).click(),
  ]);
  expect((await sheetBehind(readFileSync(await file.path()))).map(([month]) => month)).toContain("2025-02");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("a table is drawn as bars, a stack, a heat map and a line, and taken away as picture and slide", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context);
  await visit(page, `/pivots?project=${id}&rows=Region&columns=Sex&values=row,mean:Spend`);
  await expect(table(page).getByRole("row", { name: /^South/ })).toBeVisible();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "PNG picture" })).toBeDisabled();
  await expect(page.getByRole("menuitem", { name: "PNG picture" })).toContainText("under “Show as” first");
  await page.keyboard.press("Escape");

  // All of the North are women.
  const chart = page.getByRole("region", { name: "% of row – Region by Sex", exact: true });
  await choose(page, "Show as", "Bars");
  await expect(page).toHaveURL(/[?&]chart=bars/);
  await expect(chart.locator("svg.recharts-surface")).toBeVisible();
  for (const figure of ["100.0%", "33.3%", "66.7%"])
    await expect(chart.locator("svg").getByText(figure)).not.toHaveCount(0);
  await expect(chart).toContainText("Greatest: North, Female, 100.0%. Least: North, Male, 0.0%.");
  await chart.locator(".recharts-bar-rectangle").last().hover();
  await expect(chart.getByText("n 18")).not.toHaveCount(0);
  await expect(page.getByRole("note")).toContainText("Unweighted.");
  await expect(table(page)).toBeVisible();
  await page.mouse.move(0, 0);
  expect((await exported(page, "PNG picture")).subarray(1, 4).toString()).toBe("PNG");
  const svg = (await exported(page, "SVG picture")).toString("utf8");
  for (const text of ["% of row – Region by Sex", "66.7%", "No filter.", "Unweighted.", "24 responses", "Made "]) {
    expect(svg).toContain(text);
  }

  await choose(page, "Show as", "Stacked bars");
  await expect(page).toHaveURL(/[?&]chart=stacked/);
  await expect(chart.locator("svg").getByText("80%")).toBeVisible();
  expect(await sheetBehind(await exported(page, "PPTX slide"))).toEqual([
    [null, "Female", "Male"],
    ["North", 1, 0],
    ["South", 0.333333333333333, 0.666666666666667],
  ]);
  await choose(page, "Chart shows", "Mean: Spend");
  const notDrawn = page.getByRole("status").filter({ hasText: "No chart of this table" });
  await expect(notDrawn).toContainText("Only counts, percentages and sums add up to a whole");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("show as heat");
  await page.getByRole("option", { name: /Show as heat map/ }).click();
  const heat = page.getByRole("img", { name: "Mean: Spend – Region by Sex" });
  await expect(heat.getByText("–")).toBeVisible(); // no man of the North has spent anything
  await expect(page).toHaveURL(/chart=heat/);

  await visit(page, `/pivots?project=${id}&rows=_time:month&columns=Owns&values=mean:Spend&chart=line`);
  const line = page.getByRole("region", { name: /^Mean: Spend – Time of the response: month by Owns/ });
  await expect(line.locator(".recharts-line")).toHaveCount(2);
  await expect(line.locator("svg").getByText("2025-02")).toBeVisible();
  expect((await sheetBehind(await exported(page, "PPTX slide"))).map(([month]) => month)).toEqual([
    null,
    "2025-01",
    "2025-02",
    "2025-03",
  ]);
  await page.getByRole("combobox", { name: "Show as" }).click();
  await expect(page.getByRole("option", { name: /^Stacked bars/ })).toContainText("Choose one of them as the value");
  await page.keyboard.press("Escape");
  await takeDeck(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});

test("a saved table of questions side by side says later what changed and which figures moved, and shows its own for good once it is frozen", async ({
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
  await expectAccessible(page);
  expect((await exported(page, "CSV as shown")).toString("utf8")).toMatch(/4 responses added\. 18 of 20 figures moved/);

  await changed.getByRole("button", { name: "Freeze" }).click();
  const frozen = says(/Frozen: these are the figures of .* respondents behind a figure cannot be opened/);
  await expect(frozen).toBeVisible();
  await expect(south).toHaveText(/South\s*6\s*12\s*12\s*12\s*18/);
  await expect(table(page).getByRole("button", { name: "12" })).toHaveCount(0);
  await world.sql`
    update answer_sets set questions = replace(questions::text, '"South"', '"The South"')::jsonb where project_id = ${id}`;
  let asked = 0;
  await page.route("**/fetchData", (route) => {
    asked += 1;
    return route.continue();
  });
  await reload(page);
  await expect(frozen).toBeVisible();
  await expect(south).toHaveText(/^South\s*6\s*12\s*12\s*12\s*18/);
  expect(asked).toBe(0);
  const file = (await exported(page, "CSV as shown")).toString("utf8");
  expect(file).toContain("Frozen: these are the figures of ");
  expect(file).toContain("24 responses, 0 excluded for quality");
  expect(file).toContain("Regions in May");
  await expect(page.getByRole("button", { name: "Regions in May" })).toBeVisible();

  await frozen.getByRole("button", { name: "Unfreeze" }).click();
  await expect(says(/4 responses added; the labels of 1 question were edited\. 18 of 20 figures moved/)).toBeVisible();
  await page.getByRole("button", { name: "Keep the new figures" }).click();
  await expect(says("Nothing changed since.")).toBeVisible();
  await expect(table(page).getByRole("row", { name: /^The South/ })).toHaveText(/The South\s*7\s*14\s*14\s*14\s*21/);
  listener.expectQuiet();
});

test("nets and bands are made in the builder, from the table by keyboard and from the list, by who may", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, true);
  const address = `/pivots?project=${id}&rows=Region&values=column`;
  await visit(page, address);
  await expect(table(page).getByRole("row", { name: /^North/ })).toContainText("25.0%");

  await byKeyboard(page, { region: "Rows", menu: "Region" }, "Net options…");
  const nets = page.getByRole("dialog", { name: "New derived question: nets" });
  await nets.getByRole("textbox", { name: "Label of 1" }).fill("Up there");
  await nets.getByRole("combobox", { name: "Options in Up there" }).focus();
  await page.keyboard.type("North");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(nets.getByRole("button", { name: "Add question" })).toBeEnabled();
  await nets.getByRole("button", { name: "Add question" }).focus();
  await page.keyboard.press("Enter");
  await expect(nets).toBeHidden();
  // The net stands where its question stood, and is a share of all who answered that.
  const rows = page.getByRole("region", { name: "Rows" });
  await expect(rows).toBeFocused();
  await expect(rows.getByRole("button", { name: "Region nets" })).toBeVisible();
  await expect(page).toHaveURL(/rows=Region(\+|%20)nets/);
  await expect(table(page).getByRole("row", { name: /^Up there/ })).toHaveText(/Up there\s*25.0%/);
  await expect(table(page).getByRole("row", { name: /^Total/ })).toHaveText(/Total\s*100.0%/);
  await expect(page.getByRole("note")).toContainText("“Region nets”: totals are of everybody who answered");
  await expect(table(page).getByRole("row", { name: /^South/ })).toHaveCount(0);

  const fields = page.getByRole("region", { name: "Fields" });
  await fields.getByRole("button", { name: "Use Spend" }).click();
  await page.getByRole("menuitem", { name: "Make bands…" }).click();
  const bands = page.getByRole("dialog", { name: "New derived question: bands" });
  await expect(bands.getByRole("combobox", { name: "Bands of" })).toHaveValue("Spend");
  await bands.getByLabel("Edges").fill("10");
  await bands.getByRole("button", { name: "Make bands" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await bands.getByRole("button", { name: "Add question" }).click();
  await expect(bands).toBeHidden();
  await expect(fields.getByRole("button", { name: "Use Spend", exact: true })).toBeFocused();
  await expect(rows.getByRole("button", { name: "Region nets" })).toBeVisible();
  await byKeyboard(page, { region: "Fields", menu: "Use Spend bands" }, "To columns");
  await expect(table(page).getByRole("columnheader", { name: "Under 10" })).toBeVisible();
  listener.expectQuiet();
});
