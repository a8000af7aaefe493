import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import Papa from "papaparse";
import { readSheet } from "read-excel-file/node";
import { copySurvey } from "../copy-survey";
import { type Instance, startInstance } from "../instance";
import { openStore } from "../remote/store";
import { expectAccessible, listenToConsole, signIn, visit } from "./person";

/** Chooses a form in the menu and gives what the browser saves. */
async function exported(page: Page, form: string): Promise<{ name: string; file: Buffer }> {
  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: form, exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), file: await readFile(await saved.path()) };
}

/** More than an export writes while the person waits. */
const MANY = 9000;

/** As many surveys of the manager's account: the demo's own, as its command makes them, and copies of one of them. */
async function addSurveys({ dataDir }: Instance): Promise<void> {
  const args = ["--conditions", "react-server", "--import", "tsx", "lib/start/demo.ts", "--surveys", "600"];
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  await promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ENV_FILE: "", DATA_DIR: dataDir } });
  const store = openStore(dataDir);
  const surveys = await store<{ id: string }[]>`
    select s.id from surveys s join memberships m on m.account_id = s.account_id join users u on u.id = m.user_id
    where u.email = 'manager@demo.test'`;
  expect(surveys.length).toBe(600);
  await copySurvey(store, surveys[0]?.id ?? "", MANY - surveys.length);
  await store.end({ timeout: 1 });
}

const rowsOf = (file: Buffer) =>
  Papa.parse<Record<string, string>>(file.toString("utf8").slice(1), { header: true, skipEmptyLines: true }).data;

test("the list as it is narrowed, ordered and shown becomes a file, by keyboard too", async ({ page }) => {
  const listener = listenToConsole(page);
  await signIn(page, "analyst@demo.test");
  await visit(page, "/surveys?search=tracker&status=Complete&sort=name&columns=name,price,status");
  const total = Number.parseInt((await page.getByText(/^\d+ surveys?$/).textContent()) ?? "", 10);
  const names = await page.getByRole("table", { name: "Surveys" }).locator("tbody a").allInnerTexts();
  const shown = await exported(page, "CSV as shown");
  expect(shown.name).toMatch(/^Surveys \d{4}-\d\d-\d\d\.csv$/);
  const rows = rowsOf(shown.file);
  expect(rows).toHaveLength(total);
  expect(Object.keys(rows[0] ?? {})).toEqual(["Survey", "Project", "Market", "Price", "Status"]);
  expect(rows.slice(0, names.length).map(({ Survey }) => Survey)).toEqual(names);
  expect(rows[0]?.Price).toMatch(/^\$\d/);

  const [full] = rowsOf((await exported(page, "CSV with full values")).file);
  expect(full?.["Survey id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(full?.Price).toMatch(/^\d+(\.\d+)?$/);

  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "XLSX" })).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const sheet = await readSheet(await readFile(await (await saving).path()));
  expect(sheet).toHaveLength(total + 1);
  expect(sheet[0]?.slice(0, 4)).toEqual(["Survey", "Project", "Market", "Price"]);
  expect(typeof sheet[1]?.[3]).toBe("number");
  listener.expectQuiet();
});

test("projects and the audit have the same menu", async ({ page }) => {
  await signIn(page, "manager@demo.test");
  await visit(page, "/projects");
  const projects = rowsOf((await exported(page, "CSV with full values")).file);
  expect(projects.length).toBeGreaterThan(5);
  expect(Number(projects[0]?.Spend)).toBeGreaterThan(0);
  await visit(page, "/audit");
  expect((await exported(page, "CSV as shown")).name).toMatch(/^Audit .*\.csv$/);
});

test("a large list is written by the worker, killed on the way, and downloaded from the tray", async ({ browser }) => {
  const instance = await startInstance();
  try {
    await addSurveys(instance);
    const page = await (await browser.newContext({ baseURL: instance.url })).newPage();
    const listener = listenToConsole(page);
    await signIn(page, "manager@demo.test");
    await visit(page, "/surveys?sort=name");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "CSV with full values" }).click();
    await expect(page.getByText(/^Export 9,000 surveys as CSV with full values: started\./)).toBeVisible();
    const { worker } = instance.pids();
    if (worker) process.kill(worker, "SIGKILL");

    await page.getByRole("button", { name: /^Work/ }).click();
    const work = page.getByRole("dialog", { name: "Work" });
    const download = work.getByRole("link", { name: "Download" });
    await expect(download).toBeVisible();
    await expect(work.getByRole("button", { name: "Results" })).toHaveCount(0);
    await expectAccessible(page);
    const saving = page.waitForEvent("download");
    await download.click();
    const rows = rowsOf(await readFile(await (await saving).path()));
    expect(rows).toHaveLength(MANY);
    expect(new Set(rows.map((row) => row["Survey id"])).size).toBe(MANY);
    listener.expectQuiet();
  } finally {
    await instance.stop();
  }
});
