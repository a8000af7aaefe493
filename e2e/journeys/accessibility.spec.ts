import { expect, type Page } from "@playwright/test";
import type { Person, World } from "../api/world";
import { test } from "../manager";
import { makeSurvey, ofWomenAndMen } from "../new-survey";
import { addProjectWithAnswers } from "../projects";
import { expectAccessible, OVERLAY } from "./accessible";
import { signIn, signInAnew, visit } from "./person";
import { cellOf, showQuotas } from "./quota-grid";
import { addScoredSurvey } from "./reviewed";

/**
 * Every screen once in light and dark, and those that a phone shows in another form at its width too. What only a
 * longer piece of work leads to (an import's plan, a preview of a list, a soft launch's decision) is looked at by its
 * journey, also once.
 */
const MANAGER = "manager@demo.test";
const ADMIN = "admin@demo.test";
const ANALYST = "analyst@demo.test";

/** Opens a screen and waits until it is whole. Lists are narrowed: what holds for three rows holds for fifty. */
type Screen = (page: Page) => Promise<void>;
const FEW = "/surveys?view=all&search=brand+tracker&status=Live";

const link = (page: Page) => page.getByRole("table").getByRole("link").first();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

async function openBusiestSurvey(page: Page): Promise<void> {
  const reply = await page.request.get("/api/demand/surveys?statuses=Live&sort=-survey_completes&page_size=1");
  const [survey] = (await reply.json()).surveys;
  await visit(page, `/surveys/${survey.id}`);
  await expect(page.getByLabel("Respondents")).toBeVisible();
}

const toPhone = (page: Page) => page.setViewportSize({ width: 390, height: 844 });

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** The colours at a phone's width are those seen before. */
async function expectFitForPhone(page: Page): Promise<void> {
  await toPhone(page);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page, { schemes: ["light"] });
}

