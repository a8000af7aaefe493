import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { copySurvey } from "../copy-survey";
import { type Instance, startInstance } from "../instance";
import { expectAccessible } from "../journeys/accessible";
import { listenToConsole, visit } from "../journeys/person";
import { openStore } from "../remote/store";
import { savedRows } from "../saved-rows";
import { signInOver } from "../sign-in";
import { test } from "../undrawn";

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

test("a large list is written by the worker, killed on the way, and downloaded from the tray", async ({ browser }) => {
  const instance = await startInstance();
  try {
    await addSurveys(instance);
    const page = await (await browser.newContext({ baseURL: instance.url })).newPage();
    const listener = listenToConsole(page);
    await signInOver(page.request, { email: "manager@demo.test" });
    await visit(page, "/surveys?sort=name");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "CSV with full values" }).click();
    await expect(page.getByText(/^Export 9,000 surveys as CSV with full values: started\./)).toBeVisible();
    const { worker } = instance.pids();
    if (worker) process.kill(worker, "SIGKILL");

    await page.getByRole("button", { name: /^Jobs/ }).click();
    const work = page.getByRole("dialog", { name: "Jobs" });
    const download = work.getByRole("link", { name: "Download" });
    await expect(download).toBeVisible();
    await expect(work.getByRole("button", { name: "Results" })).toHaveCount(0);
    await expectAccessible(page);
    const saving = page.waitForEvent("download");
    await download.click();
    const rows = savedRows(await readFile(await (await saving).path()));
    expect(rows).toHaveLength(MANY);
    expect(new Set(rows.map((row) => row["Survey id"])).size).toBe(MANY);
    listener.expectQuiet();
  } finally {
    await instance.stop();
  }
});
