import { expect } from "@playwright/test";
import { type Person, test, type World } from "../api/world";
import { signInAnew, visit } from "./person";
import { addScoredSurvey } from "./reviewed";
import { expectScreenAccessible, press, type Screen } from "./screens";

/** The screens of a survey with scored respondents. */
let survey = "";
let first = "";
let reviewer: Person;
/** Once: the screens only read them. */
async function prepare(world: World): Promise<void> {
  if (survey !== "") return;
  reviewer = await world.addPerson("admin");
  const scored = await addScoredSurvey(world, 10);
  [survey, first] = [scored.survey.id, scored.mashed[0] ?? ""];
}
const ofRespondents: Record<string, Screen> = {
  respondents: {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents`);
      await expect(page.getByRole("table", { name: "Respondents" }).getByRole("link").first()).toBeVisible();
    },
    overlays: {
      "deleting all respondents": async (page) => {
        await press(page, "More about this survey");
        await page.getByRole("menuitem", { name: /^Delete all/ }).click();
        await expect(page.getByRole("button", { name: /^Delete all/ })).toBeVisible();
      },
    },
    onPhone: "cards",
  },
  "the review of respondents": {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/review`);
      await expect(page.getByRole("region", { name: "Open answers" })).toBeVisible();
    },
    onPhone: "parts",
  },
  "a respondent's evidence": {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/evidence?respondent=${first}`);
      await expect(page.getByRole("region", { name: "Open answers" })).toBeVisible();
    },
  },
  thresholds: {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/thresholds?questions=happy&rules=total:60,OES:20,GIBBERISH:1`);
      await expect(page.getByRole("row", { name: /^Mean/ })).toBeVisible();
    },
    onPhone: "parts",
  },
  "scoring responses": {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/score`);
      await expect(page.getByRole("button", { name: "Save mapping" })).toBeVisible();
    },
  },
  "coherence rules": {
    open: async (page) => {
      await visit(page, `/surveys/${survey}/respondents/rules`);
      await expect(page.getByRole("button", { name: "Add rule…" })).toBeVisible();
    },
    overlays: {
      "adding a rule": async (page) => {
        await press(page, "Add rule…");
        await expect(page.getByRole("dialog").getByRole("button", { name: "Add rule" })).toBeVisible();
      },
    },
    onPhone: "parts",
  },
};

for (const [name, screen] of Object.entries(ofRespondents)) {
  test(`${name}: accessible in light and dark`, async ({ page, context, world }) => {
    await prepare(world);
    await signInAnew(context, reviewer);
    await expectScreenAccessible(page, screen);
  });
}
