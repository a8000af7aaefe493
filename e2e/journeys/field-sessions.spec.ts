import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { createSurvey, test, type World } from "../api/world";
import { expectAccessible } from "./accessible";
import { listenToConsole, signInAnew, visit } from "./person";

const GENDER = 2;
const [MALE, FEMALE] = [1, 2];
const HOUR = 3_600_000;

/** A survey of women into which a supplier has sent four men and three women. */
async function fielded(world: World) {
  const supplier = `north-${randomUUID().slice(0, 8)}`;
  const { accountId } = world.service;
  await world.sql`
    insert into suppliers (account_id, code, name, end_links)
    values (${accountId}, ${supplier}, 'North Panel', ${world.sql.json({ complete: "https://north.example/c" })})`;
  const women = {
    quota_name: "Women",
    quota: 60,
    qualifications: [{ question_id: GENDER, allowed_option_ids: [FEMALE] }],
  };
  const survey = await createSurvey(world.service, { respondent_attributes: [women], respondents: 60 });
  const rows = sessionsOf(world, survey.id, supplier);
  await world.sql`insert into responses ${world.sql(rows)}`;
  return { surveyId: survey.id, supplier, rows };
}

function sessionsOf({ sql }: World, surveyId: string, supplier: string) {
  const common = { survey_id: surveyId, supplier, buyer_cpi: 2, device: "mobile", quota_ids: [] as string[] };
  const at = (place: number) => new Date(Date.now() - HOUR + place * 60_000);
  const answered = (option: number) => sql.json([{ question_id: GENDER, option_ids: [option] }]);
  return Array.from({ length: 7 }, (_, place) => ({
    ...common,
    rdud: randomUUID(),
    respondent: `person-${place}`,
    started_at: at(place),
    ended_at: at(place + 5),
    ...(place < 4
      ? {
          ...{ status: "standard termination", reason: `not_qualified:${GENDER}`, reached: false },
          qualification_attributes: answered(MALE),
        }
      : { status: "complete", reason: "complete", reached: true, qualification_attributes: answered(FEMALE) }),
  }));
}

test("a manager finds out why respondents were turned away, exports them, looks at one, and tests the link", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { surveyId, rows } = await fielded(world);
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${surveyId}`);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByText("7 sessions")).toBeVisible();

  // Why: a summary by reason, whose reasons narrow the list.
  const outcomes = page.getByRole("table", { name: "Outcomes" });
  await expect(outcomes.getByRole("row", { name: /^Entered 7/ })).toBeVisible();
  await expect(outcomes.getByRole("row", { name: /^Starts 3/ })).toBeVisible();
  await outcomes.getByRole("button", { name: "Not qualified" }).click();
  await expect(page).toHaveURL(/[?&]reasons=not_qualified(&|$)/);
  const sessions = page.getByRole("table", { name: "Sessions" });
  await expect(sessions.getByRole("row")).toHaveCount(5);
  await expect(sessions.getByRole("row").nth(1)).toContainText("Not qualified: Gender");
  await expect(sessions.getByRole("row").nth(1)).toContainText("North Panel");

  // What is shown leaves as a file.
  await page.getByRole("button", { name: "Export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV as shown" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split(/\r?\n/);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain("Answers");
  expect(lines[1]).toContain("Gender: Male");

  // One of them: by the supplier's own id, and what happened to it.
  await page.getByRole("searchbox", { name: "Session or respondent id" }).fill("person-2");
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: `History of ${rows[2]?.rdud}` }).click();
  const drawer = page.getByRole("dialog", { name: "Session" });
  const history = drawer.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(history).toHaveText([
    /^Entered.*As respondent person-2.*Gender: Male/,
    /^Turned away: Not qualified: Gender/,
  ]);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  // The link, as a respondent would come: marked as a test, and removed again.
  await visit(page, `/surveys/${surveyId}`);
  await page.getByRole("button", { name: "Test the entry link…" }).click();
  const dialog = page.getByRole("dialog", { name: "Test the entry link" });
  await dialog.getByRole("button", { name: "Create test link" }).click();
  const opening = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Open test" }).click();
  const respondent = await opening;
  await respondent.getByRole("radio", { name: "Male", exact: true }).check();
  await respondent.getByRole("button").click();
  await expect(respondent.getByRole("radio")).toHaveCount(0);
  await respondent.close();
  await page.keyboard.press("Escape");

  await visit(page, `/surveys/${surveyId}/sessions?tests=only`);
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await expect(sessions.getByRole("row").nth(1)).toContainText("Not qualified: Gender");
  await expect(sessions.getByText("Test", { exact: true })).toBeVisible();
  await expectAccessible(page, { looks: ["light"] });
  await page.getByRole("button", { name: "Remove test sessions…" }).click();
  await page.getByRole("button", { name: "Remove 1 test session", exact: true }).click();
  await expect(page.getByText("No session matches these filters.")).toBeVisible();
  listener.expectQuiet();
});
