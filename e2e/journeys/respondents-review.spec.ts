import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../api/world";
import { listenToConsole, signInAnew, visit } from "./person";
import { addScoredSurvey } from "./reviewed";

/** Reviewers at work: a queue cleared by keyboard, thresholds moved and applied, an exclusion that reaches every figure. */

const place = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const evidence = (page: Page) => page.getByRole("region", { name: "Score and decision" });

/** Several times as many as the page reads ahead. */
const QUEUE = 20;

test("a reviewer clears a queue by keyboard, and undoes one decision", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const { survey, mashed } = await addScoredSurvey(world, QUEUE);
  const bad = mashed.length;
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/surveys/${survey.id}/respondents`);
  await page.getByRole("link", { name: `Review ${QUEUE}` }).click();
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

test("a moved threshold shows what happens to quotas and means, is applied and undone", async ({
  page,
  context,
  world,
}) => {
  const { survey } = await addScoredSurvey(world, 20);
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${survey.id}/respondents/thresholds?rules=none&questions=happy`);
  const effect = page.getByRole("status").filter({ hasText: "of 20 excluded" });
  await expect(effect).toContainText("0 respondents of 20 excluded");
  const mean = page.getByRole("row", { name: /^Mean/ });
  await expect(mean).toHaveText(/^Mean4\.30/);

  await page.getByRole("checkbox", { name: "Total score" }).check();
  const slider = page.getByRole("slider", { name: "Total score" });
  await slider.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("PageUp");
  await expect(effect).toContainText("4 respondents of 20 excluded");
  await expect(page.getByRole("row", { name: /^Women 60 10 8 −2/ })).toBeVisible();
  await expect(mean).toHaveText(/^Mean4\.30.*−/);
  const pasted = page.url();
  expect(pasted).toContain("rules=total:");

  await page.getByRole("button", { name: "Exclude 4 respondents…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Exclude 4 respondents" }).click();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeVisible();
  await expect(effect).toContainText("4 now");
  await expect(mean).toHaveText(/^Mean3\.00/);
  await undo.click();
  await expect(effect).toContainText("0 now");
  await expect(mean).toHaveText(/^Mean4\.30/);
});

test("an exclusion reaches the trend and the table at once, they can include it, and its undo takes it back", async ({
  page,
  context,
  world,
}) => {
  const { survey, project, mashed } = await addScoredSurvey(world, 20);
  await signInAnew(context, await world.addPerson("analyst"));
  const trend = `/trends?project=${project.id}&questions=happy&mode=table&bucket=yearly`;
  const table = `/pivots?project=${project.id}&values=mean:happy`;
  const [ofAll, ofCounted] = [/^4\.30?$/, /^3(\.00?)?$/];
  const figure = (text: RegExp) => page.getByRole("table").getByText(text).first();
  const note = page.getByText(/excluded for quality( are included)?\.$/);
  const include = page.getByRole("switch", { name: "Include excluded responses" });
  const showsAll = async () => {
    for (const address of [trend, table]) {
      await visit(page, address);
      await expect(figure(ofAll)).toBeVisible();
      await expect(note).toHaveCount(0);
      await expect(include).toHaveCount(0);
    }
  };
  const leftOut = `16 responses in the project; ${mashed.length} excluded for quality.`;
  const included = `20 responses in the project; ${mashed.length} excluded for quality are included.`;
  await showsAll();
  await visit(page, `/surveys/${survey.id}/respondents/review`);
  for (let at = 1; at <= mashed.length; at += 1) {
    await place(page, `${at} of 20`);
    await expect(evidence(page)).toBeVisible();
    await page.keyboard.press("x");
  }
  await expect(page.getByText("All decisions saved")).toBeVisible();

  // Left out and named; at a switch the former figures come back, also in a file, and going back leaves them out again.
  for (const address of [trend, table]) {
    await visit(page, address);
    await expect(figure(ofCounted)).toBeVisible();
    await expect(page.getByText(leftOut)).toBeVisible();
    await include.check();
    await expect(figure(ofAll)).toBeVisible();
    await expect(page.getByText(included)).toBeVisible();
    const file = await exportedCsv(page);
    expect(file).toContain(included);
    expect(file).toMatch(/\b4\.30?\b/);
    await page.goBack();
    await expect(figure(ofCounted)).toBeVisible();
    await expect(page.getByText(leftOut)).toBeVisible();
  }

  // Who stands behind a figure is told from who would not.
  await visit(page, `${table}&includeExcluded=true`);
  await page.getByRole("table").getByRole("button", { name: /4\.3/ }).first().click();
  const respondents = page.getByRole("dialog", { name: "Respondents of this cell" });
  await expect(respondents.getByText("20 responses", { exact: false })).toBeVisible();
  await expect(respondents.getByText("Excluded for quality", { exact: true })).toHaveCount(mashed.length);

  await visit(page, `/surveys/${survey.id}/respondents?excluded=only`);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "Include…" }).click();
  await page.getByRole("button", { name: `Include ${mashed.length} respondents` }).click();
  await expect(page.getByText("No respondent matches these filters.")).toBeVisible();
  await showsAll();
});

async function exportedCsv(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const form = page.getByRole("menuitem", { name: /^CSV(,)? as shown/ });
  const [file] = await Promise.all([page.waitForEvent("download"), form.click()]);
  return readFileSync(await file.path(), "utf8");
}
