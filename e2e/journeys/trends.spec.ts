import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { importAnswers } from "../answers";
import { expect, type Person, test, type World } from "../api/world";
import { addProjectWithAnswers, sharedProject, type TestProject } from "../projects";
import { choose, expectTooltip, findProject, listenToConsole, reload, signInAnew, visit } from "./person";

const DAY_MS = 86_400_000;
const DAYS = 60;

const waveOf = (day: number) => (day < 20 ? "First" : day < 40 ? "Second" : "Third");
/** A third each; from day 40 on two thirds choose cherry. */
const flavourOf = (day: number, at: number) =>
  at % 3 === 0 || (day >= 40 && at % 3 === 1) ? "Cherry" : at % 3 === 1 ? "Lemon" : "Mint";

/** Twelve answers a day to each question; none on days 20 to 24; the first question rises by 3 on day 40. */
function answersCsv(): string {
  const rows = Array.from({ length: DAYS }, (_, day) => {
    if (day >= 20 && day < 25) return [];
    const time = new Date(Date.UTC(2025, 0, 1) + day * DAY_MS + 12 * 3_600_000).toISOString();
    return Array.from({ length: 12 }, (_, at) => {
      const rest = ((at * 7 + day * 3) % 10) / 4;
      const chosen = [at % 3 === 0 ? "North" : "South", waveOf(day), flavourOf(day, at)];
      return [
        `r${day}-${at}`,
        time,
        ...chosen,
        (2 + rest + (day >= 40 ? 3 : 0)).toFixed(2),
        (5 + rest).toFixed(2),
      ].join(",");
    });
  });
  return ["id,time,Region,Wave,Flavour,Satisfaction,Trust", ...rows.flat()].join("\n");
}

/** A project whose trends a person is going to look at; one of its own for tests that change its answers or notes. */
async function withAnswers(world: World, context: BrowserContext, person: Person, isOwn = false): Promise<TestProject> {
  await signInAnew(context, person);
  return (isOwn ? addProjectWithAnswers : sharedProject)(world, "Tracker", answersCsv());
}

/** Chooses several options and closes the list with Escape: the form that it is in stays. */
async function choosePills(page: Page, field: Locator, options: string[]): Promise<void> {
  await field.click();
  for (const name of options) await page.getByRole("option", { name }).click();
  await field.press("Escape");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
}

/** Adds the condition that a response is from a region, by one of the page's two filters. */
async function addRegion(page: Page, filter: "Add filter" | "Add filter to compare", region: string): Promise<void> {
  await page.getByRole("button", { name: filter, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: filter, exact: true });
  await dialog.getByRole("combobox", { name: "Question" }).click();
  await page.getByRole("option", { name: "Region" }).click();
  await choosePills(page, dialog.getByRole("combobox", { name: "Options" }), [region]);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.mouse.move(0, 0); // where the dialog was, a chart would tell its figures
}

const chart = (page: Page, name: string) => page.getByRole("region", { name });

async function exported(page: Page, form: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: form }).click()]);
  return readFileSync(await file.path());
}

