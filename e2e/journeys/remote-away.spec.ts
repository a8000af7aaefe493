import { expect, type Page, test } from "@playwright/test";
import { instanceStore } from "../instance-store";
import { makeSurvey } from "../new-survey";
import { answeredProject } from "../remote/answered-project";
import { REMOTE_PEOPLE } from "../remote/connections";
import { DEMO_PASSWORD } from "../sign-in";
import { visit } from "./person";
import { showQuotas, showSettings, typeCell } from "./quota-grid";
import { expectAtNextLook, withRemote } from "./remote-world";

/**
 * Pages of a connection whose services do not answer at all. What is expected "soon" has to come long before the
 * service would be given up; what the wait is for is held back until the test lets it go, and the page's own waits are
 * passed by its clock.
 */
const SOON = { timeout: 4000 };
/** A read is given up after seconds: with room for a busy machine. */
const THEN = { timeout: 20_000 };

/** A wait is explained after so long. */
const EXPLAINED_AFTER_MS = 3000;

const world = withRemote("away", addPerson);
const { open } = world;

/** Somebody with a rate of their own at the service, in the demo's account. */
async function addPerson(): Promise<void> {
  const sql = instanceStore();
  const [user] = await sql<{ id: string }[]>`
    insert into users (email, name, password_hash)
    select ${REMOTE_PEOPLE.away}, 'Away', password_hash from users where email = 'admin@demo.test'
    on conflict (email) do update set name = excluded.name returning id`;
  const id = user?.id ?? "";
  await sql`
    insert into memberships (user_id, account_id) select ${id}, account_id from memberships m
    join users u on u.id = m.user_id where u.email = 'admin@demo.test' on conflict do nothing`;
  await sql`
    insert into people (connection, email, name, role) values ('built-in', ${REMOTE_PEOPLE.away}, 'Away', 'admin')
    on conflict do nothing`;
}

const alertOf = (page: Page) => page.locator("main").getByRole("alert").first();
const nameOf = (page: Page) => page.getByLabel("Name", { exact: false }).first();
const lineOf = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });
const rowsOf = (page: Page) => page.getByRole("table", { name: "Surveys" }).getByRole("link");

/** Three failures in a row are what it takes until nothing is sent any more. */
async function fail(of: "demand"): Promise<void> {
  await world.production.behave({ mode: "down" });
  await expect
    .poll(async () => (await (await world.elsewhere.get("/api/demand/surveys?ids=none")).json()).message)
    .toBe("Panel is not responding. This page goes on by itself when it responds again.");
  expect(world.production.proxies[of].waiting()).toBe(0);
}

/** A first copy of the surveys, which answers while the service does not. */
async function readCopy(): Promise<void> {
  await expect
    .poll(async () => (await world.elsewhere.get("/api/demand/surveys?sort=name&page_size=1")).status())
    .toBe(200);
}

test("of a service that hangs, the list and a survey are there at once, and say how old they are", async ({ page }) => {
  const { id, name } = await makeSurvey(world.elsewhere, { respondents: 321 });
  await readCopy();
  await world.production.behave({ mode: "hanging" });
  await page.clock.install();
  await open(page, `/surveys?view=all&search=${name}`);
  await expect(rowsOf(page).first()).toHaveText(name, SOON);
  await expect(page.getByText(/as of .* UTC/).first()).toBeVisible(SOON);
  await open(page, `/surveys/${id}`);
  await expect(page.getByLabel("Respondents")).toHaveValue("321", SOON);
  await expect(lineOf(page, /^Reading this survey from Panel… It is shown as of/)).toBeVisible(SOON);
  await expect(page.getByRole("button", { name: "Save…" })).toBeHidden();
  await expect(alertOf(page)).toContainText(/Panel (did not answer in time|is not responding)\./, THEN);
  const line = lineOf(page, /^Panel \(Survey demand\) (is responding slowly|has not responded since)/);
  await expectAtNextLook(page, (options) => expect(line).toBeVisible(options));
  await world.recover();
  // One that is known to have been away is read again by itself.
  const again = alertOf(page).getByRole("button", { name: "Try again" });
  await expectAtNextLook(page, async (options) => {
    if (await again.isVisible()) await again.click(options);
    await expect(page.getByLabel("Respondents")).toBeEditable(SOON);
  });
  await expect(lineOf(page, /It is shown as of/)).toBeHidden();
});

