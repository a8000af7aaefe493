import { expect, type Page } from "@playwright/test";
import type { HttpSession } from "../http-session";
import { openSession } from "../sessions";
import { test } from "../undrawn";
import { listenToConsole, reload, signIn, visit } from "./person";

const MANAGER = "manager@demo.test";

type View = { id: string; name: string; query: string };
type Wanted = { list?: string; query: string; account_id?: string | null };

const table = (page: Page) => page.getByRole("table", { name: "Surveys" });
const viewButton = (page: Page, name: string) => page.getByRole("button", { name: `View: ${name}`, exact: true });
const bar = (page: Page) => page.getByRole("group", { name: "View", exact: true });
const headers = (page: Page) => table(page).getByRole("columnheader");
const uniqueName = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

async function makeView(api: HttpSession, name: string, wanted: Wanted): Promise<View> {
  const reply = await api.post("/api/views", { data: { list: "surveys", name, ...wanted } });
  expect(reply.status(), await reply.text()).toBe(201);
  return reply.json();
}

const withApi = async <T>(email: string, use: (api: HttpSession) => Promise<T>) => use(await openSession({ email }));

const deleteView = (email: string, id: string) =>
  withApi(email, (api) => api.post("/api/views/delete", { data: { id } }));

const viewId = (page: Page) => new URL(page.url()).searchParams.get("view");

test("a manager's list opens with the live surveys of their projects, and views are chosen and saved, at 390 px too", async ({
  page,
}) => {
  const browser = listenToConsole(page);
  await signIn(page, MANAGER);
  await visit(page, "/surveys");
  await expect(viewButton(page, "My live surveys")).toBeVisible();
  await expect(page).toHaveURL(/\/surveys\?view=mine$/);
  await expect(page.getByText("modified")).toBeHidden();
  await expect(table(page).getByRole("link").first()).toBeVisible();
  const rows = await table(page).locator("tbody").getByRole("row").allInnerTexts();
  expect(rows.filter((text) => !/\bLive\b/.test(text))).toEqual([]);
  await expect(headers(page).filter({ hasText: "Out of field" })).toHaveAttribute("aria-sort", "ascending");

  await viewButton(page, "My live surveys").press("Enter");
  await page.getByRole("menuitem", { name: /^All surveys/ }).press("Enter");
  await expect(page).toHaveURL(/\/surveys\?view=all$/);
  await expect(viewButton(page, "All surveys")).toBeVisible();
  await reload(page);
  await expect(viewButton(page, "All surveys")).toBeVisible();
  // The same at 390 px: a view is changed, chosen and saved.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Search surveys").fill("omnibus");
  // From here on the list is read, and is pale until it is there.
  await expect(page).toHaveURL(/search=omnibus/);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("checkbox", { name: "Price" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar(page).getByText("modified")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await viewButton(page, "All surveys").click();
  await page.getByRole("menuitem", { name: /^My live surveys/ }).click();
  await expect(page).toHaveURL(/\/surveys\?view=mine$/);
  browser.expectQuiet();
});

test("filters, order and columns are saved under a name; a pasted link shows the same; changes on top are shown and reset", async ({
  page,
}) => {
  const browser = listenToConsole(page);
  const name = uniqueName("Paused by price");
  await signIn(page, MANAGER);
  await visit(page, "/surveys?status=Paused&sort=-offered_price_per_complete&columns=name,price,status");
  await expect(headers(page)).toHaveText([/^$/, "Survey", "Price", "Status"]);
  await expect(bar(page).getByText("modified")).toBeVisible();
  await bar(page).getByRole("button", { name: "Save as…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a new view" });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Name is required.");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Name").press("Enter");
  await expect(viewButton(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/surveys\?view=[\w-]{36}$/);
  await expect(bar(page).getByText("modified")).toBeHidden();
  const id = viewId(page) ?? "";

  await visit(page, "/projects");
  await visit(page, `/surveys?view=${id}`);
  await expect(headers(page)).toHaveText([/^$/, "Survey", "Price", "Status"]);
  await expect(headers(page).nth(2)).toHaveAttribute("aria-sort", "descending");
  await expect(table(page).getByRole("row").nth(1)).toContainText("Paused");

  await page.getByLabel("Search surveys").fill("no survey has this name");
  await expect(page.getByText("No survey matches these filters.")).toBeVisible();
  await expect(bar(page).getByText("modified")).toBeVisible();
  await expect(page).toHaveURL(/search=no/);
  await bar(page).getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL(new RegExp(`/surveys\\?view=${id}$`));
  await expect(bar(page).getByText("modified")).toBeHidden();
  await expect(table(page).getByRole("row").nth(1)).toContainText("Paused");

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "LOI" }).check();
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`“${name}” now shows this.`)).toBeVisible();
  await expect(bar(page).getByText("modified")).toBeHidden();
  await reload(page);
  await expect(headers(page)).toHaveText([/^$/, "Survey", "Price", "Status", "LOI"]);

  await bar(page)
    .getByRole("button", { name: `What to do with the view ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/surveys\?view=all$/);
  await visit(page, `/surveys?view=${id}`);
  await expect(page.getByText("This view is not there")).toBeVisible();
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await deleteView(MANAGER, id);
  browser.expectQuiet();
});

test("a view that names what is no longer there says so and works", async ({ page }) => {
  const browser = listenToConsole(page);
  const gone = "01900000-0000-7000-8000-000000000000";
  const query = `status=Live,Soft&project=${gone}&manager=${gone}&sort=-colour&columns=name,price,colour&page=x&search=omnibus`;
  const view = await withApi(MANAGER, (api) => makeView(api, uniqueName("Old"), { query }));
  await signIn(page, MANAGER);
  await visit(page, `/surveys?view=${view.id}`);
  const notice = page.getByRole("status").filter({ hasText: "Part of this view is left out" });
  await expect(notice.getByRole("listitem")).toHaveText([
    /^There is no status “Soft”/,
    /^The project 01900000-.* is not among yours any more/,
    /^The project manager 01900000-.* is not among your users any more/,
    /^The list cannot be sorted by “-colour”/,
    /^There is no column “colour” any more/,
  ]);
  await expect(headers(page)).toHaveText([/^$/, "Survey", "Price"]);
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await deleteView(MANAGER, view.id);
  browser.expectQuiet();
});