test("an analyst goes from a project to a shared picture of what changed", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const { name } = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, "/trends");
  await findProject(page, name);
  await page.getByRole("option", { name: new RegExp(name) }).click();

  // What the project has is shown at once, as far as there are answers, in buckets of enough of them.
  await expect(page.getByText(/^Shown by weeks, the finest buckets with about 50 answers or more/)).toBeVisible();
  // By days the jump is marked and the gap said.
  await choose(page, "By", "Days");
  const satisfaction = chart(page, "Satisfaction");
  await expect(satisfaction.getByText(/n 660 · last \d\.\d\d · 1 significant change/)).toBeVisible();
  await expect(satisfaction).toContainText("5 of 60 buckets without data; 1 significant change");
  await expect(chart(page, "Trust").getByText(/n 660 · last/)).not.toContainText("significant");
  await expect(page.getByText(/Welch's test/)).toBeVisible();

  // What a table does not show cannot be chosen there, which moves nothing.
  const below = page.getByRole("button", { name: "Add filter", exact: true });
  const before = await below.boundingBox();
  await page.getByText("Table", { exact: true }).click();
  await expect(page.getByLabel("Figures at points")).toBeDisabled();
  expect(await below.boundingBox()).toEqual(before);
  // The table has the same figures, and so has the file.
  const risen = page
    .getByRole("table", { name: "Trend" })
    .getByRole("row")
    .filter({ hasText: /^Satisfaction.*10 Feb 2025/ });
  await expect(risen).toContainText("< 0.001");
  const lines = (await exported(page, "CSV as shown")).toString("utf8").trim().split("\r\n");
  const head = lines.findIndex((line) =>
    line.startsWith("Question,Bucket (UTC),Mean,Lowest,Highest,95% interval from,95% interval to,n"),
  );
  expect(lines.slice(0, head).join(" ")).toMatch(/2025-01-01 to 2025-03-01, times in UTC.*Welch's test.*5% false/);
  expect(lines).toHaveLength(head + 1 + 2 * 60);
  expect(lines.find((line) => line.includes("21 Jan 2025"))).toContain(",–,–,–,0");

  // A pasted link shows the same.
  await page.getByText("One chart", { exact: true }).click();
  await expect(page).toHaveURL(/mode=overlay/);
  await reload(page);
  await expect(chart(page, "All questions").locator("path[data-line]")).toHaveCount(2);
  const picture = await exported(page, "PNG picture");
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect((await exported(page, "XLSX")).subarray(0, 2).toString()).toBe("PK");

  // The other pages of answers open with the project that was opened last.
  for (const path of ["/pivots", "/questions", "/answers"]) {
    await visit(page, path);
    await expect(page.getByRole("combobox", { name: "Project" })).toHaveValue(new RegExp(name));
  }
  listener.expectQuiet();
});

test("what is in view is chosen with the pointer, compared, filtered and noted on", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"), true);
  const february = `/trends?project=${id}&bucket=daily&from=2025-02-01&to=2025-02-28`;
  // A rolling mean reads the days before the range, and shows none of them.
  await visit(page, `${february}&rolling=3&mode=table`);
  const table = page.getByRole("table", { name: "Trend" });
  const first = table
    .getByRole("row")
    .filter({ hasText: /\d Feb 2025/ })
    .first();
  await expect(first).toContainText("Sat, 1 Feb 2025");
  const place = (await table.getByRole("columnheader").allTextContents()).findIndex((text) => /Rolling/.test(text));
  await expect(first.getByRole("cell").nth(place)).toHaveText(/^\d\.\d\d$/);
  await page.getByText("Small multiples", { exact: true }).click();
  const satisfaction = chart(page, "Satisfaction");
  await expect(satisfaction.getByText("Rolling mean over 3 buckets", { exact: true })).toBeVisible();

  await visit(page, february);
  await expect(satisfaction.getByText(/^n 336/)).toBeVisible();

  const plot = satisfaction.locator("rect[data-plot]");
  const boxOfPlot = async () => {
    // With wider letters the controls above take more lines, and the chart begins further down.
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (!box) throw new Error("The chart has no plot.");
    return { ...box, y: box.y + box.height / 2 };
  };
  /** Presses in the plot and moves on, without letting go. */
  const drag = async ({ x, y, width }: Awaited<ReturnType<typeof boxOfPlot>>) => {
    await page.mouse.move(x + width * 0.3, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y, { steps: 4 });
  };
  await drag(await boxOfPlot());
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=\d+-\d+/);
  await expect(page.getByText(/^Zoomed to/)).toBeVisible();
  await page.getByRole("button", { name: "Show the whole range" }).click();
  await expect(page.getByRole("button", { name: "Zoom", exact: true })).toBeFocused();
  await expect(page).not.toHaveURL(/zoom=/);

  // Let go beside the chart.
  const box = await boxOfPlot();
  await drag(box);
  await page.mouse.move(box.x + box.width * 0.6, box.y - box.height / 2 - 200, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^Zoomed to/)).toBeVisible();
  await page.getByRole("button", { name: "Show the whole range" }).click();
  await expect(page).not.toHaveURL(/zoom=/);

  const zoom = page.getByRole("dialog", { name: "Zoom", exact: true });
  // By keys alone.
  await page.getByRole("button", { name: "Zoom", exact: true }).press("Enter");
  const begin = zoom.getByRole("combobox", { name: "First bucket" });
  await expect(begin).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("10 Feb");
  await expect(zoom.getByRole("option")).toHaveText(["Mon, 10 Feb 2025"]);
  await page.keyboard.press("Enter");
  await expect(begin).toHaveValue("Mon, 10 Feb 2025");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Zoomed to Mon, 10 Feb 2025 – Fri, 28 Feb 2025")).toBeVisible();
  await choose(page, "Compare with", "Previous period");
  await expect(page.getByText(/Dotted: the buckets of 2025-01-22 to 2025-02-09/)).toBeVisible();
  await page.getByRole("button", { name: "Show the whole range" }).click();
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(page.getByText(/Dotted: the buckets of 2025-01-04 to 2025-01-31/)).toBeVisible();

  await addRegion(page, "Add filter", "North");
  await expect(satisfaction.getByText(/^n 112/)).toBeVisible();

  await page.getByRole("button", { name: /^Notes/ }).click();
  const notes = page.getByRole("dialog", { name: /^Notes/ });
  await notes.getByLabel("Note", { exact: true }).fill("A new supplier began");
  await notes.getByRole("textbox", { name: "Day" }).fill("2025-2-27");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByText(/^2025-02-27 A new supplier began/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Notes/ })).toBeFocused();

  listener.expectQuiet();
});

