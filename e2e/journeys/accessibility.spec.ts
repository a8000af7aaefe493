import { expect, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { expectAccessible, violationsAtRest } from "./accessible";
import { signIn, visit } from "./person";
import { cellOf, showQuotas } from "./quota-grid";
import { expectFitForPhone, expectScreenAccessible, instead, press, type Screen } from "./screens";

/**
 * Every screen once in light and dark, with what opens over it on the same page, and those that a phone shows in
 * another form at its width too. What only a longer piece of work leads to (an import's plan, a preview of a list, a
 * soft launch's decision) is looked at by its journey, also once.
 */
const MANAGER = "manager@demo.test";
const ADMIN = "admin@demo.test";
const ANALYST = "analyst@demo.test";

/** Modified, and with names of what is gone: a view, a status and a column. */
const MODIFIED =
  "/surveys?view=01900000-0000-7000-8000-000000000000&status=Live,Soft&search=brand+tracker&columns=name,price,status,colour";
const PROJECTS = "/projects?search=brand+tracker";
const link = (page: Page) => page.getByRole("table").getByRole("link").first();

let fielded: Promise<string> | undefined;

/** A live survey with some completes, the fewest of all that have some. */
async function findFielded(page: Page): Promise<string> {
  const reply = await page.request.get("/api/demand/surveys?statuses=Live&sort=survey_completes&page_size=500");
  const { surveys } = await reply.json();
  return surveys.find((survey: BuiltInSurvey) => survey.field_details.survey_completes > 4).id;
}

async function openSurvey(page: Page, below = ""): Promise<void> {
  fielded ??= findFielded(page);
  await visit(page, `/surveys/${await fielded}${below}`);
}

/** Who sees it; null: a stranger. */
type Seen = Screen & { as: string | null };

const screens: Record<string, Seen> = {
  "the sign-in": { as: null, open: (page) => visit(page, "/sign-in") },
  "a forgotten password": {
    as: null,
    open: async (page) => {
      await page.goto("/forgot-password");
      await expect(page.getByText("Ask an admin of your account for a link")).toBeVisible();
    },
  },
  "a password to be set, without a link": {
    as: null,
    open: async (page) => {
      await page.goto("/set-password");
      await expect(page.getByText("Open the whole link that you were sent.")).toBeVisible();
    },
  },
  "surveys, a modified view that names what is gone": {
    as: MANAGER,
    open: async (page) => {
      await visit(page, MODIFIED);
      await expect(page.getByText("modified")).toBeVisible();
      await expect(page.getByText("This view is not there")).toBeVisible();
      await expect(page.getByText("Part of this view is left out")).toBeVisible();
      await expect(link(page)).toBeVisible();
    },
    overlays: {
      columns: async (page) => {
        await press(page, "Columns");
        await expect(page.getByRole("checkbox", { name: "Price" })).toBeVisible();
      },
      "saving a view": instead(async (page) => {
        await press(page, "Save as…");
        await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
        await expect(page.getByText("Name is required.")).toBeVisible();
      }),
      "the export menu": instead(async (page) => {
        await press(page, "Export");
        await expect(page.getByRole("menuitem", { name: "XLSX" })).toBeVisible();
      }),
      "the list of jobs": instead(async (page) => {
        await press(page, /^Jobs/);
        await expect(page.getByRole("dialog", { name: "Jobs" })).toBeVisible();
      }),
      "chosen surveys and their change of price": instead(async (page) => {
        await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
        await page.getByRole("button", { name: "Change", exact: true }).click();
        await page.getByRole("menuitem", { name: "Change price…" }).click();
        await page.getByLabel("Price per complete").fill("4.44");
        await press(page, "Preview");
        await expect(page.getByRole("button", { name: /^Change price of/ })).toBeVisible();
      }),
    },
    onPhone: "controls",
  },
  "a new survey": {
    as: MANAGER,
    open: async (page) => {
      await visit(page, "/surveys/new");
      await press(page, "Create survey");
      for (const field of ["Survey name", "Project", "Entry link"])
        await expect(page.getByText(`${field} is required.`)).toBeVisible();
      await expect(page).toHaveURL(/\/surveys\/new$/);
    },
  },
  "a survey": {
    as: MANAGER,
    open: async (page) => {
      await openSurvey(page);
      await expect(page.getByLabel("Respondents")).toBeVisible();
    },
    overlays: {
      "its history": async (page) => {
        await press(page, "History");
        await expect(page.getByRole("link", { name: "All of it, with filters and details" })).toBeVisible();
      },
      "the test of its entry link": instead(async (page) => {
        await press(page, "Test the entry link…");
        await press(page, "Create test link");
        await expect(page.getByRole("link", { name: "Open test" })).toBeVisible();
      }),
      "the save preview": instead(async (page) => {
        await page.getByLabel("Respondents").fill("9876");
        await press(page, "Save…");
        await expect(page.getByRole("dialog").getByRole("row", { name: /Respondents/ })).toBeVisible();
      }),
      "a quota's qualifications": instead(async (page) => {
        await showQuotas(page);
        await cellOf(page, 1, "qualifications").dblclick();
        await expect(page.getByRole("dialog")).toBeVisible();
      }),
    },
    onPhone: "parts",
  },
  "a survey that its reader cannot change": {
    as: ANALYST,
    open: async (page) => {
      await openSurvey(page);
      await expect(page.getByText("Your role reads surveys.")).toBeVisible();
    },
    overlays: {
      "the shortcuts": async (page) => {
        await page.keyboard.press("Shift+?");
        const help = page.getByRole("table", { name: "Keyboard shortcuts" });
        await expect(help).toContainText("Find anything and run any command");
      },
      "the commands of a page": instead(async (page) => {
        await press(page, "Search and commands");
        const results = page.getByRole("listbox", { name: "Results" });
        const refused = results.getByRole("option").filter({ hasText: "History of this survey" });
        await expect(refused).toContainText("The audit is for");
      }),
      "what is found": async (page) => {
        await page.getByRole("combobox", { name: "Search and commands" }).fill("tra");
        await expect(page.getByRole("group", { name: "Surveys" }).locator("mark").first()).toHaveText(/tra/i);
      },
    },
  },
  "the responses of a survey": {
    as: MANAGER,
    open: async (page) => {
      await openSurvey(page, "/responses");
      await expect(page.getByRole("row").nth(1)).toBeVisible();
    },
    onPhone: "cards",
  },
  "the sessions of a survey": {
    as: MANAGER,
    open: async (page) => {
      await openSurvey(page, "/sessions");
      await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row").nth(1)).toBeVisible();
      await expect(page.getByRole("table", { name: "Outcomes" })).toBeVisible();
    },
    overlays: {
      "the history of a session": async (page) => {
        await press(page, /^History of/);
        await expect(page.getByRole("region", { name: "History" })).toBeVisible();
      },
    },
    onPhone: "cards",
  },
  suppliers: {
    as: MANAGER,
    open: async (page) => {
      await visit(page, "/suppliers");
      const none = page.getByText("No suppliers yet.", { exact: false });
      await expect(page.getByRole("table", { name: "Suppliers" }).or(none)).toBeVisible();
    },
    overlays: {
      "a new supplier that is refused": async (page) => {
        await press(page, "New supplier…");
        await page.getByRole("switch", { name: /^Sign end links/ }).check();
        await page.getByRole("textbox", { name: "Name" }).fill("North panel");
        await page.getByRole("textbox", { name: "Code" }).fill("north-panel");
        await press(page, "Create supplier");
        await expect(page.getByText("Key is required", { exact: false })).toBeVisible();
      },
    },
    onPhone: "cards",
  },
  projects: {
    as: MANAGER,
    open: async (page) => {
      await visit(page, PROJECTS);
      await expect(link(page)).toBeVisible();
    },
    onPhone: "cards",
  },
  "a project's page": {
    as: MANAGER,
    open: async (page) => {
      const { projects } = await (await page.request.get("/api/demand/projects?search=brand+tracker")).json();
      await visit(page, `/projects/${projects[0].id}`);
      await expect(page.getByRole("region", { name: "The project" })).toBeVisible();
      await expect(page.getByRole("table", { name: "Surveys" }).getByRole("row").nth(1)).toBeVisible();
    },
    overlays: {
      "its form, without a name": async (page) => {
        await press(page, /^Edit/);
        await page.getByRole("textbox", { name: "Name", exact: true }).fill(" ");
        await press(page, "Save changes");
        await expect(page.getByText("Project name is required.")).toBeVisible();
      },
      "the question before edits are dropped": async (page) => {
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog", { name: "Close without saving?" })).toBeVisible();
      },
    },
  },
  "the audit": {
    as: ADMIN,
    open: async (page) => {
      const { id } = await makeSurvey(page.request);
      await visit(page, `/audit?search=${id}`);
      await expect(page.getByRole("table", { name: "Audit entries" }).getByRole("row").nth(1)).toBeVisible();
      const from = page.getByRole("textbox", { name: "From, UTC" });
      await from.fill("yesterday");
      await from.press("Enter");
      await expect(page.getByText("From, UTC: “yesterday” is no date.")).toBeVisible();
    },
    overlays: {
      "an entry": async (page) => {
        await press(page, "Details");
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    onPhone: "cards",
  },
  "the audit for who may not read it": {
    as: ANALYST,
    open: async (page) => {
      await visit(page, "/audit");
      await expect(page.getByRole("note")).toBeVisible();
    },
  },
};

for (const [name, { as, ...screen }] of Object.entries(screens)) {
  test(`${name}: accessible in light and dark`, async ({ page }) => {
    if (as) await signIn(page, as);
    await expectScreenAccessible(page, screen);
  });
}

test("the duplicate check, each of its views: accessible in light and dark", async ({ page }) => {
  await signIn(page, ADMIN);
  await visit(page, "/duplicates?show=look-up");
  const views = page.getByRole("navigation", { name: "Views of the duplicate check" });
  for (const view of ["Look up", "Switch", "History"]) {
    await test.step(view, async () => {
      const link = views.getByRole("link", { name: view });
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expectAccessible(page, { within: "main" });
    });
  }
  await expectFitForPhone(page);
});

test("the fraud checks, each of their views: accessible in light and dark", async ({ page }) => {
  await signIn(page, ADMIN);
  await visit(page, `/checks?survey=S-1&session=${crypto.randomUUID()}`);
  await expect(page.getByText("This session was not checked yet.")).toBeVisible();
  await expectAccessible(page, { within: "main" });
  await press(page, "Check now");
  await expect(page.getByRole("heading", { name: "Passes" })).toBeVisible();
  await expectAccessible(page, { within: "main" });
  for (const view of ["Reasons", "Lists and settings"]) {
    await page.getByRole("tab", { name: view }).click();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page, { within: "main" });
  }
  await page.getByRole("tab", { name: "Respondent" }).click();
  await expect(page.getByRole("heading", { name: "Passes" })).toBeVisible();
  await expectFitForPhone(page);
});

test("the settings, each of their parts: accessible in light and dark", async ({ page }) => {
  await signIn(page, ADMIN);
  await visit(page, "/settings");
  const wide = page.viewportSize();
  const onPhone = ["Sessions", "Connections", "People", "Keys", "Hashing"];
  for (const part of ["Mine", "Sessions", "Connections", "People", "Keys", "Hashing", "Slides", "Demo data"]) {
    await test.step(part, async () => {
      const tab = page.getByRole("tab", { name: part, exact: true });
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectAccessible(page, { within: "main" });
      if (!onPhone.includes(part)) return;
      await expectFitForPhone(page);
      if (wide) await page.setViewportSize(wide);
    });
  }
});

test("the quotas of a survey, refused and warned of: accessible", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  await signIn(page, MANAGER);
  await visit(page, `/surveys/${id}?show=quotas`);
  await cellOf(page, 1, "target").click();
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“many” is not a whole number of 0 or more.").first()).toBeVisible();
  await expectAccessible(page);
});

test("a text without contrast is found where all but what is painted behind it is as in good ones", async ({
  page,
}) => {
  const show = (body: string) =>
    page.setContent(`<!doctype html><html lang="en"><title>Texts</title><main><h1>Texts</h1>${body}</main></html>`);
  const text = '<p style="color: #666; position: relative">Read me</p>';
  const bad = [expect.stringMatching(/^color-contrast: <p[^|]*$/)];
  await show(text.repeat(2));
  expect(await violationsAtRest(page, "light")).toEqual([]);
  await show(`${text}<div style="background: #555">${text}</div>`);
  expect(await violationsAtRest(page, "light")).toEqual(bad);
  const behind = '<div style="position: absolute; inset: 0; background: #555"></div>';
  await show(`${text}<div style="position: relative">${behind}${text}</div>`);
  expect(await violationsAtRest(page, "light")).toEqual(bad);
});
