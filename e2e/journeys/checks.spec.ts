import { expect } from "@playwright/test";
import { comeBack, enter, expectPage, liveSurvey, ridOf } from "../api/respondent";
import { createSurvey, type Person, test, type World } from "../api/world";
import { addKey } from "../session-records";
import { expectAccessible } from "./accessible";
import { listenToConsole, signInAnew, visit } from "./person";

/** A respondent who came into a survey twice, as the survey's own server told the fraud checks. */
async function cameTwice(world: World, accountId: string): Promise<{ surveyId: string; session: string }> {
  const { id: surveyId } = await createSurvey(world.service);
  const [key, publishable] = [
    await addKey(world.sql, accountId, { of: "fraud", kind: "private" }),
    await addKey(world.sql, accountId, { of: "fraud", kind: "publishable" }),
  ];
  const at = "/service/fraud/api/v3/respondents";
  const panel = crypto.randomUUID();
  for (const sn_ud of [`first-${panel}`, `second-${panel}`]) {
    const { json } = await world.anonymous.get(`${at}/get_token/${publishable}`);
    const [{ token = "" } = {}] = json.results as { token: string }[];
    const query = new URLSearchParams({ sy_nr: surveyId, sn_ud, rt_sr_pd: panel });
    const reply = await world.anonymous.get(`${at}/search/${key}?${query}`, { headers: { token } });
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  }
  return { surveyId, session: `second-${panel}` };
}

test("a manager explains a rejection to a supplier, by keyboard", async ({ page, context, world }) => {
  const quiet = listenToConsole(page);
  const { surveyId, session } = await cameTwice(world, world.service.accountId);
  const manager: Person = await world.addPerson("manager");
  await signInAnew(context, manager);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, "/checks");
  await page.getByLabel("Survey", { exact: true }).focus();
  await page.keyboard.type(surveyId);
  await page.keyboard.press("Tab");
  await page.keyboard.type(session);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Fails: duplicate in the survey" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`session=${session}`));

  // Reason in words, then every check; what has no list is not called good.
  await expect(page.getByText("They were in this survey before, under another session.")).toBeVisible();
  await page.getByText("Every check and what it found").focus();
  await page.keyboard.press("Enter");
  const every = page.getByRole("table", { name: "Every check of this respondent" });
  await expect(every.getByRole("row", { name: /VPN list/ })).toContainText("Not checked");
  await expect(page.getByRole("region", { name: "Sessions of this person" }).getByRole("listitem")).toHaveCount(2);

  const copy = page.getByRole("button", { name: "Copy text" });
  await copy.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`Session ${session} of the survey`);
  expect(text).toContain("This person had already taken part in the survey.");
  expect(text).not.toContain(session.replace("second", "first"));

  // A manager looks up; checking anew is an admin's.
  await expect(page.getByRole("button", { name: "Check now" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("heading", { name: /^Fails/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("tab", { name: "Reasons" }).click();
  const table = page.getByRole("table", { name: "Failures by supplier and day" });
  await expect(table).toContainText("Duplicate in the survey");
  quiet.expectQuiet();
});

test("an admin checks a respondent anew, tries a threshold and saves it", async ({ page, context, world }) => {
  const name = `Checks ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  await signInAnew(context, await world.addPerson("admin", row?.id ?? ""));
  await visit(page, "/checks?survey=S-1&session=one");
  await expect(page.getByText("This session was not checked yet.")).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Passes" })).toBeVisible();
  await expect(page.getByText(/could not be made: that says nothing for the respondent/)).toBeVisible();

  await page.getByRole("tab", { name: "Lists and settings" }).click();
  await expect(page.getByText("There were no completes in the last 30 days to try it on.")).toBeVisible();
  await page.getByLabel("Respondents fail from a score of").fill("70");
  await page.getByRole("button", { name: "Save threshold" }).click();
  await expect(page.getByRole("button", { name: "Save threshold" })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("Respondents fail from a score of")).toHaveValue("70");
  await expectAccessible(page);
});

test("a manager tries a survey's own threshold on its completes, saves it, and entries follow", async ({
  page,
  context,
  world,
}) => {
  const survey = await liveSurvey(world);
  let phones = 0;
  /** A phone that is none: 90 of 100 speak against it. */
  const enterEmulated = () => {
    phones += 1;
    const device = `Android 9; Android SDK built for x86 Build/${phones}`;
    return enter(survey, "", { agent: `Mozilla/5.0 (Linux; ${device}) Chrome/140.0 Mobile Safari/537.36` });
  };
  await world.sql`update survey_places set fraud_check = 'record' where survey_id = ${survey.id}`;
  for (const complete of [await enterEmulated(), await enterEmulated(), await enter(survey)]) {
    await comeBack("complete", ridOf(complete));
  }
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${survey.id}`);
  const mode = page.getByRole("combobox", { name: "Fraud check at entry" });
  await expect(mode).toHaveValue("Check, and keep the verdict");
  await mode.click();
  await page.getByRole("option", { name: "Check, and turn away who fails" }).click();
  const threshold = page.getByLabel("Respondents of this survey fail from a score of");
  await threshold.fill("80");
  await expect(
    page.getByText("2 of 3 completes of the last 30 days would have been stopped: emulator 2."),
  ).toBeVisible();
  expectPage(await enterEmulated(), 200, { title: /cannot take part/ });

  await threshold.fill("95");
  await expect(page.getByText("0 of 3 completes of the last 30 days would have been stopped.")).toBeVisible();
  // Nothing is changed by a dry run.
  expectPage(await enterEmulated(), 200, { title: /cannot take part/ });
  await page.getByRole("button", { name: "Save threshold" }).click();
  await expect(page.getByRole("button", { name: "Save threshold" })).toHaveCount(0);
  ridOf(await enterEmulated());
  await expectAccessible(page);
});
