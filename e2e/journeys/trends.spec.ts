import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { addFilter, choose, findProject, listenToConsole, signInAnew, visit } from "./person";

const DAY_MS = 86_400_000;
const DAYS = 60;

/** Twelve answers a day to each question; none on days 20 to 24; the first question rises by 3 on day 40. */
function answersCsv(): string {
  const rows = Array.from({ length: DAYS }, (_, day) => {
    if (day >= 20 && day < 25) return [];
    const time = new Date(Date.UTC(2025, 0, 1) + day * DAY_MS + 12 * 3_600_000).toISOString();
    return Array.from({ length: 12 }, (_, at) => {
      const rest = ((at * 7 + day * 3) % 10) / 4;
      const region = at % 3 === 0 ? "North" : "South";
      return [`r${day}-${at}`, time, region, (2 + rest + (day >= 40 ? 3 : 0)).toFixed(2), (5 + rest).toFixed(2)].join(
        ",",
      );
    });
  });
  return ["id,time,Region,Satisfaction,Trust", ...rows.flat()].join("\n");
}

const chart = (page: Page, name: string) => page.getByRole("region", { name });

async function exported(page: Page, form: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: form }).click()]);
  return readFileSync(await file.path());
}

/** Presses in a chart's plot and lets go elsewhere: beside the chart, if that is wanted. */
async function markDays(page: Page, { beside = false } = {}): Promise<void> {
  const plot = chart(page, "Satisfaction").locator("rect[data-plot]");
  // With wider letters the controls above take more lines, and the chart begins further down.
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("The chart has no plot.");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  if (beside) await page.mouse.move(box.x + box.width * 0.6, y - box.height / 2 - 200, { steps: 4 });
  await page.mouse.up();
}

test("an analyst goes from a project to a picture of what changed, which a manager opens on a telephone", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { id, name } = await addProjectWithAnswers(world, "Tracker", answersCsv());
  await signInAnew(context, await world.addPerson("analyst"));
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

  // Days are marked with the pointer, which may leave the chart meanwhile.
  for (const beside of [false, true]) {
    await markDays(page, { beside });
    await expect(page).toHaveURL(/zoom=\d+-\d+/);
    await expect(page.getByText(/^Zoomed to/)).toBeVisible();
    await page.getByRole("button", { name: "Show the whole range" }).click();
    await expect(page.getByRole("button", { name: "Zoom", exact: true })).toBeFocused();
    await expect(page).not.toHaveURL(/zoom=/);
  }

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

  // One question of the North alone is saved for everybody.
  await page.getByText("Small multiples", { exact: true }).click();
  await page.getByRole("combobox", { name: /^Questions/ }).press("Backspace");
  await addFilter(page, "Region", "North");
  await expect(satisfaction.getByText(/^n 220/)).toBeVisible();
  await expect(chart(page, "Trust")).toBeHidden();
  const picture = await exported(page, "PNG picture");
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  const view = `North ${crypto.randomUUID().slice(0, 8)}`;
  const bar = page.getByRole("group", { name: "View", exact: true });
  await bar.getByRole("button", { name: "Save as…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a new view" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(bar.getByRole("button", { name: "Save as…" })).toBeFocused();
  await bar.getByRole("button", { name: "Save as…" }).click();
  await dialog.getByLabel("Name").fill(view);
  await dialog.getByRole("radio").last().check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/trends\?view=[\w-]{36}$/);
  await expect(bar.getByRole("button", { name: `View: ${view}` })).toBeFocused();
  const link = page.url();

  // Another page of answers opens with the project that was opened last.
  await visit(page, "/pivots");
  await expect(page).toHaveURL(new RegExp(`project=${id}`));
  await expect(page.getByRole("combobox", { name: "Project" })).toHaveValue(new RegExp(name));

  await context.clearCookies();
  await signInAnew(context, await world.addPerson("manager"));
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, link);
  await expect(page.getByRole("button", { name: `View: ${view}`, exact: true })).toBeVisible();
  await expect(satisfaction.getByText(/^n 220/)).toBeVisible();
  await expect(satisfaction.locator("rect[data-plot]")).toBeVisible();
  // Charts are drawn anew for the room that they now have.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  listener.expectQuiet();
});
