import { expect, test } from "@playwright/test";
import { type Instance, startInstance } from "../instance";
import { expectAccessible, listenToConsole, signInPage } from "./person";

/** An instance of its own: a worker is killed here. */
let instance: Instance;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance.stop();
});

test("all completed surveys get another price with one preview; the worker is killed on the way; it finishes and is undone", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  const listener = listenToConsole(page);
  await signInPage(page, "manager@demo.test");
  await page.goto("/surveys?status=Complete", { waitUntil: "networkidle" });
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: /^Choose all \d+ that this list finds/ }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change price…" }).click();
  await page.getByLabel("Price per complete").fill("4.44");
  await page.getByRole("button", { name: "Preview" }).click();
  const start = page.getByRole("button", { name: /^Change \d+ surveys/ });
  await expect(start).toBeVisible();
  const count = Number(/\d+/.exec((await start.textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThan(200);
  await expectAccessible(page);
  await start.click();
  await expect(page.getByText(/: started\. Progress is under “Work” above\.$/)).toBeVisible();

  const { worker } = instance.pids();
  expect(worker).toBeDefined();
  if (worker) process.kill(worker, "SIGKILL");

  await page.getByRole("button", { name: /^Work/ }).click();
  const work = page.getByRole("dialog", { name: "Work" });
  await expect(work.getByText(new RegExp(`${count} of ${count}: ${count} done`))).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await work.getByRole("button", { name: "Undo" }).click();
  await expect(
    work.getByRole("region", { name: /^Undo: / }).getByText(new RegExp(`${count} of ${count}: ${count} done`)),
  ).toBeVisible({
    timeout: 60_000,
  });
  await page.keyboard.press("Escape");
  await page.goto("/surveys?status=Complete", { waitUntil: "networkidle" });
  await expect(page.getByRole("table").getByText("$4.44")).toHaveCount(0);
  listener.expectQuiet();
  await context.close();
});