const screens: Record<string, [email: string | null, open: Screen, within?: string]> = {
  "the sign-in": [null, (page) => visit(page, "/sign-in")],
  "a forgotten password": [
    null,
    async (page) => {
      await page.goto("/forgot-password");
      await expect(page.getByText("Ask an admin of your account for a link")).toBeVisible();
    },
  ],
  "a password to be set, without a link": [
    null,
    async (page) => {
      await page.goto("/set-password");
      await expect(page.getByText("Open the whole link that you were sent.")).toBeVisible();
    },
  ],
  "surveys, a modified view": [
    MANAGER,
    async (page) => {
      await visit(page, "/surveys?view=mine&search=brand+tracker");
      await expect(page.getByText("modified")).toBeVisible();
      await expect(link(page)).toBeVisible();
    },
  ],
  "the columns of surveys": [
    MANAGER,
    async (page) => {
      await visit(page, FEW);
      await press(page, "Columns");
      await expect(page.getByRole("checkbox", { name: "Price" })).toBeVisible();
    },
    OVERLAY,
  ],
  "a view that names what is gone": [
    MANAGER,
    async (page) => {
      await visit(
        page,
        "/surveys?view=01900000-0000-7000-8000-000000000000&status=Soft&search=brand+tracker&columns=name,colour",
      );
      await expect(page.getByText("Part of this view is left out")).toBeVisible();
    },
  ],
  "saving a view": [
    MANAGER,
    async (page) => {
      await visit(page, FEW);
      await press(page, "Save as…");
      await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Name is required.")).toBeVisible();
    },
    OVERLAY,
  ],
  "chosen surveys and their change of price": [
    MANAGER,
    async (page) => {
      await visit(page, FEW);
      await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByRole("menuitem", { name: "Change price…" }).click();
      await page.getByLabel("Price per complete").fill("4.44");
      await press(page, "Preview");
      await expect(page.getByRole("button", { name: /^Change price of/ })).toBeVisible();
    },
    OVERLAY,
  ],
  "the export menu": [
    MANAGER,
    async (page) => {
      await visit(page, FEW);
      await press(page, "Export");
      await expect(page.getByRole("menuitem", { name: "XLSX" })).toBeVisible();
    },
    OVERLAY,
  ],
  "the list of jobs": [
    MANAGER,
    async (page) => {
      await visit(page, FEW);
      await press(page, /^Jobs/);
      await expect(page.getByRole("dialog", { name: "Jobs" })).toBeVisible();
    },
    OVERLAY,
  ],
  "a new survey": [
    MANAGER,
    async (page) => {
      await visit(page, "/surveys/new");
      await press(page, "Create survey");
      for (const field of ["Survey name", "Project", "Entry link"])
        await expect(page.getByText(`${field} is required.`)).toBeVisible();
      await expect(page).toHaveURL(/\/surveys\/new$/);
    },
  ],
  "a survey": [MANAGER, openBusiestSurvey],
  "a survey that its reader cannot change": [
    ANALYST,
    async (page) => {
      await openBusiestSurvey(page);
      await expect(page.getByText("Your role reads surveys.")).toBeVisible();
    },
  ],
  "the save preview": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await page.getByLabel("Respondents").fill("9876");
      await press(page, "Save…");
      await expect(page.getByRole("dialog").getByRole("row", { name: /Respondents/ })).toBeVisible();
    },
    OVERLAY,
  ],
  "a quota's qualifications": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await showQuotas(page);
      await cellOf(page, 1, "qualifications").dblclick();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
    OVERLAY,
  ],
  "the history of a survey": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await press(page, "History");
      await expect(page.getByRole("link", { name: "All of it, with filters and details" })).toBeVisible();
    },
    OVERLAY,
  ],
  "the responses of a survey": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await visit(page, `${new URL(page.url()).pathname}/responses`);
      await expect(page.getByRole("row").nth(1)).toBeVisible();
    },
  ],
  "the sessions of a survey": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await visit(page, `${new URL(page.url()).pathname}/sessions`);
      await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row").nth(1)).toBeVisible();
      await expect(page.getByRole("table", { name: "Outcomes" })).toBeVisible();
    },
  ],
  "the history of a session": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await visit(page, `${new URL(page.url()).pathname}/sessions`);
      await press(page, /^History of/);
      await expect(page.getByRole("region", { name: "History" })).toBeVisible();
    },
    OVERLAY,
  ],
  "the test of an entry link": [
    MANAGER,
    async (page) => {
      await openBusiestSurvey(page);
      await press(page, "Test the entry link…");
      await press(page, "Create test link");
      await expect(page.getByRole("link", { name: "Open test" })).toBeVisible();
    },
    OVERLAY,
  ],
  suppliers: [
    MANAGER,
    async (page) => {
      await visit(page, "/suppliers");
      const none = page.getByText("No suppliers yet.", { exact: false });
      await expect(page.getByRole("table", { name: "Suppliers" }).or(none)).toBeVisible();
    },
  ],
  "a new supplier that is refused": [
    MANAGER,
    async (page) => {
      await visit(page, "/suppliers?supplier=new");
      await page.getByRole("switch", { name: /^Sign end links/ }).check();
      await page.getByRole("textbox", { name: "Name" }).fill("North panel");
      await page.getByRole("textbox", { name: "Code" }).fill("north-panel");
      await press(page, "Create supplier");
      await expect(page.getByText("Key is required", { exact: false })).toBeVisible();
    },
    OVERLAY,
  ],
  projects: [
    MANAGER,
    async (page) => {
      await visit(page, "/projects");
      await expect(link(page)).toBeVisible();
    },
  ],
  "a project's page": [
    MANAGER,
    async (page) => {
      await visit(page, "/projects");
      await page.goto((await link(page).getAttribute("href")) ?? "");
      await expect(page.getByRole("region", { name: "The project" })).toBeVisible();
      await expect(page.getByRole("table", { name: "Surveys" }).getByRole("row").nth(1)).toBeVisible();
    },
  ],
  "a new project whose name is missing": [
    MANAGER,
    async (page) => {
      await visit(page, "/projects?form=new");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill(" ");
      await press(page, "Create project");
      await expect(page.getByText("Project name is required.")).toBeVisible();
    },
    OVERLAY,
  ],
  "the question before edits are dropped": [
    MANAGER,
    async (page) => {
      await visit(page, "/projects?form=new");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Half a");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name: "Close without saving?" })).toBeVisible();
    },
    OVERLAY,
  ],
  "the audit": [
    ADMIN,
    async (page) => {
      await makeSurvey(page.request);
      await visit(page, "/audit");
      await expect(page.getByRole("table", { name: "Audit entries" }).getByRole("row").nth(1)).toBeVisible();
      const from = page.getByRole("textbox", { name: "From, UTC" });
      await from.fill("yesterday");
      await from.press("Enter");
      await expect(page.getByText("From, UTC: “yesterday” is no date.")).toBeVisible();
    },
  ],
  "an audit entry": [
    ADMIN,
    async (page) => {
      await makeSurvey(page.request);
      await visit(page, "/audit");
      await press(page, "Details");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
    OVERLAY,
  ],
  "the audit for who may not read it": [
    ANALYST,
    async (page) => {
      await visit(page, "/audit");
      await expect(page.getByRole("note")).toBeVisible();
    },
  ],
  "the duplicate check for who may not use it": [
    ANALYST,
    async (page) => {
      await visit(page, "/duplicates");
      await expect(page.getByRole("note")).toBeVisible();
    },
  ],
  "the fraud checks, a respondent who is not known": [
    ADMIN,
    async (page) => {
      await visit(page, "/checks?survey=S-1&session=nobody");
      await expect(page.getByText("This session was not checked yet.")).toBeVisible();
    },
  ],
  "the fraud checks for who may not use them": [
    ANALYST,
    async (page) => {
      await visit(page, "/checks");
      await expect(page.getByRole("note")).toBeVisible();
    },
  ],
  "the palette": [
    ANALYST,
    async (page) => {
      await visit(page, FEW);
      await press(page, "Search and commands");
      await page.getByRole("combobox", { name: "Search and commands" }).fill("tra");
      await expect(page.getByRole("group", { name: "Surveys" }).locator("mark").first()).toHaveText(/tra/i);
    },
    OVERLAY,
  ],
  "the commands of a page": [
    ANALYST,
    async (page) => {
      await visit(page, FEW);
      await press(page, "Search and commands");
      const results = page.getByRole("listbox", { name: "Results" });
      await expect(results.getByRole("option").filter({ hasText: "New survey" })).toContainText("Your role");
    },
    OVERLAY,
  ],
  "the shortcuts": [
    ANALYST,
    async (page) => {
      await visit(page, FEW);
      await page.keyboard.press("Shift+?");
      const help = page.getByRole("table", { name: "Keyboard shortcuts" });
      await expect(help).toContainText("Find anything and run any command");
      await expect(help).toContainText("Jump to the field “Search surveys”");
    },
    OVERLAY,
  ],
};