test("a dead service is said to be, with how old what is shown is, until it responds again", async ({ page }) => {
  await readCopy();
  await fail("demand");
  await page.clock.install();
  await open(page, "/surveys?view=all");
  await expect(rowsOf(page).first()).toBeVisible(SOON);
  const line = lineOf(page, /^Panel \(Survey demand\) has not responded since \d\d:\d\d\. Showing figures from/);
  await expect(line).toBeVisible(SOON);
  await line.getByRole("button", { name: "Retry" }).click();
  await expect(line).toBeVisible();
  await world.production.behave({});
  await expectAtNextLook(page, (options) => expect(line).toBeHidden(options));
});

test("a sign-in at a service that is away says so in one sentence, and what to do", async ({ page, context }) => {
  await context.clearCookies();
  await visit(page, world.at("/sign-in"));
  await page.getByLabel("Connection").selectOption({ label: "Panel" });
  await page.getByLabel("E-mail").fill(REMOTE_PEOPLE.away);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  const send = page.getByRole("button", { name: "Sign in", exact: true });

  await world.production.behave({ mode: "restarting" });
  await send.click();
  const refusal = page.getByRole("alert").filter({ hasText: "Panel" });
  await expect(refusal).toHaveText(
    "Panel is not available: The service is being restarted. Try again in a moment.",
    THEN,
  );

  await world.production.behave({ mode: "hanging" });
  await send.click();
  await expect(refusal).toBeHidden(SOON);
  await page.getByRole("button", { name: "Cancel" }).click();

  await world.recover();
  await send.click();
  await expect(page.getByRole("heading", { name: "Surveys" })).toBeVisible();
});

test("a survey that could not be created stays in its form, and is created once the service is back", async ({
  page,
}) => {
  const name = `Away ${crypto.randomUUID().slice(0, 8)}`;
  const { project_id: project } = await makeSurvey(world.elsewhere);
  await visit(page, world.at(`/surveys/new?project=${project}`));
  await expect(nameOf(page)).toBeVisible();

  // What the form needs was read before, so that it opens without the service.
  await fail("demand");
  await open(page, `/surveys/new?project=${project}`);
  await expect(nameOf(page)).toBeEditable(SOON);
  await nameOf(page).fill(name);
  await page.getByLabel("Length of interview").fill("5");
  await page.getByLabel("Incidence rate").fill("80");
  await page.getByLabel("Respondents").fill("100");
  await page.getByLabel("Entry link").fill("https://survey.example/start?id=[%RID%]");
  await showQuotas(page);
  await typeCell(page, 1, "target", "100");
  await showSettings(page);
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(alertOf(page)).toContainText("Panel is not responding. The survey was not created.", SOON);
  await expect(nameOf(page)).toHaveValue(name);
  await world.recover();
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByText(`“${name}” was created.`)).toBeVisible();
});

test("a trend that hangs and is cancelled is asked for no longer, until somebody wants it", async ({ page }) => {
  const project = await answeredProject();
  await world.production.behave({ mode: "hanging" }, ["analysis"]);
  await page.clock.install();
  await open(page, `/trends?project=${project}`);
  await expect(page.getByText("The trend is being read.")).toBeVisible(SOON);
  await expect.poll(() => world.production.proxies.analysis.waiting()).toBe(1);
  await page.clock.fastForward(EXPLAINED_AFTER_MS);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The trend is not being read.")).toBeVisible();
  await expect.poll(() => world.production.proxies.analysis.waiting()).toBe(0);
  await world.production.behave({}, ["analysis"]);
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByRole("region", { name: "Score" })).toBeVisible();
});

test("trends and tables of a dead service say whose they are", async ({ page }) => {
  const project = await answeredProject();
  await world.production.behave({ mode: "down" }, ["analysis", "pivot"]);
  await open(page, `/trends?project=${project}`);
  await expect(alertOf(page)).toContainText(
    /could not be loaded.*Trends of Panel (cannot be reached|is not responding)\./,
    THEN,
  );
  await open(page, `/pivots?project=${project}`);
  await expect(alertOf(page)).toContainText(
    /could not be loaded.*Tables of Panel (cannot be reached|is not responding)\./,
    THEN,
  );
});
