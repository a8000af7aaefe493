import { expect } from "@playwright/test";
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