for (const section of ["mine", "sessions", "connections", "people", "keys", "hashing", "demo"]) {
  screens[`the settings, ${section}`] = [
    ADMIN,
    async (page) => {
      await visit(page, `/settings?section=${section}`);
      await expect(page.getByRole("tab", { selected: true })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    },
  ];
}

for (const show of ["look-up", "switch", "history"]) {
  screens[`the duplicate check, ${show}`] = [
    ADMIN,
    async (page) => {
      await visit(page, `/duplicates?show=${show}`);
      await expect(page.getByRole("heading", { name: "Duplicate check" }).first()).toBeVisible();
    },
  ];
}

/** Those that a phone shows in another form: cards for rows, filters folded. */
const onPhone = [
  "surveys, a modified view",
  "a survey",
  "projects",
  "the audit",
  "the responses of a survey",
  "the sessions of a survey",
  "suppliers",
  "the settings, hashing",
  "the settings, people",
  "the settings, keys",
  "the settings, connections",
  "the duplicate check, history",
  "the fraud checks, a respondent who is not known",
];

for (const [name, [email, open, within]] of Object.entries(screens)) {
  test(`${name}: accessible in light and dark`, async ({ page }) => {
    if (email) await signIn(page, email);
    await open(page);
    await expectAccessible(page, { ...(within && { within }) });
    if (onPhone.includes(name)) await expectFitForPhone(page);
  });
}

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

test("a draft that is offered: accessible", async ({ page, manager }) => {
  const survey = await makeSurvey(manager, ofWomenAndMen);
  await signIn(page, MANAGER);
  await visit(page, `/surveys/${survey.id}`);
  await page.getByLabel("Respondents").fill("140");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await visit(page, "/projects");
  await visit(page, `/surveys/${survey.id}`);
  await expect(page.getByRole("status").filter({ hasText: "You have unsaved changes from" })).toBeVisible();
  await expectAccessible(page);
});

test.describe("of a project with answers", () => {
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

  const overlays = ["notes on trends", "a book of tables", "the respondents of a figure"];
  const ofAnswers: Record<string, Screen> = {
    answers: async (page) => {
      await visit(page, `/answers?project=${project}`);
      await expect(page.getByRole("table", { name: "Imports" })).toBeVisible();
    },
    "a question": async (page) => {
      await visit(page, `/questions?project=${project}&question=Trust`);
      await expect(page.getByRole("table", { name: "Counts" })).toContainText("60");
    },
    "new bands": async (page) => {
      await visit(page, `/questions?project=${project}&add=bands`);
      await page.getByRole("combobox", { name: "Bands of" }).click();
      await page.getByRole("option", { name: "Spend" }).click();
      await page.getByLabel("Edges").fill("10, 20");
      await press(page, "Make bands");
      await expect(page.getByRole("textbox", { name: "Label of 2" })).toBeVisible();
    },
    "the set-up of all questions": async (page) => {
      await visit(page, `/questions?project=${project}&show=setup`);
      await page.getByRole("checkbox", { name: "Select Trust" }).click();
      await expect(page.getByRole("region", { name: "Selected questions" })).toContainText("1 selected");
    },
    weights: async (page) => {
      await visit(page, `/questions?project=${project}&show=weights`);
      await expect(page.getByRole("table", { name: "Weights" })).toBeVisible();
    },
    trends: async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend,Trust`);
      await expect(page.getByRole("region", { name: "Spend" }).getByText(/^n 60/)).toBeVisible();
      const from = page.getByRole("textbox", { name: "From" });
      await from.fill("2025-02-30");
      await from.press("Enter");
      await expect(page.getByText("“2025-02-30” is no date", { exact: false })).toBeVisible();
    },
    "trends in one chart": async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend&mode=overlay`);
      await expect(page.getByRole("region", { name: "All questions" })).toBeVisible();
    },
    "trends as a table": async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend&mode=table&bucket=monthly`);
      await expect(page.getByRole("table", { name: "Trend" })).toBeVisible();
    },
    "notes on trends": async (page) => {
      await visit(page, `/trends?project=${project}&questions=Spend`);
      await press(page, /^Notes/);
      const notes = page.getByRole("dialog", { name: /^Notes/ });
      await notes.getByRole("textbox", { name: "Day" }).fill("the 27th");
      await notes.getByLabel("Note", { exact: true }).fill("A new supplier began");
      await expect(notes.getByText("“the 27th” is no date", { exact: false })).toBeVisible();
    },
    "a pivot with letters and grey bases": async (page) => {
      const query = "rows=Region&columns=Owns&values=column,mean:Spend&weight=weight&against=columns&minimumBase=16";
      await visit(page, `/pivots?project=${project}&${query}`);
      await expect(pivot(page).getByRole("row", { name: /^Total/ })).toBeVisible();
    },
    "a pivot as bars": async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Trust&values=row&chart=bars`);
      await expect(page.locator("svg.recharts-surface")).toBeVisible();
    },
    "a pivot as a heat map": async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Trust&values=mean:Spend&chart=heat`);
      await expect(page.getByRole("img", { name: /^Mean: Spend/ })).toBeVisible();
    },
    "a book of tables": async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Owns`);
      await expect(pivot(page).getByRole("row", { name: /^South/ })).toBeVisible();
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await page.getByRole("menuitem", { name: "Book of tables" }).click();
      await expect(page.getByRole("dialog", { name: "Book of tables" })).toBeVisible();
    },
    "the respondents of a figure": async (page) => {
      await visit(page, `/pivots?project=${project}&rows=Region&columns=Owns`);
      await pivot(page)
        .getByRole("row", { name: /^South/ })
        .getByRole("button")
        .first()
        .click();
      await expect(page.getByRole("table", { name: "Respondents" })).toBeVisible();
    },
  };

  const onPhone = [
    "a question",
    "the set-up of all questions",
    "weights",
    "trends in one chart",
    "a pivot with letters and grey bases",
  ];
  for (const [name, open] of Object.entries(ofAnswers)) {
    test(`${name}: accessible in light and dark`, async ({ page, context, world }) => {
      await prepare(world);
      await signInAnew(context, analyst);
      await open(page);
      await expectAccessible(page, { ...(overlays.includes(name) && { within: OVERLAY }) });
      if (onPhone.includes(name)) await expectFitForPhone(page);
    });
  }
});

