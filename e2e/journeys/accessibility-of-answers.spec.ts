import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { expectAccessible } from "./accessible";
import { choose, signInAnew, visit } from "./person";
import { expectFitForPhone, expectScreenAccessible, instead, press } from "./screens";

/** The screens of a project with answers: each is loaded once, and what one click changes is looked at within its part. */
let project = "";

/** Sixty people over thirty days: a region, a scale with a code for no opinion, what they own, what they spend. */
const answersCsv = () => {
  const rows = Array.from({ length: 60 }, (_, at) => [
    `r${at}`,
    new Date(Date.UTC(2025, 0, 1 + Math.floor(at / 2), 12)).toISOString(),
    at % 4 === 0 ? "North" : "South",
    (at % 5) + 1,
    at % 3 === 0 ? "bike" : "car;bike",
    (at % 8) * 5.25,
    at % 2 === 0 ? 1.5 : 0.5,
  ]);
  return ["id,time,Region,Trust,Owns,Spend,weight", ...rows.map((row) => row.join(","))].join("\n");
};

test.beforeEach(async ({ context, world }) => {
  project ||= (await addProjectWithAnswers(world, "Screens", answersCsv())).id;
  await signInAnew(context, await world.addPerson("analyst"));
});

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

test("answers: accessible in light and dark", async ({ page }) => {
  await visit(page, `/answers?project=${project}`);
  await expect(page.getByRole("table", { name: "Imports" })).toBeVisible();
  await expectAccessible(page);
});

test("a question, new bands, the set-up of all questions, weights: accessible in light and dark", async ({ page }) => {
  await visit(page, `/questions?project=${project}&question=Trust`);
  const counts = page.getByRole("table", { name: "Counts" });
  await expect(counts).toContainText("60");
  await expectAccessible(page);
  await test.step("the set-up of all questions", async () => {
    await tab(page, "Set-up of all");
    await page.getByRole("checkbox", { name: "Select Trust" }).click();
    await expect(page.getByRole("region", { name: "Selected questions" })).toContainText("1 selected");
    await expectAccessible(page, { within: "[aria-label='Set-up of all questions']" });
  });
  await test.step("weights", async () => {
    await tab(page, "Weights");
    await expect(page.getByRole("table", { name: "Weights" })).toBeVisible();
    await expectAccessible(page, { within: "[aria-label='Weights of the project']" });
    await expectFitForPhone(page);
  });
  await test.step("the set-up of all questions, on a phone", async () => {
    await tab(page, "Set-up of all");
    await expect(page.getByRole("checkbox", { name: "Select Trust" })).toBeVisible();
    await expectFitForPhone(page);
  });
  await test.step("a question, on a phone", async () => {
    await tab(page, "Questions");
    await expect(counts).toContainText("60");
    await expectFitForPhone(page);
  });
  await test.step("new bands", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await press(page, "Derived question");
    await page.getByRole("menuitem", { name: /^Bands/ }).click();
    await choose(page, "Bands of", "Spend");
    await page.getByLabel("Edges").fill("10, 20");
    await press(page, "Make bands");
    await expect(page.getByRole("textbox", { name: "Label of 2" })).toBeVisible();
    await expectAccessible(page, { within: "section[aria-label='Question']" });
  });
});

test("trends, in one chart, as a table: accessible in light and dark", async ({ page }) => {
  await expectScreenAccessible(page, {
    open: async () => {
      await visit(page, `/trends?project=${project}&questions=Spend,Trust`);
      await expect(page.getByRole("region", { name: "Spend" }).getByText(/^n 60/)).toBeVisible();
      const from = page.getByRole("textbox", { name: "From" });
      await from.fill("2025-02-30");
      await from.press("Enter");
      await expect(page.getByText("“2025-02-30” is no date", { exact: false })).toBeVisible();
    },
    overlays: {
      notes: async () => {
        await press(page, /^Notes/);
        const notes = page.getByRole("dialog", { name: /^Notes/ });
        await notes.getByRole("textbox", { name: "Day" }).fill("the 27th");
        await notes.getByLabel("Note", { exact: true }).fill("A new supplier began");
        await expect(notes.getByText("“the 27th” is no date", { exact: false })).toBeVisible();
      },
    },
  });
  await page.keyboard.press("Escape");
  await test.step("in one chart", async () => {
    await page.getByText("One chart", { exact: true }).click();
    const chart = page.getByRole("region", { name: "All questions" });
    await expect(chart.locator("path[data-line]")).toHaveCount(2);
    await expectAccessible(page, { within: "[aria-label='All questions']" });
    await expectFitForPhone(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("as a table", async () => {
    await page.getByText("Table", { exact: true }).click();
    await expect(page.getByRole("table", { name: "Trend" })).toBeVisible();
    await expectAccessible(page, { within: "[aria-label='Trend']" });
  });
});

test("a pivot with letters and grey bases, as bars, as a heat map: accessible in light and dark", async ({ page }) => {
  const pivot = page.getByRole("table", { name: "Cross table" });
  await expectScreenAccessible(page, {
    open: async () => {
      const query = "rows=Region&columns=Owns&values=column,mean:Spend&weight=weight&against=columns&minimumBase=16";
      await visit(page, `/pivots?project=${project}&${query}`);
      await expect(pivot.getByRole("row", { name: /^Total/ })).toBeVisible();
    },
    overlays: {
      "the respondents of a figure": async () => {
        const south = pivot.getByRole("row", { name: /^South/ });
        await south.getByRole("button").first().click();
        await expect(page.getByRole("table", { name: "Respondents" })).toBeVisible();
      },
      "a book of tables": instead(async () => {
        await page.getByRole("button", { name: "Export", exact: true }).click();
        await page.getByRole("menuitem", { name: "Book of tables" }).click();
        await page.getByRole("button", { name: "Add a set of sheets" }).click();
        await expect(page.getByRole("group", { name: "Set 2" })).toBeVisible();
      }),
    },
    onPhone: "parts",
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step("as bars", async () => {
    await choose(page, "Show as", "Bars");
    await expect(page.locator("svg.recharts-surface")).toBeVisible();
    await expectAccessible(page, { within: "section[aria-label^='% of column']" });
  });
  await test.step("as a heat map", async () => {
    await choose(page, "Show as", "Heat map");
    await choose(page, "Chart shows", "Mean: Spend");
    await expect(page.getByRole("img", { name: /^Mean: Spend/ })).toBeVisible();
    await expectAccessible(page, { within: "section[aria-label^='Mean: Spend']" });
  });
});