test("a manager reads trends, and is told why he writes no notes", async ({ page, context, world }) => {
  const { id } = await withAnswers(world, context, await world.addPerson("manager"));
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/trends?project=${id}&bucket=daily`);
  await expect(chart(page, "Satisfaction").locator("rect[data-plot]")).toBeVisible();
  const [width, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(seen ?? 0);
  await page.getByRole("button", { name: /^Notes/ }).click();
  const add = page.getByRole("button", { name: "Add note" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expectTooltip(page, add, "Notes are written by analysts and admins");
  const refused = await page.request.post("/api/trends/notes", {
    data: { project_id: id, day: "2025-01-01", text: "x" },
  });
  expect(refused.status()).toBe(403);
});

test("two filters are compared, and tested only where they have no respondent in common", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/trends?project=${id}&bucket=monthly`);
  const satisfaction = chart(page, "Satisfaction");
  await choose(page, "Compare with", "Another filter");
  await expect(page.getByText("Both filters are the same")).toBeVisible();
  await addRegion(page, "Add filter", "North");
  // Everybody is compared: those of the North among them.
  await expect(satisfaction.getByText("Region is one of North", { exact: true })).toBeVisible();
  await expect(satisfaction.getByText("All responses", { exact: true })).toBeVisible();
  await expect(page.getByText(/have respondents in common \(440 of the answers/)).toBeVisible();

  await addRegion(page, "Add filter to compare", "South");
  await expect(satisfaction.getByText("Region is one of South", { exact: true })).toBeVisible();
  await expect(page.getByText(/◆ those that differ so from Region is one of South/)).toBeVisible();
  await expect(page.getByText(/respondents in common/)).toBeHidden();

  // The table and the file name both, each with its own n; a pasted link shows the same.
  await page.getByText("Table", { exact: true }).click();
  await expect(page).toHaveURL(/mode=table/);
  await reload(page);
  const january = page
    .getByRole("table", { name: "Trend" })
    .getByRole("row")
    .filter({ hasText: "January 2025" })
    .first();
  await expect(january).toContainText("104"); // 26 days of four
  await expect(january).toContainText("208"); // and of eight
  const csv = (await exported(page, "CSV with full values")).toString("utf8");
  expect(csv).toContain("Compared mean,Compared n,Difference");
  expect(csv).toContain("Region is one of South");
  expect((await exported(page, "CSV as shown")).toString("utf8")).toContain("Compared with: Region is one of South");
  listener.expectQuiet();
});

