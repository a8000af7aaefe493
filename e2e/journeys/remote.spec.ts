import { expect, type Page } from "@playwright/test";
import { makeSurvey } from "../new-survey";
import { test } from "../undrawn";
import { visit } from "./person";
import { expectAtNextLook, LOOKS_EVERY_MS, withRemote } from "./remote-world";

/**
 * Pages of a connection whose services are late or absent: what a person sees, and in which order. What a service does
 * not say is held back by its proxy until the test lets it go, and the page's own waits are passed by its clock.
 */
const world = withRemote("remote");
const { at, open } = world;

/** What hangs is given up after longer than this: what is there by then did not wait for it. */
const SOON = { timeout: 4000 };

/** A name that nothing else has, and the list that finds what has it. */
function newMark() {
  const mark = `R${crypto.randomUUID().slice(0, 8)}`;
  return { mark, list: `/surveys?search=${mark}&sort=name` };
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const boxOf = (page: Page, name: string) =>
  page
    .getByRole("row")
    .filter({ has: link(page, name) })
    .getByRole("checkbox");
const alertOf = (page: Page) => page.locator("main").getByRole("alert").first();
const lineOf = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });

async function rename(id: string, name: string): Promise<void> {
  const reply = await world.service.patch("/api/demand/surveys", { data: { id, name } });
  expect(reply.status(), await reply.text()).toBe(200);
}

async function refreshElsewhere(page: Page): Promise<void> {
  expect((await world.elsewhere.post("/api/settings/connection/copy", { data: {} })).status()).toBe(200);
  await page.clock.fastForward(LOOKS_EVERY_MS);
}

/** A first copy of the surveys, which answers while the service does not. */
const copyIsRead = () =>
  expect.poll(async () => (await world.elsewhere.get("/api/demand/surveys?sort=name&page_size=1")).status()).toBe(200);

/** Some failures in a row are what it takes until nothing is sent any more. */
const isKnownToBeAway = () =>
  expect
    .poll(async () => (await (await world.elsewhere.get("/api/demand/surveys?ids=none")).json()).message)
    .toBe("Production is not responding. This page goes on by itself when it responds again.");

test("an open list follows its copy, and offers a newer one where rows are chosen", async ({ page }) => {
  const { mark, list } = newMark();
  const first = await makeSurvey(world.elsewhere, { name: `${mark} first` });
  await makeSurvey(world.elsewhere, { name: `${mark} second` });
  await page.clock.install();
  await visit(page, at(list));
  await expect(link(page, `${mark} first`)).toBeVisible();

  await rename(first.id, `${mark} renamed`);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(link(page, `${mark} renamed`)).toBeVisible();

  // A copy that is refreshed elsewhere arrives here too, but not under a hand.
  await boxOf(page, `${mark} second`).check();
  await rename(first.id, `${mark} renamed again`);
  await refreshElsewhere(page);
  const show = page.getByRole("button", { name: "Show 1 changed survey" });
  await expect(show).toBeVisible();
  await expect(link(page, `${mark} renamed`)).toBeVisible();
  await show.click();
  await expect(link(page, `${mark} renamed again`)).toBeVisible();
  await expect(boxOf(page, `${mark} second`)).toBeChecked();
});

test("of a service that hangs and then is away, the list and a survey are there at once with their age, and go on with it", async ({
  page: list,
  context,
}) => {
  const survey = await context.newPage();
  const { id, name } = await makeSurvey(world.elsewhere, { respondents: 321 });
  await copyIsRead();
  await world.production.behave({ mode: "hanging" });
  await list.clock.install();
  await open(list, `/surveys?view=all&search=${name}`);
  await expect(link(list, name)).toBeVisible(SOON);
  await expect(list.getByText(/as of .* UTC/).first()).toBeVisible();
  await open(survey, `/surveys/${id}`);
  await expect(survey.getByLabel("Respondents")).toHaveValue("321");
  const reading = lineOf(survey, /^Reading this survey from Production… It is shown as of/);
  await expect(reading).toBeVisible();
  await expect(survey.getByRole("button", { name: "Save…" })).toBeHidden();

  // What hung fails at once: nobody waits until it is given up.
  await world.production.behave({ mode: "down" });
  await expect(alertOf(survey)).toContainText(/Production (cannot be reached|is not responding)\./);
  await isKnownToBeAway();
  const since = /^Production \(Survey demand\) has not responded since \d\d:\d\d\. Showing figures from/;
  const away = lineOf(list, since);
  await expectAtNextLook(list, (options) => expect(away).toBeVisible(options));
  await away.getByRole("button", { name: "Retry" }).click();
  await expect(away).toBeVisible();
  await expect(link(list, name)).toBeVisible();

  await world.recover();
  await expectAtNextLook(list, (options) => expect(away).toBeHidden(options));
  // One that is known to have been away is read again by itself.
  const again = alertOf(survey).getByRole("button", { name: "Try again" });
  await expectAtNextLook(survey, async (options) => {
    if (await again.isVisible()) await again.click(options);
    await expect(survey.getByLabel("Respondents")).toBeEditable(options);
  });
  await expect(lineOf(survey, /It is shown as of/)).toBeHidden();
});
