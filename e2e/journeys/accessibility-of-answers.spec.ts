import type { Page } from "@playwright/test";
import { expect, type Person, test, type World } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { signInAnew, visit } from "./person";
import { expectScreenAccessible, instead, press, type Screen } from "./screens";

/** The screens of a project with answers. */
let project = "";
let analyst: Person;

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

const prepare = async (world: World) => {
  if (project) return;
  analyst = await world.addPerson("analyst");
  project = (await addProjectWithAnswers(world, "Screens", answersCsv())).id;
};

const pivot = (page: Page) => page.getByRole("table", { name: "Cross table" });

const ofAnswers: Record<string, Screen> = {
  answers: {
    open: async (page) => {
      await visit(page, `/answers?project=${project}`);
      await expect(page.getByRole("table", { name: "Imports" })).toBeVisible();
    },
  },
  "a question": {
    open: async (page) => {
      await visit(page, `/questions?project=${project}&question=Trust`);
      await expect(page.getByRole("table", { name: "Counts" })).toContainText("60");
    },
    onPhone: "parts",
  },
  "new bands": {
    open: async (page) => {
      await visit(page, `/questions?project=${project}&add=bands`);
      await page.getByRole("combobox", { name: "Bands of" }).click();
      await page.getByRole("option", { name: "Spend" }).click();
      await page.getByLabel("Edges").fill("10, 20");
      await press(page, "Make bands");
      await expect(page.getByRole("textbox", { name: "Label of 2" })).toBeVisible();
    },
  },
  "the set-up of all questions": {
    open: async (page) => {
      await visit(page, `/questions?project=${project}&show=setup`);
      await page.getByRole("checkbox", { name: "Select Trust" }).click();
      await expect(page.getByRole("region", { name: "Selected questions" })).toContainText("1 selected");
    },
    onPhone: "parts",
  },
  weights: {
    open: async (page) => {
      await visit(page, `/questions?project=${project}&show=weights`);
      await expect(page.getByRole("table", { name: "Weights" })).toBeVisible();
    },
    onPhone: "parts",
  },
  trends: {
    open: async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend,Trust`);
      await expect(page.getByRole("region", { name: "Spend" }).getByText(/^n 60/)).toBeVisible();
      const from = page.getByRole("textbox", { name: "From" });
      await from.fill("2025-02-30");
      await from.press("Enter");
      await expect(page.getByText("“2025-02-30” is no date", { exact: false })).toBeVisible();
    },
    overlays: {
      notes: async (page) => {
        await press(page, /^Notes/);
        const notes = page.getByRole("dialog", { name: /^Notes/ });
        await notes.getByRole("textbox", { name: "Day" }).fill("the 27th");
        await notes.getByLabel("Note", { exact: true }).fill("A new supplier began");
        await expect(notes.getByText("“the 27th” is no date", { exact: false })).toBeVisible();
      },
    },
  },
  "trends in one chart": {
    open: async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend&mode=overlay`);
      await expect(page.getByRole("region", { name: "All questions" })).toBeVisible();
    },
    onPhone: "parts",
  },
  "trends as a table": {
    open: async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend&mode=table&bucket=monthly`);
      await expect(page.getByRole("table", { name: "Trend" })).toBeVisible();
    },
  },
  "a pivot with letters and grey bases": {
    open: async (page) => {
      const query = "rows=Region&columns=Owns&values=column,mean:Spend&weight=weight&against=columns&minimumBase=16";
      await visit(page, `/pivots?project=${project}&${query}`);
      await expect(pivot(page).getByRole("row", { name: /^Total/ })).toBeVisible();
    },
    overlays: {
      "the respondents of a figure": async (page) => {
        const south = pivot(page).getByRole("row", { name: /^South/ });
        await south.getByRole("button").first().click();
        await expect(page.getByRole("table", { name: "Respondents" })).toBeVisible();
      },
      "a book of tables": instead(async (page) => {
        await page.getByRole("button", { name: "Export", exact: true }).click();
        await page.getByRole("menuitem", { name: "Book of tables" }).click();
        await page.getByRole("button", { name: "Add a set of sheets" }).click();
        await expect(page.getByRole("group", { name: "Set 2" })).toBeVisible();
      }),
    },
    onPhone: "parts",
  },
  "a pivot as bars": {
    open: async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Trust&values=row&chart=bars`);
      await expect(page.locator("svg.recharts-surface")).toBeVisible();
    },
  },
  "a pivot as a heat map": {
    open: async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Trust&values=mean:Spend&chart=heat`);
      await expect(page.getByRole("img", { name: /^Mean: Spend/ })).toBeVisible();
    },
  },
};

for (const [name, screen] of Object.entries(ofAnswers)) {
  test(`${name}: accessible in light and dark`, async ({ page, context, world }) => {
    await prepare(world);
    await signInAnew(context, analyst);
    await expectScreenAccessible(page, screen);
  });
}
