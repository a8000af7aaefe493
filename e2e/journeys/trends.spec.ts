import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { importAnswers } from "../answers";
import { baseURL, expect, type Person, test, type World } from "../api/world";
import { signInApi } from "../sign-in";
import { expectAccessible, listenToConsole } from "./person";

const DAY_MS = 86_400_000;
const DAYS = 60;

/** Twelve answers a day to two questions; none on days 20 to 24; the first question rises by 3 on day 40. */
function answersCsv(): string {
  const rows = Array.from({ length: DAYS }, (_, day) => {
    if (day >= 20 && day < 25) return [];
    const time = new Date(Date.UTC(2025, 0, 1) + day * DAY_MS + 12 * 3_600_000).toISOString();
    return Array.from({ length: 12 }, (_, at) => {
      const wave = ((at * 7 + day * 3) % 10) / 4;
      const region = at % 3 === 0 ? "North" : "South";
      return [`r${day}-${at}`, time, region, (2 + wave + (day >= 40 ? 3 : 0)).toFixed(2), (5 + wave).toFixed(2)].join(
        ",",
      );
    });
  });
  return ["id,time,Region,Satisfaction,Trust", ...rows.flat()].join("\n");
}

/** A project with answers, of whose trends a person of this role is told. */
async function withAnswers(
  world: World,
  context: BrowserContext,
  person: Person,
): Promise<{ id: string; name: string }> {
  const name = `Tracker ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${name}, 'T-1') returning id`;
  const id = row?.id ?? "";
  const session = await signInApi(baseURL(), await world.addPerson("analyst"));
  await importAnswers(session, id, answersCsv());
  await session.dispose();
  await signIn(context, person);
  return { id, name };
}

async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const session = await signInApi(baseURL(), person);
  await context.addCookies((await session.storageState()).cookies);
  await session.dispose();
}

const chart = (page: Page, name: string) => page.getByRole("region", { name });

async function exported(page: Page, form: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: form }).click()]);
  return readFileSync(await file.path());
}

test("an analyst goes from a project to a shared picture of what changed", async ({ page, context, world }) => {
  test.slow(); // imports a file, and looks at accessibility in both schemes
  const listener = listenToConsole(page);
  const { name } = await withAnswers(world, context, await world.addPerson("analyst"));
  await page.goto("/trends", { waitUntil: "networkidle" });
  await expect(page.getByText("Choose a project to see how its answers move")).toBeVisible();
  await page.getByRole("combobox", { name: "Project" }).fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();

  // What the project has is shown at once: as far as there are answers, in days, with the jump marked and the gap said.
  const satisfaction = chart(page, "Satisfaction");
  await expect(satisfaction.getByText(/n 660 · last \d\.\d\d · 1 change beyond chance/)).toBeVisible();
  await expect(satisfaction).toContainText("5 of 60 buckets without data; 1 change beyond chance");
  await expect(chart(page, "Trust").getByText(/n 660 · last/)).not.toContainText("beyond chance");
  await expect(page.getByText(/Welch's test/)).toBeVisible();
  await expectAccessible(page);

  // The table has the same figures, and so has the file.
  await page.getByText("Table", { exact: true }).click();
  const risen = page.getByRole("table", { name: "Trend" }).getByRole("row").filter({ hasText: "10 Feb 2025" }).first();
  await expect(risen).toContainText("< 0.001");
  const lines = (await exported(page, "CSV as shown")).toString("utf8").trim().split("\r\n");
  expect(lines[0]).toContain("Question,Bucket (UTC),Mean,Lowest,Highest,n");
  expect(lines).toHaveLength(1 + 2 * 60);
  expect(lines.find((line) => line.includes("21 Jan 2025"))).toContain(",–,–,–,0");

  // A pasted link shows the same.
  await page.getByText("One chart", { exact: true }).click();
  await expect(page).toHaveURL(/mode=overlay/);
  await page.reload({ waitUntil: "networkidle" });
  await expect(chart(page, "All questions").locator("path.recharts-line-curve")).toHaveCount(2);
  await expectAccessible(page);
  const picture = await exported(page, "PNG picture");
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect((await exported(page, "XLSX")).subarray(0, 2).toString()).toBe("PK");
  listener.expectQuiet();
});

test("what is in view is chosen with the pointer, compared, filtered and noted on", async ({
  page,
  context,
  world,
}) => {
  test.slow();
  const listener = listenToConsole(page);
  const { id } = await withAnswers(world, context, await world.addPerson("analyst"));
  await page.goto(`/trends?project=${id}&from=2025-02-01&to=2025-02-28`, { waitUntil: "networkidle" });
  const satisfaction = chart(page, "Satisfaction");
  await expect(satisfaction.getByText(/^n 336/)).toBeVisible();

  const plot = satisfaction.locator(".recharts-cartesian-grid");
  const box = await plot.boundingBox();
  if (!box) throw new Error("The chart has no plot.");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=\d+-\d+/);
  await expect(page.getByText(/^Zoomed to/)).toBeVisible();
  await page.getByRole("button", { name: "Show the whole range" }).click();
  await expect(page).not.toHaveURL(/zoom=/);

  await page.getByRole("switch", { name: "Previous period" }).click();
  await expect(page.getByText(/Dotted: the 28 buckets of 2025-01-04 to 2025-01-31/)).toBeVisible();

  await page.getByRole("button", { name: "Add filter" }).click();
  const dialog = page.getByRole("dialog", { name: "Add filter" });
  await dialog.getByRole("combobox", { name: "Question" }).click();
  await page.getByRole("option", { name: "Region" }).click();
  await dialog.getByRole("combobox", { name: "Options" }).click();
  await page.getByRole("option", { name: "North" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(satisfaction.getByText(/^n 112/)).toBeVisible();

  await page.getByRole("button", { name: /^Notes/ }).click();
  const notes = page.getByRole("dialog", { name: /^Notes/ });
  await notes.getByLabel("Note", { exact: true }).fill("A new supplier began");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByText("2025-02-28")).toBeVisible();
  await expect(notes.getByText("A new supplier began")).toBeVisible();
  await expectAccessible(page);
  await notes.getByRole("button", { name: /Delete the note of 2025-02-28/ }).click();
  await expect(notes.getByText("A new supplier began")).toBeHidden();
  listener.expectQuiet();
});

test("a manager reads trends, and is told why he writes no notes", async ({ page, context, world }) => {
  const { id } = await withAnswers(world, context, await world.addPerson("manager"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/trends?project=${id}`, { waitUntil: "networkidle" });
  await expect(chart(page, "Satisfaction").locator("svg.recharts-surface")).toBeVisible();
  const [width, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(seen ?? 0);
  await page.getByRole("button", { name: /^Notes/ }).click();
  const add = page.getByRole("button", { name: "Add note" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await add.hover();
  await expect(page.getByRole("tooltip")).toContainText("Notes are written by analysts and admins");
  const refused = await page.request.post("/api/trends/notes", {
    data: { project_id: id, day: "2025-01-01", text: "x" },
  });
  expect(refused.status()).toBe(403);
});
