import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "../api/world";
import { listenToConsole, signInAnew, visit } from "./person";
import { addScoredSurvey } from "./reviewed";

/** Reviewers at work: a queue cleared by keyboard, thresholds moved and applied, an exclusion that reaches every figure. */

const place = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const evidence = (page: Page) => page.getByRole("region", { name: "Score and decision" });

/** More than the page reads ahead. */
const QUEUE = 10;

test("a reviewer clears a queue by keyboard, and undoes one decision", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const { survey, mashed } = await addScoredSurvey(world, QUEUE);
  const bad = mashed.length;
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/surveys/${survey.id}/respondents/review`);
  await place(page, `1 of ${QUEUE}`);

  // The worst stand first: with their answer, what is wrong with it marked, and why.
  await expect(page.getByRole("region", { name: "Open answers" })).toContainText("sdkfjh wqpoeiru xcvmnb");
  await expect(page.getByRole("region", { name: "Time" })).toContainText("20 s");
  await page.keyboard.press("n");
  await page.keyboard.type("Keys pressed at random");
  await page.keyboard.press("Enter");
  for (let at = 1; at <= bad; at += 1) {
    await page.keyboard.press("x");
    await place(page, `${at + 1} of ${QUEUE}`);
    await expect(evidence(page)).toBeVisible();
  }

  // One too many: undo is one key, and shows whom.
  await page.keyboard.press("x");
  await place(page, `${bad + 2} of ${QUEUE}`);
  await page.keyboard.press("u");
  await place(page, `${bad + 1} of ${QUEUE}`);
  await expect(evidence(page)).toContainText("Not reviewed");
  await page.keyboard.press("f");
  for (let at = bad + 2; at <= QUEUE; at += 1) {
    await place(page, `${at} of ${QUEUE}`);
    await expect(evidence(page)).toBeVisible();
    await page.keyboard.press("a");
  }
  await expect(page.getByText(`Excluded ${bad} · Kept ${QUEUE - bad - 1} · Flagged 1`)).toBeVisible();
  await expect(page.getByText("All decisions saved")).toBeVisible();

  // What was decided is there for everybody, with the note.
  await page.getByRole("link", { name: "Back to respondents" }).click();
  await expect(page.getByRole("region", { name: "Quality" })).toContainText(`${bad} excluded`);
  await visit(page, `/surveys/${survey.id}/respondents?decisions=exclude`);
  await expect(page.getByText(`${bad} respondents`, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Keys pressed at random/)).toHaveCount(1);
  listener.expectQuiet();
});

/** The mean of what all say, and of those whom thresholds leave. */
const [OF_ALL, OF_COUNTED] = [/^4\.30?$/, /^3(\.00?)?$/];
const LEFT_OUT = "8 responses in the project; 2 excluded for quality.";
const INCLUDED = "10 responses in the project; 2 excluded for quality are included.";

test("a moved threshold excludes, which the trend and the table show at once; they can include it, and it is taken back", async ({
  page,
  context,
  world,
}) => {
  const { survey, project, mashed } = await addScoredSurvey(world, 10);
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${survey.id}/respondents/thresholds?rules=none&questions=happy`);
  const effect = page.getByRole("status").filter({ hasText: "of 10 excluded" });
  await expect(effect).toContainText("0 respondents of 10 excluded");
  const mean = page.getByRole("row", { name: /^Mean/ });
  await expect(mean).toHaveText(/^Mean4\.30/);
  await page.getByRole("checkbox", { name: "Total score" }).check();
  await page.getByRole("slider", { name: "Total score" }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("PageUp");
  await expect(effect).toContainText("2 respondents of 10 excluded");
  await expect(page.getByRole("row", { name: /^Women 60 5 4 −1/ })).toBeVisible();
  await page.getByRole("button", { name: "Exclude 2 respondents…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Exclude 2 respondents" }).click();
  await expect(mean).toHaveText(/^Mean3\.00/);

  const figure = (text: RegExp) => page.getByRole("table").getByText(text).first();
  await visit(page, `/trends?project=${project.id}&questions=happy&mode=table&bucket=yearly`);
  await expect(figure(OF_COUNTED)).toBeVisible();
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
  const table = `/pivots?project=${project.id}&values=mean:happy`;
  await visit(page, table);
  await expect(figure(OF_COUNTED)).toBeVisible();
  await expect(page.getByText(LEFT_OUT)).toBeVisible();

  // At a switch the former figures come back, also in a file, and who would not count is told from who would.
  await page.getByRole("switch", { name: "Include excluded responses" }).check();
  await expect(figure(OF_ALL)).toBeVisible();
  await expect(page.getByText(INCLUDED)).toBeVisible();
  const file = await exportedCsv(page);
  expect(file).toContain(INCLUDED);
  expect(file).toMatch(/\b4\.30?\b/);
  await page.getByRole("table").getByRole("button", { name: /4\.3/ }).first().click();
  const respondents = page.getByRole("dialog", { name: "Respondents of this cell" });
  await expect(respondents.getByText("Excluded for quality", { exact: true })).toHaveCount(mashed.length);

  await visit(page, `/surveys/${survey.id}/respondents?excluded=only`);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "Include…" }).click();
  await page.getByRole("button", { name: "Include 2 respondents" }).click();
  await expect(page.getByText("No respondent matches these filters.")).toBeVisible();
  await visit(page, table);
  await expect(figure(OF_ALL)).toBeVisible();
  await expect(page.getByText(/excluded for quality( are included)?\.$/)).toHaveCount(0);
});

async function exportedCsv(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const form = page.getByRole("menuitem", { name: /^CSV(,)? as shown/ });
  const [file] = await Promise.all([page.waitForEvent("download"), form.click()]);
  return readFileSync(await file.path(), "utf8");
}