test.describe("respondents of a scored survey", () => {
  let survey = "";
  let first = "";
  let reviewer: Person;
  /** Once: the screens only read them. */
  async function prepare(world: World): Promise<void> {
    if (survey !== "") return;
    reviewer = await world.addPerson("admin");
    const scored = await addScoredSurvey(world, 20);
    [survey, first] = [scored.survey.id, scored.mashed[0] ?? ""];
  }
  const overlays = ["adding a coherence rule", "deleting all respondents"];
  const ofRespondents: Record<string, Screen> = {
    respondents: async (page) => {
      await visit(page, `/surveys/${survey}/respondents`);
      await expect(page.getByRole("table", { name: "Respondents" }).getByRole("link").first()).toBeVisible();
    },
    "the review of respondents": async (page) => {
      await visit(page, `/surveys/${survey}/respondents/review`);
      await expect(page.getByRole("region", { name: "Open answers" })).toBeVisible();
    },
    "a respondent's evidence": async (page) => {
      await visit(page, `/surveys/${survey}/respondents/evidence?respondent=${first}`);
      await expect(page.getByRole("region", { name: "Open answers" })).toBeVisible();
    },
    thresholds: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/thresholds?questions=happy&rules=total:60,GIBBERISH:1`);
      await expect(page.getByRole("row", { name: /^Mean/ })).toBeVisible();
    },
    "scoring responses": async (page) => {
      await visit(page, `/surveys/${survey}/respondents/score`);
      await expect(page.getByRole("button", { name: "Save mapping" })).toBeVisible();
    },
    "coherence rules": async (page) => {
      await visit(page, `/surveys/${survey}/respondents/rules`);
      await expect(page.getByRole("button", { name: "Add rule…" })).toBeVisible();
    },
    "adding a coherence rule": async (page) => {
      await visit(page, `/surveys/${survey}/respondents/rules`);
      await press(page, "Add rule…");
      await expect(page.getByRole("dialog").getByRole("button", { name: "Add rule" })).toBeVisible();
    },
    "deleting all respondents": async (page) => {
      await visit(page, `/surveys/${survey}/respondents`);
      await expect(page.getByRole("table", { name: "Respondents" }).getByRole("link").first()).toBeVisible();
      await press(page, "More about this survey");
      await page.getByRole("menuitem", { name: /^Delete all/ }).click();
      await expect(page.getByRole("button", { name: /^Delete all/ })).toBeVisible();
    },
  };

  const onPhone = ["respondents", "the review of respondents", "coherence rules", "thresholds"];
  for (const [name, open] of Object.entries(ofRespondents)) {
    test(`${name}: accessible in light and dark`, async ({ page, context, world }) => {
      await prepare(world);
      await signInAnew(context, reviewer);
      await open(page);
      await expectAccessible(page, { ...(overlays.includes(name) && { within: OVERLAY }) });
      if (onPhone.includes(name)) await expectFitForPhone(page);
    });
  }
});