test("a filter that is not read yet is not exported as read, and an import shows where its project is open", async ({
  page,
  context,
  world,
}) => {
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"), true);
  await visit(page, `/trends?project=${id}&bucket=daily`);
  await expect(page.getByText("2025-01-01 to 2025-03-01, times in UTC")).toBeVisible();
  const trends = "**/api/analysis/**";
  // Filtered, but not read yet: the figures that still stand there are not those of the filter.
  let goOn = () => {};
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route(trends, async (route) => {
    await held;
    await route.continue();
  });
  await addRegion(page, "Add filter", "North");
  const save = page.getByRole("button", { name: "Export", exact: true });
  await expect(save).toBeDisabled();
  goOn();
  await expect(save).toBeEnabled();
  await page.unroute(trends);
  await expect(chart(page, "Satisfaction").getByText(/n 220/)).toBeVisible();

  const later = ["id,time,Region,Wave,Flavour,Satisfaction,Trust", "x1,2025-03-20T12:00:00Z,North,Third,Cherry,5,6"];
  await importAnswers(page.request, id, later.join("\n"));
  await expect(page.getByText("2025-01-01 to 2025-03-20, times in UTC")).toBeVisible();
  await expect(chart(page, "Satisfaction").getByText(/n 221/)).toBeVisible();
});

