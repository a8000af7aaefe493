import { expect, type Page, test } from "@playwright/test";
import { choose, expectAccessible, listenToConsole, signInPage } from "./person";

const MANAGER = "manager@demo.test";
const ANALYST = "analyst@demo.test";

const heading = (page: Page) => page.getByRole("heading", { name: "Projects", level: 1 });
const table = (page: Page) => page.getByRole("table", { name: "Projects" });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search projects" });
const newProject = (page: Page) => page.getByRole("button", { name: "New project" });
const form = (page: Page, title = "New project") => page.getByRole("dialog", { name: title });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const numberField = (page: Page) => page.getByRole("textbox", { name: "Number", exact: true });
const discardPrompt = (page: Page) => page.getByRole("dialog", { name: "Close without saving?" });

async function openProjects(page: Page, email: string, address = "/projects") {
  await signInPage(page, email);
  await page.goto(address);
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
  await form(page).getByLabel("Session exclusions").fill("Brand");
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
  browser.expectQuiet();
});

test("a pasted link shows the same list, and its links lead to the project's surveys", async ({ page }) => {
  await openProjects(page, MANAGER, "/projects?search=Brand+tracker");
  await expect(searchField(page)).toHaveValue("Brand tracker");
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await table(page)
    .getByRole("link", { name: /live in Brand tracker$/ })
    .click();
  await expect(page).toHaveURL(/\/surveys\?project=[\w-]+&status=Live$/);
  await page.goBack();
  await table(page).getByRole("link", { name: "Brand tracker", exact: true }).click();
  await expect(page).toHaveURL(/\/surveys\?project=[\w-]+$/);
});

test("the manager filter narrows on the server, and says so when nothing is left", async ({ page }) => {
  await openProjects(page, MANAGER);
  await choose(page, "Project manager", "Demo analyst");
  await page.keyboard.press("Escape");
  await expect(page.getByText("No project matches these filters.")).toBeVisible();
  await expect(page).toHaveURL(/manager=/);
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(table(page).getByRole("row", { name: "Brand tracker" })).toBeVisible();
});

test("unsaved edits are asked about before Esc, the close button or going back drops them", async ({ page }) => {
  await openProjects(page, MANAGER);
  await newProject(page).click();
  await nameField(page).fill("Half a");

  await page.keyboard.press("Escape");
  await expect(discardPrompt(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(discardPrompt(page)).toBeHidden();
  await expect(nameField(page)).toHaveValue("Half a");

  await form(page).getByRole("button", { name: "Close" }).click();
  await discardPrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(nameField(page)).toHaveValue("Half a");

  await page.goBack();
  await discardPrompt(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(form(page)).toBeHidden();
  await expect(page).toHaveURL(/\/projects$/);

  await newProject(page).click();
  await expect(nameField(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await expect(discardPrompt(page)).toBeHidden();
});

test("what is wrong is said at its field, by the form and by the server", async ({ page }) => {
  await openProjects(page, MANAGER, "/projects?form=new");
  await form(page).getByRole("button", { name: "Create project" }).click();
  await expect(nameField(page)).toHaveAccessibleDescription("Project name is required.");
  await expect(nameField(page)).toBeFocused();

  const fields = { project_number: "That number is taken." };
  await page.route("**/api/demand/projects", (route) =>
    route.fulfill({ status: 400, json: { code: "invalid", message: "Check the fields.", requestId: "r", fields } }),
  );
  await nameField(page).fill("Taken");
  await numberField(page).fill("J-1");
  await numberField(page).press("Enter");
  await expect(numberField(page)).toHaveAccessibleDescription("That number is taken.");
});

test("unknown figures are shown as unknown, and a failed read offers the retry", async ({ page }) => {
  await openProjects(page, MANAGER);
  const project = { id: "7", account_id: null, project_manager_id: null, project_name: "Elsewhere" };
  const list = { total_projects: 1, page: 1, page_size: 1, projects: [project] };
  await page.route("**/api/demand/projects?*", (route) => route.fulfill({ json: list }));
  await searchField(page).fill("Else");
  const row = table(page).getByRole("row", { name: "Elsewhere" });
  await expect(row.getByRole("cell")).toHaveText(["Elsewhere–", "–", "–", "–", "– / –", "–", "–", ""]);

  await page.unroute("**/api/demand/projects?*");
  await page.route("**/api/demand/projects?*", (route) =>
    route.fulfill({ status: 400, json: { code: "invalid", message: "Not today.", requestId: "r" } }),
  );
  await searchField(page).fill("Brand tracker");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Projects could not be loaded");
  await page.unroute("**/api/demand/projects?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(table(page).getByRole("row", { name: "Brand tracker" })).toBeVisible();
});

test("an analyst sees projects and is told why he cannot create or change them", async ({ page }) => {
  await openProjects(page, ANALYST, "/projects?form=new");
  await expect(table(page).getByRole("row", { name: "Brand tracker" })).toBeVisible();
  await expect(newProject(page)).toHaveAttribute("aria-disabled", "true");
  await newProject(page).focus();
  await expect(page.getByRole("tooltip")).toContainText("Managers and admins create and change them.");
  await newProject(page).press("Enter");
  await page.getByRole("button", { name: "Edit Brand tracker" }).press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the list, the form and the question it asks are accessible, wide and narrow", async ({ page }) => {
  await openProjects(page, MANAGER);
  await expectAccessible(page);
  await newProject(page).click();
  await nameField(page).fill(" ");
  await form(page).getByRole("button", { name: "Create project" }).click();
  await expect(nameField(page)).toHaveAccessibleDescription("Project name is required.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(discardPrompt(page)).toBeVisible();
  await expectAccessible(page);
  await discardPrompt(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("list", { name: "Projects" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
});
