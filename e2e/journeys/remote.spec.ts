import { expect, type Page, test } from "@playwright/test";
import { makeSurvey } from "../new-survey";
import { createProject } from "../projects";
import { answeredProject } from "../remote/answered-project";
import { visit } from "./person";
import { withRemote } from "./remote-world";

/**
 * Pages of a connection whose services are late, absent or wrong: what a person sees, and in which order. What a
 * service does not say is held back by its proxy until the test lets it go; nothing here measures time.
 */
const world = withRemote("remote");
const { at, open } = world;

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

async function rename(id: string, name: string): Promise<void> {
  const reply = await world.service.patch("/api/demand/surveys", { data: { id, name } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** An open page looks for a newer copy as often as this. */
const LOOKS_EVERY_MS = 15_000;

async function refreshElsewhere(page: Page): Promise<void> {
  expect((await world.elsewhere.post("/api/settings/connection/copy", { data: {} })).status()).toBe(200);
  await page.clock.fastForward(LOOKS_EVERY_MS);
}

const patchesSince = (from: number) =>
  world.production.proxies.demand.arrivals.slice(from).filter(({ method }) => method === "PATCH").length;

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

test("an open list of projects follows its copy, and not under a form that is open", async ({ page }) => {
  const { mark } = newMark();
  const { id } = await createProject(world.elsewhere, `${mark} first`);
  const renameProject = async (name: string) => {
    const reply = await world.service.patch("/api/demand/projects", { data: { id, project_name: name } });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await page.clock.install();
  await visit(page, at(`/projects?search=${mark}`));
  await expect(link(page, `${mark} first`)).toBeVisible();

  await renameProject(`${mark} renamed`);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(link(page, `${mark} renamed`)).toBeVisible();

  await page.getByRole("button", { name: `Edit ${mark} renamed` }).click();
  const form = page.getByRole("dialog", { name: "Edit project" });
  await expect(form.getByRole("textbox", { name: "Number", exact: true })).toHaveValue("P-1");
  await renameProject(`${mark} renamed again`);
  await refreshElsewhere(page);
  await page.keyboard.press("Escape");
  await expect(link(page, `${mark} renamed again`)).toBeVisible();
});

test("a save that is limited says that nothing was saved, counts down and is then sent", async ({ page }) => {
  const { id } = await makeSurvey(world.elsewhere);
  await page.clock.install();
  await visit(page, at(`/surveys/${id}`));
  await page.getByLabel("Respondents").fill("140");
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByText("Reading the survey from Production…")).toBeHidden();
  await world.production.behave({ mode: "limiting", retryAfterS: 12 });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(/^Production asks to wait \d+ s\. Nothing was saved\.$/)).toBeVisible();
  await world.recover();
  await page.clock.fastForward(12_000);
  await expect(page.getByText(/^“.*” was saved\.$/)).toBeVisible();
  expect((await (await world.service.get(`/api/demand/surveys?ids=${id}`)).json()).surveys[0].respondents).toBe(140);
});

test("a save whose reply is lost is known to be saved, and was sent once", async ({ page }) => {
  const { id } = await makeSurvey(world.elsewhere);
  await visit(page, at(`/surveys/${id}`));
  await page.getByLabel("Respondents").fill("150");
  await world.production.behave({ mode: "losing replies" });
  await page.getByRole("button", { name: "Save…" }).click();
  const before = world.production.proxies.demand.arrivals.length;
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^“.*” was saved\.$/)).toBeVisible();
  expect(patchesSince(before)).toBe(1);
});

test("a bulk change through a service that is late and fails at times changes each survey", async ({ page }) => {
  const { mark, list } = newMark();
  for (let each = 0; each < 6; each += 1) await makeSurvey(world.elsewhere, { name: `${mark} ${each}` });
  await visit(page, at(list));
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await world.production.behave({ mode: "failing at times", latencyMs: 200 });
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change price…" }).click();
  await page.getByLabel("Price per complete").fill("7.25");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Change price of 6 surveys" }).click();
  await page.getByRole("button", { name: /^Jobs/ }).click();
  const job = page
    .getByRole("dialog", { name: "Jobs" })
    .getByRole("region", { name: "Set the price of 6 surveys to $7.25" });
  await expect(job.first().getByText("6 done")).toBeVisible();
});

test("trends and tables that are away alone are named so, and surveys go on", async ({ page }) => {
  const project = await answeredProject();
  await world.production.behave({ mode: "web pages" }, ["analysis", "pivot"]);
  for (const path of ["trends", "pivots"]) {
    await open(page, `/${path}?project=${project}`);
    await expect(page.locator("main").getByRole("alert").first()).toContainText("Production");
  }
  await open(page, "/surveys?view=all");
  await expect(page.getByRole("table", { name: "Surveys" }).getByRole("link").first()).toBeVisible();
});

test("at a remote connection, sessions and suppliers are disabled with the reason and without a call", async ({
  page,
}) => {
  const sentence = "Production fields its surveys itself: their sessions and suppliers are kept there.";
  const survey = await makeSurvey(world.elsewhere);
  for (const path of ["/suppliers", `/surveys/${survey.id}/sessions`]) {
    await open(page, path);
    await expect(page.getByRole("note").filter({ hasText: sentence })).toBeVisible();
  }
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page, `/surveys/${survey.id}`);
  await expect(page.getByRole("switch", { name: /^Duplicate check at entry/ })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Sessions", exact: true })).toHaveAttribute("aria-disabled", "true");
  expect(asked.filter((path) => path.startsWith("/api/fielding"))).toEqual([]);
});
