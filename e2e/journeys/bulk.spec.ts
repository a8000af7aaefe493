import { expect } from "@playwright/test";
import { copySurvey } from "../copy-survey";
import { test } from "../manager";
import { makeSurvey } from "../new-survey";
import { listenToConsole, signIn, visit } from "./person";

/** More than a page of the list. */
const COPIES = 51;

test("surveys chosen beyond the page get another price with one preview, and it is undone", async ({
  page,
  manager,
  world,
}) => {
  const listener = listenToConsole(page);
  const mark = `Bulk${Date.now()}`;
  const { id } = await makeSurvey(manager, { name: mark, offered_price_per_complete: 2 });
  await copySurvey(world.sql, id, COPIES);
  await world.sql`
    update surveys set name = ${mark} || ' ' || name
    where name like 'Copy %' and project_id = (select project_id from surveys where id = ${id})
      and created_at = (select created_at from surveys where id = ${id})`;
  const all = COPIES + 1;
  // Names this job among those that other journeys of the same person start.
  const price = (400 + (Date.now() % 900)) / 100;
  await signIn(page, "manager@demo.test");
  const list = `/surveys?${new URLSearchParams({ view: "all", search: mark })}`;
  await visit(page, list);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: `Choose all ${all} that this list finds` }).click();
  const chosen = page.getByRole("region", { name: "Chosen surveys" });
  await expect(chosen.getByText(`${all} chosen`)).toBeVisible();

  const change = page.getByRole("button", { name: "Change", exact: true });
  await change.click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(page.getByRole("dialog", { name: "Pause surveys" }).getByText(`Of ${all} surveys`)).toBeVisible();
  // The menu that opened the dialog has closed: the focus goes back to its button.
  await page.keyboard.press("Escape");
  await expect(change).toBeFocused();
  await change.click();
  await page.getByRole("menuitem", { name: "Change price…" }).click();
  await page.getByLabel("Price per complete").fill(String(price));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: `Change price of ${all} surveys` }).click();
  const prices = async () => {
    const rows = await world.sql<{ price: string; count: number }[]>`
      select offered_price_per_complete::text as price, count(*)::int from surveys
      where name like ${`${mark}%`} group by 1`;
    return rows.map(({ price, count }) => [Number(price), count]);
  };
  await page.getByRole("button", { name: /^Jobs/ }).click();
  const work = page.getByRole("dialog", { name: "Jobs" });
  const title = `Set the price of ${all} surveys to $${price.toFixed(2)}`;
  const job = work.getByRole("region", { name: title, exact: true });
  await expect(job.getByText(`${all} done`)).toBeVisible();
  expect(await prices()).toEqual([[price, all]]);
  await job.getByRole("button", { name: "Undo" }).click();
  await expect(work.getByRole("region", { name: `Undo: ${title}` }).getByText(`${all} done`)).toBeVisible();
  expect(await prices()).toEqual([[2, all]]);
  listener.expectQuiet();
});
