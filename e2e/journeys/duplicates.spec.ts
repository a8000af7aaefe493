import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { baseURL, createSurvey, test, type World } from "../api/world";
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

  const link = `${baseURL()}/surveys/${first.id}?tab=quotas`;
  await page.getByLabel("Surveys", { exact: true }).fill(`${first.id}; ${link}\n${names[1]}\n\nno such survey`);
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

  // A pasted link shows the same; a session leads to who else it is.
  await reload(page);
  await sessions
    .first()
    .getByRole("button", { name: `${run}-0-0` })
    .click();
  await expect(page).toHaveURL(/by=Session_Id/);
  await expect(sessions.nth(1)).toContainText("same panel id");

  const refusal = "Switching the duplicate check is for admins";
  const tab = page.getByRole("navigation", { name: "Views of the duplicate check" }).getByText("Switch");
  await expectTooltip(page, tab, refusal);
  listener.expectQuiet();
});
