import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { baseURL, createSurvey, expect, test, type World } from "../api/world";
import { addSessions, sessionStates } from "../session-records";
import { expectAccessible } from "./accessible";
import { choose, expectTooltip, listenToConsole, reload, signInAnew, visit } from "./person";

const DAY_MS = 86_400_000;

/** The first survey two days ago, the second yesterday: of old sessions personal values are removed. */
const sessionTime = (which: number, at: number) =>
  new Date(Math.floor(Date.now() / DAY_MS - 2 + which) * DAY_MS + (10 + at) * 3_600_000).toISOString();

/** Two surveys with three sessions each; one panelist came to both, and the others share nothing. */
async function twoSurveys(world: World) {
  const run = randomUUID();
  const names = [`First ${run}`, `Second ${run}`] as const;
  const first = await createSurvey(world.service, { name: names[0] });
  const second = await createSurvey(world.service, { name: names[1] });
  const panel = `panel-${run}`;
  const sessions = [first.id, second.id].flatMap((survey, which) =>
    [0, 1, 2].map((at) => ({
      survey,
      session: `${run}-${which}-${at}`,
      panel: at === 0 ? panel : `${panel}-${which}-${at}`,
      cookie: `cookie-${run}-${which}-${at}`,
      ip: `198.51.100.${10 * which + at}`,
      agent: `Mozilla/5.0 (${run}; ${which}-${at})`,
      at: sessionTime(which, at),
    })),
  );
  await addSessions(world.sql, world.service.accountId, sessions);
  const states = async () =>
    (await sessionStates(world.sql, world.service.accountId))
      .filter(({ session }) => session.startsWith(run))
      .map(({ search }) => search);
  return { first, second, names, panel, run, states };
}

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

test("an admin pastes surveys, sees what would change, switches them, finds the work again and reverses it", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { first, second, names, states } = await twoSurveys(world);
  await signInAnew(context, await world.addPerson("admin"));
  await visit(page, "/duplicates");

  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Name at least one survey, session or identifier")).toBeVisible();
  const link = `${baseURL()}/surveys/${first.id}?tab=quotas`;
  await page.getByLabel("Surveys", { exact: true }).fill(`${first.id}; ${link}\n${names[1]}\n\nno such survey`);
  await expect(status(page, "2 surveys · 1 repeated dropped · 1 unknown")).toBeVisible();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  // What was typed is there again after a reload.
  await reload(page);
  await page.getByRole("button", { name: "Take them up" }).click();
  await expect(status(page, "2 surveys · 1 repeated dropped · 1 unknown")).toBeVisible();

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("6 matching records would become inactive")).toBeVisible();
  await expect(preview.getByText("1 left out")).toBeVisible();
  const row = preview.getByRole("row").filter({ hasText: second.id });
  await expect(row).toContainText(/3\s*3\s*active → inactive/);
  await expectAccessible(page);
  const exported = page.waitForEvent("download");
  await preview.getByRole("button", { name: "Export" }).click();
  await preview.getByRole("menuitem", { name: "XLSX" }).click();
  const [, ...sheet] = await readSheet(await (await exported).path());
  expect(sheet.map((cells) => cells.slice(2))).toEqual(Array(2).fill([3, 3, "active → inactive"]));
  expect(await states()).toEqual(Array(6).fill(true));

  await preview.getByRole("button", { name: "Deactivate 6 records of 2 surveys" }).click();
  await expect(status(page, "2 of 2 surveys · 6 records changed")).toBeVisible();
  await expect(page).toHaveURL(/job=[0-9a-f-]{36}/);
  expect(await states()).toEqual(Array(6).fill(false));
  await reload(page);
  await expect(status(page, "2 of 2 surveys · 6 records changed")).toBeVisible();
  const results = page.getByRole("table", { name: "Results by survey" });
  await expect(results.getByRole("row").filter({ hasText: names[0] })).toContainText("Done");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Reverse this" }).click();
  const dialog = page.getByRole("dialog", { name: "Reverse this?" });
  await expect(dialog).toContainText("Activates exactly 6 records that this deactivated");
  await dialog.getByRole("button", { name: "Reverse", exact: true }).click();
  await expect(page.getByRole("link", { name: "This reverses an earlier job: show it" })).toBeVisible();
  await expect(status(page, "2 of 2 surveys · 6 records changed")).toBeVisible();
  expect(await states()).toEqual(Array(6).fill(true));

  // In the list of work it is asked about as well, and says what it switches.
  await page.getByRole("button", { name: /^Jobs/ }).click();
  await page.getByRole("dialog", { name: "Jobs" }).getByRole("button", { name: "Undo" }).click();
  const question = page.getByRole("dialog", { name: "Undo this?" });
  await expect(question).toContainText("Deactivates exactly the records that this activated");
  expect(await states()).toEqual(Array(6).fill(true));
  await question.getByRole("button", { name: "Undo it" }).click();
  await expect.poll(states).toEqual(Array(6).fill(false));
  listener.expectQuiet();
});