test("questions are joined to a line, kept in a view, shared and reset; none chosen is none shown", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/trends?project=${id}&bucket=monthly`);

  // Fewer than all are those that were chosen before; all of a few are what is shown anyway.
  await expect(chart(page, "Trust")).toBeVisible();
  await expect(page.getByRole("button", { name: "All", exact: true })).toBeDisabled();
  await page.getByRole("combobox", { name: /^Questions/ }).press("Backspace");
  await expect(chart(page, "Trust")).toBeHidden();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(chart(page, "Trust")).toBeVisible();
  await page.getByRole("button", { name: "Fewer" }).click();
  await expect(chart(page, "Trust")).toBeHidden();
  await expect(chart(page, "Satisfaction")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();

  await page.getByRole("button", { name: "Join questions" }).click();
  const form = page.getByRole("dialog", { name: "Join questions" });
  await form.getByRole("button", { name: "Join", exact: true }).click();
  await expect(form.getByText("Give the line a name.")).toBeVisible();
  await form.getByLabel("Name of the line").fill("Both");
  await choosePills(page, form.getByRole("combobox", { name: "Questions to join" }), ["Satisfaction", "Trust"]);
  await form.getByRole("button", { name: "Join", exact: true }).click();
  // 660 responses answered both: each answer counts.
  await expect(chart(page, "Both").getByText(/^n 1,320/)).toBeVisible();
  await expect(chart(page, "Satisfaction")).toBeHidden();

  const view = `Joined ${crypto.randomUUID().slice(0, 8)}`;
  const bar = page.getByRole("group", { name: "View", exact: true });
  await expect(bar.getByText("not saved")).toBeVisible();
  await expect(bar.getByText("modified")).toBeHidden();
  await bar.getByRole("button", { name: "Save as…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a new view" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(bar.getByRole("button", { name: "Save as…" })).toBeFocused();
  await bar.getByRole("button", { name: "Save as…" }).click();
  await dialog.getByLabel("Name").fill(view);
  await dialog.getByRole("radio").last().check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/trends\?view=[\w-]{36}$/);
  const link = page.url();
  await expect(bar.getByRole("button", { name: `View: ${view}` })).toBeFocused();
  await bar.getByRole("button", { name: /^What to do with the view/ }).click();
  await page.getByRole("menuitem", { name: "Rename or share…" }).click();
  await page.getByRole("dialog", { name: "Rename or share this view" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bar.getByRole("button", { name: `View: ${view}` })).toBeFocused();
  await page.getByRole("button", { name: "Remove the joined line Both" }).click();
  await expect(page.getByRole("button", { name: "Join questions" })).toBeFocused();
  await expect(chart(page, "Satisfaction")).toBeVisible();
  await bar.getByRole("button", { name: "Reset" }).click();
  await expect(chart(page, "Both")).toBeVisible();

  // Cleared, it stays so, also for whoever gets the link.
  await page.getByRole("button", { name: "Remove the joined line Both" }).click();
  await page.getByLabel("Choose no question").click();
  await expect(page.getByText("Nothing is chosen. Choose questions above")).toBeVisible();
  await expect(page).toHaveURL(/questions=,/);
  await reload(page);
  await expect(page.getByText("Nothing is chosen. Choose questions above")).toBeVisible();
  listener.expectQuiet();

  await context.clearCookies();
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, link);
  await expect(page.getByRole("button", { name: `View: ${view}`, exact: true })).toBeVisible();
  await expect(chart(page, "Both").getByText(/^n 1,320/)).toBeVisible();
});

test("the share of chosen options is drawn, tested and exported, by time and by wave", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"));
  await visit(page, `/trends?project=${id}&bucket=monthly&questions=,`);
  await expect(page.getByText("Nothing is chosen.")).toBeVisible();
  await page.getByRole("button", { name: "Add share" }).click();
  const form = page.getByRole("dialog", { name: "Add share" });
  await form.getByRole("combobox", { name: "Question" }).click();
  await page.getByRole("option", { name: "Flavour" }).click();
  await expect(form.getByText("need to know the order of the options", { exact: false })).toBeVisible();
  await choosePills(page, form.getByRole("combobox", { name: "Options that count" }), ["Cherry"]);
  await form.getByRole("button", { name: "Show share" }).click();
  // 104 of 312, then 188 of 336, then 8 of 12.
  const good = chart(page, "Flavour: Cherry");
  await expect(good.getByText(/^n 660 · last 66\.7% · 1 significant change$/)).toBeVisible();
  await expect(good).toContainText("share from 33.3% in January 2025 to 66.7% in March 2025");
  await expect(page.getByText(/pooled z test of two proportions/)).toBeVisible();

  await page.getByText("Table", { exact: true }).click();
  const february = page.getByRole("table", { name: "Trend" }).getByRole("row").filter({ hasText: "February 2025" });
  await expect(february).toContainText(/56\.0%.*336.*188.*22\.6.*< 0\.001/);
  expect((await exported(page, "CSV as shown")).toString("utf8")).toContain(
    "Flavour: Cherry,February 2025,56.0%,50.6%,61.2%,336,188,22.6",
  );
  const cells = await readSheet(await exported(page, "XLSX"));
  const head = cells.find((row) => row.includes("Share")) ?? [];
  const share = cells.find((row) => row.includes(336))?.[head.indexOf("Share")];
  expect(share).toBeCloseTo(188 / 336, 10);

  // By wave: its options are the buckets, and what only time has is refused with a reason.
  await page.getByText("Small multiples", { exact: true }).click();
  await choose(page, "By", "Wave");
  await expect(page.getByText("there is no time to zoom into", { exact: false })).toBeVisible();
  await expect(good).toContainText("share from 33.3% in First to 66.7% in Third");
  for (const wave of ["First", "Second", "Third"]) await expect(good.locator("svg").getByText(wave)).toBeVisible();
  // Whether the waves follow one another is asked before anything is said from one to the next.
  await expect(page.getByText("have no confirmed order", { exact: false })).toBeVisible();
  await expect(good.getByText(/^n 660 · last 66\.7%$/)).toBeVisible();
  await page.getByRole("button", { name: "Set the order" }).click();
  await page.getByRole("radio", { name: "The lowest" }).check();
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expect(page.getByText("have no confirmed order", { exact: false })).toBeHidden();
  await expect(
    page.getByRole("combobox", { name: "Time zone" }).or(page.getByLabel("Time zone")).first(),
  ).toBeDisabled();
  await reload(page);
  await expect(good.getByText(/^n 660 .* 1 significant change$/)).toBeVisible();
  // A long title stands in several lines.
  const picture = (await exported(page, "SVG picture")).toString("utf8");
  expect(picture.replace(/(<[^>]*>)+/g, " ")).toContain("by Wave");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(good.locator("rect[data-plot]")).toBeVisible();
  // Charts are drawn anew for the room that they now have.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});

test("days are typed, and a range counted back from the last answer is shared and moves along with it", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"), true);
  await visit(page, `/trends?project=${id}&bucket=daily`);
  const range = page.getByRole("combobox", { name: "Range" });
  const from = page.getByRole("textbox", { name: "From" });
  const to = page.getByRole("textbox", { name: "To" });
  const expectDays = async (named: string, first: string, last: string) => {
    await expect(range).toHaveValue(named);
    await expect(from).toHaveValue(first);
    await expect(to).toHaveValue(last);
    await expect(page.getByText(`${first} to ${last}, times in UTC`)).toBeVisible();
    await expect(chart(page, "Satisfaction").getByText(/^n \d/)).toBeVisible();
  };
  const typeOver = async (field: Locator, text: string) => {
    await field.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };
  await expectDays("All answers", "2025-01-01", "2025-03-01");

  await typeOver(from, "2025-2-1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2025-02-01/);
  await expectDays("Between dates", "2025-02-01", "2025-03-01");

  await typeOver(to, "2025-01-15");
  await page.keyboard.press("Tab");
  await expect(page.getByText("The range ends on 2025-01-15, before it begins on 2025-02-01.")).toBeVisible();
  await typeOver(to, "2025-02-28");
  await page.keyboard.press("Tab");
  await expectDays("Between dates", "2025-02-01", "2025-02-28");

  // Picked, it is the same.
  const picker = page.getByRole("button", { name: "To: pick a date" });
  await expect(picker).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "28 February 2025" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("dialog").getByRole("button", { name: "27 February 2025" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker).toBeFocused();
  await expectDays("Between dates", "2025-02-01", "2025-02-27");

  await range.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Back from the last answer, 2025-03-01")).toBeVisible();
  await expect(page.getByRole("option", { name: /^Last 3 months/ })).toContainText("2024-12-02 to 2025-03-01");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=30d/);
  await expect(page).not.toHaveURL(/from=|to=/);
  await expectDays("Last 30 days", "2025-01-31", "2025-03-01");

  // What goes by days goes by these.
  await choose(page, "Compare with", "Previous period");
  await expect(page.getByText(/Dotted: the buckets of 2025-01-01 to 2025-01-30/)).toBeVisible();
  expect((await exported(page, "CSV as shown")).toString("utf8")).toContain("2025-01-31 to 2025-03-01, times in UTC");
  await choose(page, "Compare with", "Nothing");
  await reload(page);
  await expectDays("Last 30 days", "2025-01-31", "2025-03-01");

  const bar = page.getByRole("group", { name: "View", exact: true });
  await bar.getByRole("button", { name: "Save as…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a new view" });
  await dialog.getByLabel("Name").fill(`Lately ${crypto.randomUUID().slice(0, 8)}`);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/trends\?view=[\w-]{36}$/);
  const link = page.url();
  const later = ["id,time,Region,Wave,Flavour,Satisfaction,Trust", "x1,2025-03-20T12:00:00Z,North,Third,Cherry,5,6"];
  await importAnswers(page.request, id, later.join("\n"));
  await visit(page, link);
  await expectDays("Last 30 days", "2025-02-19", "2025-03-20");

  // A day that is typed makes days of it, also beside the view, which says a range.
  await typeOver(from, "2025-02-01");
  await page.keyboard.press("Enter");
  await expectDays("Between dates", "2025-02-01", "2025-03-20");
  await reload(page);
  await expectDays("Between dates", "2025-02-01", "2025-03-20");

  await visit(page, `/trends?project=${id}&by=Wave&range=30d`);
  await expect(page.getByText("2025-02-19 to 2025-03-20, by Wave")).toBeVisible();
  await expect(chart(page, "Satisfaction").getByText(/^n 133 /)).toBeVisible(); // 11 days of twelve, and one
  listener.expectQuiet();
});
