import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { createSurvey, type Json, test, type World } from "../api/world";
import { addProjectWithAnswers } from "../projects";
import { addKey } from "../session-records";
import { listenToConsole, signInAnew, visit } from "./person";

/** A survey at the quality service: scored for credits, cleared, and held against rules. */

const RESPONSES = 12;
const csv = [
  "id,why,age",
  ...Array.from({ length: RESPONSES }, (_, at) => `r${at},I liked the colour and the price of number ${at},${20 + at}`),
].join("\n");

const choose = async (page: Page, item: RegExp) => {
  await page.getByRole("button", { name: "More about this survey" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a manager scores a project's responses once they have seen what it costs", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const project = await addProjectWithAnswers(world, "Scoring", csv);
  const survey = await createSurvey(world.service, { project_id: project.id });
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${survey.id}/respondents`);
  await page.getByRole("link", { name: "Score responses" }).click();
  await expect(page.getByText("At most 84 credits: 12 responses, up to 7 credits each.")).toBeVisible();
  await page.getByRole("button", { name: "Save mapping" }).click();
  await page.getByRole("button", { name: "Score 12 responses…" }).click();
  await expect(dialog(page, "Score 12 responses")).toContainText("At most 84 credits");
  await dialog(page, "Score 12 responses").getByRole("button", { name: "Score 12 responses" }).click();
  await expect(page.getByText(/^Score .*: done\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Respondents" }).first().click();
  await expect(page.getByText("12 respondents", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Quality" })).toContainText("At most 84 credits");
  listener.expectQuiet();
});

/** A survey with these respondents, each with these data points. */
async function scored(world: World, respondents: Record<string, Json[]>): Promise<string> {
  const { id } = await createSurvey(world.service);
  const headers = { "api-key": await addKey(world.sql, world.service.accountId, { of: "quality" }) };
  for (const [respondentId, dataPoints] of Object.entries(respondents)) {
    const body = { surveyName: id, respondentId, dataPoints };
    const reply = await world.anonymous.post("/service/quality/v3/addRespondent", { body, headers });
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  }
  return id;
}

const answer = (text: string): Json => ({ qualityCheck: "OES", dataPointId: "o", question: "Why?", answer: text });
const GOOD = "I always buy it because my family likes the taste of it";

test("an admin opens one respondent's evidence whatever their id, and deletes them by name", async ({
  page,
  context,
  world,
}) => {
  const id = await scored(world, { review: [answer(GOOD)], "..": [answer("asdfghjkl qwertzuiop")] });
  await signInAnew(context, await world.addPerson("admin"));
  const list = `/surveys/${id}/respondents`;
  // Ids that an address would take for something else open their own evidence.
  await visit(page, `${list}/former`);
  await expect(page).toHaveURL(/evidence\?respondent=former/);
  await visit(page, list);
  await page.getByRole("link", { name: "review", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Respondent review" })).toBeVisible();
  await expect(page.getByText(GOOD)).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "..", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Respondent .." })).toBeVisible();

  await page.goBack();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "..", exact: true }) });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  const deletion = dialog(page, "Delete 1 respondent");
  await expect(deletion.getByRole("listitem")).toHaveText([".."]);
  await expect(deletion).toContainText("This cannot be undone");
  await deletion.getByRole("button", { name: "Delete 1 respondent" }).click();
  await expect(page.getByText("1 respondent", { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("an analyst writes a coherence rule by keyboard, sees whom it finds, and undoes it", async ({
  page,
  context,
  world,
}) => {
  const interview = (age: number, work: number): Json => ({
    ...{ qualityCheck: "CHS", dataPointId: "c" },
    interviewData: [
      { questionId: "age", question: "How old are you?", answer: age },
      { questionId: "work", question: "Years of work", answer: work },
    ],
  });
  const id = await scored(world, { young: [interview(18, 17)], old: [interview(60, 30)], mid: [interview(40, 12)] });
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/surveys/${id}/respondents`);
  await choose(page, /^Coherence rules/);
  await page.getByRole("button", { name: "Add rule…" }).press("Enter");
  const form = dialog(page, "Add rule");
  const enter = async (group: string, question: string, value: string) => {
    const side = form.getByRole("group", { name: group });
    await side.getByLabel("Question").fill(question);
    await expect(page.getByRole("option", { name: question })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await side.getByLabel("Number").fill(value);
  };
  await enter("One answer", "How old", "20");
  await enter("and another answer", "Years of", "15");
  await expect(form.getByText("1 of 3 scored respondents contradicts this.")).toBeVisible();
  await expect(form.getByRole("link", { name: "young" })).toBeVisible();
  await form.getByRole("button", { name: "Add rule" }).press("Enter");
  const rule = page.getByRole("heading", { name: "How old are you under 20 and Years of work over 15" });
  await expect(rule).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(rule).toHaveCount(0);
});