test("the history says who switched what, and what was reversed cannot be reversed again", async ({
  page,
  context,
  world,
}) => {
  const { first, panel, states } = await twoSurveys(world);
  const person = await world.addPerson("admin");
  await signInAnew(context, person);
  await visit(page, "/duplicates?show=switch");
  await page.getByText("Activate", { exact: true }).click();
  await expect(page.getByText("their respondents count as duplicates elsewhere")).toBeVisible();
  await page.getByText("Deactivate", { exact: true }).click();
  await page.getByLabel("Surveys", { exact: true }).fill(first.id);
  await expect(status(page, "1 survey")).toBeVisible();
  await page.getByRole("button", { name: "Narrow to sessions or identifiers" }).click();
  await page.getByLabel("IP address").fill("198.51.100.0/24");
  await page.getByLabel("Panel id").fill(panel);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("takes one address, not a range")).toBeVisible();
  await page.getByLabel("IP address").fill("198.51.100.0");
  // The sentence goes, and what stands below it moves up.
  await expect(page.getByText("takes one address, not a range")).toBeHidden();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("1 matching record would become inactive")).toBeVisible();
  await page.getByRole("button", { name: "Deactivate 1 record of 1 survey" }).click();
  await expect(status(page, "1 record changed")).toBeVisible();
  expect((await states()).filter((active) => !active)).toHaveLength(1);
  await expect(page).not.toHaveURL(/198\.51/);

  await page.getByRole("link", { name: "History" }).last().click();
  const rows = page
    .getByRole("table", { name: "What was switched" })
    .getByRole("row")
    .filter({ hasText: person.email });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Deactivated on Search");
  await expect(rows).toContainText(`Panel id: ${panel}`);
  const exported = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV as shown" }).click();
  expect(await readFile(await (await exported).path(), "utf8")).toContain(`${person.email},page,Deactivated,Search,`);
  await rows.getByRole("button", { name: "Reverse this" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reverse", exact: true }).click();
  await expect(status(page, "1 record changed")).toBeVisible();
  expect((await states()).filter((active) => !active)).toHaveLength(0);

  await page.getByRole("link", { name: "History" }).last().click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Activated on Search");
  await expect(rows.nth(1).getByRole("button", { name: "Reverse this" })).toBeDisabled();
  // Behind the end is nothing: the last page opens instead.
  await visit(page, "/duplicates?show=history&page=99");
  await expect(page).not.toHaveURL(/page=99/);
  await expect(page.getByRole("table", { name: "What was switched" }).getByRole("row").nth(1)).toBeVisible();
  await page.getByRole("link", { name: "History" }).last().click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("table", { name: "What was switched" }).getByRole("row").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a manager looks a person up, with personal values masked and never in the address, and cannot switch", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { names, panel, run } = await twoSurveys(world);
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, "/duplicates");
  await page.getByLabel("Identifier").fill(panel);
  await choose(page, "It is", "Panel id");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { name: "Seen in 2 surveys, 2 sessions" })).toBeVisible();
  const sessions = page.getByRole("list", { name: "Sessions, oldest first" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(names[0]);
  await expect(sessions.first()).toContainText(formatFor(usualSettings).instant(sessionTime(0, 0)));
  await expect(sessions.first()).toContainText("198.51.…");
  await expect(sessions.first()).not.toContainText("198.51.100");
  await expect(page).toHaveURL(/by=Panel_Id&value=panel-/);

  // A pasted link shows the same; a session leads to who else it is; what says something of a person never shows there.
  await reload(page);
  await sessions
    .first()
    .getByRole("button", { name: `${run}-0-0` })
    .click();
  await expect(page).toHaveURL(/by=Session_Id/);
  await expect(sessions.nth(0)).toContainText("What you asked for");
  await expect(sessions.nth(1)).toContainText("same panel id");

  // Personal values never stand in the address, and a value that is not found is tried as another kind.
  const found = page.getByRole("region", { name: "Found" });
  await expect(found.getByRole("heading", { name: "Seen in 2 surveys, 2 sessions" })).toBeVisible();
  const identifier = page.getByLabel("Identifier");
  const kind = page.getByRole("combobox", { name: "It is" });
  const lookUp = page.getByRole("button", { name: "Look up", exact: true });

  // Another text is what it looks like, whatever the one before was said to be.
  await identifier.fill("198.51.100.12");
  await expect(kind).toHaveValue("IP address");
  await lookUp.click();
  await expect(page).not.toHaveURL(/value=/);
  await expect(page).not.toHaveURL(/198/);
  await choose(page, "It is", "Session id");
  await lookUp.click();
  await expect(found.getByText("No session has this session id.")).toBeVisible();
  await expect(page).not.toHaveURL(/198/);

  // Nobody has said what this is, and it is a cookie.
  const cookie = `cookie-${run}-1-2`;
  await identifier.fill(cookie);
  await expect(kind).toHaveValue("Session id");
  for (const _ of ["once", "again"]) {
    await lookUp.click();
    await expect(found.getByText("No session has this session id.")).toBeVisible();
    await expect(page).not.toHaveURL(/cookie/);
  }
  await found.getByRole("button", { name: "Look it up as cookie" }).click();
  await expect(found.getByRole("heading", { name: "Seen in 1 survey, 1 session" })).toBeVisible();
  await expect(kind).toHaveValue("Cookie");
  await expect(page).not.toHaveURL(/cookie/);

  await identifier.fill(panel);
  await lookUp.click();
  await found.getByRole("button", { name: "Look it up as panel id" }).click();
  await expect(found.getByRole("heading", { name: "Seen in 2 surveys, 2 sessions" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`by=Panel_Id&value=${panel}`));

  const refusal = "Switching the duplicate check is for admins";
  const tab = page.getByRole("navigation", { name: "Views of the duplicate check" }).getByText("Switch");
  await expectTooltip(page, tab, refusal);
  await visit(page, "/duplicates?show=switch");
  await expect(page.getByRole("note")).toContainText(refusal);
  await expect(page.getByRole("button", { name: "Preview" })).toHaveCount(0);
  listener.expectQuiet();
});
