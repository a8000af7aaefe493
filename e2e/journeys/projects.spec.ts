import { expect, type Page } from "@playwright/test";
import { test } from "../manager";
import { createProject } from "../projects";
import { expectAccessible, OVERLAY } from "./accessible";
import { choose, listenToConsole, signIn, visit } from "./person";

const MANAGER = "manager@demo.test";

const heading = (page: Page) => page.getByRole("heading", { name: "Projects", level: 1 });
const table = (page: Page) => page.getByRole("table", { name: "Projects" });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search projects" });
const newProject = (page: Page) => page.getByRole("button", { name: "New project" });
const form = (page: Page, title = "New project") => page.getByRole("dialog", { name: title });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const numberField = (page: Page) => page.getByRole("textbox", { name: "Number", exact: true });
const discardPrompt = (page: Page) => page.getByRole("dialog", { name: "Close without saving?" });

async function openProjects(page: Page, email: string, address = "/projects") {
  await signIn(page, email);
  await visit(page, address);
  await expect(heading(page)).toBeVisible();
}

test("a manager creates a project with the keyboard, finds it and changes it", async ({ page }) => {
  const browser = listenToConsole(page);
  const name = `Journey ${Date.now()}`;
  await openProjects(page, MANAGER);

  await newProject(page).click();
  await expect(nameField(page)).toBeFocused();
  await nameField(page).fill(name);
  await numberField(page).fill("J-1");
  await expect(form(page).getByLabel("Project manager")).toHaveValue("Demo manager");
  const exclusions = form(page).getByRole("combobox", { name: "Session exclusions" });
  await exclusions.click();
  await exclusions.fill("Brand");
  await page.getByRole("option", { name: /Brand tracker/ }).click();
  await numberField(page).press("Enter");
  await expect(page.getByText(`${name} was created.`)).toBeVisible();
  await expect(form(page)).toBeHidden();

  await page.keyboard.press("/");
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await expect(table(page).getByRole("row", { name })).toContainText("0 / 0");
  await expect(page).toHaveURL(/search=Journey/);

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edited = form(page, "Edit project");
  await expect(edited.getByText(/Brand tracker ·/)).toBeVisible();
  await numberField(page).fill("J-2");
  await edited.getByRole("textbox", { name: "Business unit" }).fill("Health");
  await edited.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();
  await expect(table(page).getByRole("row", { name })).toContainText("J-2");

  // Going back is no way to lose edits either.
  await newProject(page).click();
  await nameField(page).fill("Half a");
  await page.goBack();
  await discardPrompt(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(form(page)).toBeHidden();
  await expect(page).not.toHaveURL(/form=/);
  browser.expectQuiet();
});

const facts = (page: Page) => page.getByRole("region", { name: "The project" });

test("a project's page says how it stands and lists its surveys; one without any leads to the first", async ({
  page,
  manager,
}) => {
  const quiet = listenToConsole(page);
  const name = `Page ${crypto.randomUUID().slice(0, 8)}`;
  const { id, excluded } = await createProject(manager, name);
  await signIn(page, MANAGER);
  await visit(page, `/projects?search=${encodeURIComponent(name)}`);
  await table(page).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(facts(page)).toContainText("Demo manager");
  await expect(facts(page).getByRole("link", { name: new RegExp(`^${excluded}`) })).toBeVisible();
  await expect(page.getByText("This project has no surveys yet. Create the first one.")).toBeVisible();
  await page.getByRole("link", { name: "New survey" }).last().click();
  await expect(page).toHaveURL(new RegExp(`/surveys/new\\?project=${id}$`));
  await expect(page.getByRole("combobox", { name: "Project" })).toHaveValue(name);

  await page.goBack();
  await facts(page)
    .getByRole("link", { name: new RegExp(`^${excluded}`) })
    .click();
  await expect(page.getByRole("heading", { name: excluded, level: 1 })).toBeVisible();
  const surveys = page.getByRole("table", { name: "Surveys" });
  await expect(surveys.getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Project" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeVisible();
  await choose(page, "Status", "Live");
  await expect(page).toHaveURL(/\/projects\/[\w-]+\?status=Live$/);
  quiet.expectQuiet();

  // One that is not there, or another account's, is said in words.
  await page.goto("/projects/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Project not found" })).toBeVisible();
  await page.getByRole("link", { name: "All projects" }).click();
  await expect(heading(page)).toBeVisible();
});

test("a crash in the project form loses nothing; what another changed meanwhile is shown and chosen from", async ({
  page: crashed,
  context,
  manager,
}) => {
  const name = `Draft ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await createProject(manager, name);
  await signIn(crashed, MANAGER);
  await visit(crashed, `/projects/${id}?form=${id}`);
  await numberField(crashed).fill("MINE-2");
  await crashed.getByRole("textbox", { name: "Business unit" }).fill("Health");
  await expect(crashed.getByText(/^Draft saved \d\d:\d\d UTC$/)).toBeVisible();
  await crashed.close();

  const theirs = await manager.patch("/api/demand/projects", {
    data: { id, project_number: "THEIRS-2", project_name: `${name} renamed` },
  });
  expect(theirs.status(), await theirs.text()).toBe(200);
  const page = await context.newPage();
  await visit(page, `/projects/${id}?form=${id}`);
  const quiet = listenToConsole(page);
  const edited = form(page, "Edit project");
  const offer = edited.getByRole("status").filter({ hasText: "You have unsaved changes from" });
  await expect(offer).toContainText("2 fields");
  await expect(offer).toContainText("The project was changed since then");
  await expectAccessible(page, { within: OVERLAY });
  await offer.getByRole("button", { name: "Take them up" }).click();
  await expect(numberField(page)).toHaveValue("MINE-2");
  await edited.getByRole("button", { name: "Save changes" }).click();
  const changed = edited.getByRole("alert").filter({ hasText: "This project was changed meanwhile" });
  await expect(changed).toContainText(`Name: ${name} became ${name} renamed. It stays so.`);
  await expectAccessible(page, { within: OVERLAY });
  await changed.getByRole("radio", { name: "Theirs: THEIRS-2" }).check();
  await edited.getByRole("button", { name: "Save changes" }).click();
  await expect(edited).toBeHidden();
  const { projects } = await (await manager.get(`/api/demand/projects?ids=${id}`)).json();
  expect(projects[0]).toMatchObject({
    project_name: `${name} renamed`,
    project_number: "THEIRS-2",
    business_unit: "Health",
  });
  const { draft } = await (await manager.get(`/api/drafts?thing=projects&thing_id=${id}`)).json();
  expect(draft).toBeNull();
  quiet.expectQuiet();
});
