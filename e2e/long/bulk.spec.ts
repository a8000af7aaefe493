import { expect } from "@playwright/test";
import { type Instance, startInstance } from "../instance";
import { visit } from "../journeys/person";
import { openStore } from "../remote/store";
import { signInOver } from "../sign-in";
import { test } from "../undrawn";

/** An instance of its own: a worker is killed here. */
let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance.stop();
});

const PAUSED = 300;

/** Live surveys of one name with room, out of others of the manager's account: the instance is this file's own. */
async function makeLive(mark: string): Promise<void> {
  const store = openStore(instance.dataDir);
  const made = await store`
    update surveys set name = ${mark} || ' ' || id, status = 'Live', out_of_field_date = '2036-01-31 23:59:59',
      out_of_field_timezone = '(UTC-10:00) Hawaii', out_of_field_at = '2036-02-01T09:59:59Z'
    where id in (
      select s.id from surveys s join memberships m on m.account_id = s.account_id join users u on u.id = m.user_id
      where u.email = 'manager@demo.test' and s.status in ('Complete', 'Draft') order by s.id limit ${PAUSED})`;
  // Some are full: going live again needs room.
  await store`
    update quotas set quota = quota + 5000 where survey_id in (select id from surveys where name like ${`${mark} %`})`;
  await store`update surveys set respondents = respondents + 5000 where name like ${`${mark} %`}`;
  await store.end({ timeout: 1 });
  expect(made.count).toBe(PAUSED);
}

/** How often each of these surveys was changed to a status by a job since then, and their statuses now. */
async function recorded(mark: string, since: Date) {
  const store = openStore(instance.dataDir);
  const times = await store`
    select a.after->>'status' as status, count(*)::int as rows, count(distinct a.thing_id)::int as surveys
    from audit a join surveys s on s.id::text = a.thing_id
    where s.name like ${`${mark} %`} and a.origin = 'job' and a.outcome = 'done' and a.at >= ${since}
    group by 1 order by 1`;
  const now = await store`
    select status, count(*)::int as count from surveys where name like ${`${mark} %`} group by 1`;
  await store.end({ timeout: 1 });
  return { times: times.map((row) => ({ ...row })), now: now.map((row) => ({ ...row })) };
}

test("300 live surveys are paused with one preview; the worker is killed on the way; undone, all are live again, each recorded once", async ({
  browser,
}) => {
  const mark = `Pause ${Date.now()}`;
  await makeLive(mark);
  const since = new Date();
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  await signInOver(page.request, { email: "manager@demo.test" });
  const list = `/surveys?${new URLSearchParams({ view: "all", search: mark })}`;
  // Behind the end of the list is nothing: its last page opens instead.
  await visit(page, `${list}&page=99`);
  await expect(page).toHaveURL(new RegExp(`[?&]page=${PAUSED / 50}(&|$)`));
  await expect(page.getByRole("checkbox", { name: "Choose this row" })).toHaveCount(50);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  const chooseAll = page.getByRole("button", { name: `Choose all ${PAUSED} that this list finds` });
  await chooseAll.click();
  const chosen = page.getByRole("region", { name: "Chosen surveys" });
  await expect(chosen.getByText(`${PAUSED} chosen`)).toBeVisible();
  const first = page.getByRole("checkbox", { name: "Choose this row" }).first();
  await first.uncheck();
  await expect(chosen.getByText("49 chosen")).toBeVisible();
  await first.check();
  await chooseAll.click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByRole("button", { name: `Pause ${PAUSED} surveys` }).click();
  const { worker } = instance.pids();
  await page.getByRole("button", { name: /^Jobs/ }).click();
  const work = page.getByRole("dialog", { name: "Jobs" });
  const pause = work.getByRole("region", { name: `Pause ${PAUSED} surveys`, exact: true });
  await expect(pause).toBeVisible();
  if (worker) process.kill(worker, "SIGKILL");
  const all = new RegExp(`${PAUSED} of ${PAUSED}: ${PAUSED} done`);
  await expect(pause.getByText(all)).toBeVisible();
  expect((await recorded(mark, since)).now).toEqual([{ status: "Paused", count: PAUSED }]);

  await pause.getByRole("button", { name: "Undo" }).click();
  await expect(work.getByRole("region", { name: `Undo: Pause ${PAUSED} surveys` }).getByText(all)).toBeVisible();
  expect(await recorded(mark, since)).toEqual({
    times: ["Live", "Paused"].map((status) => ({ status, rows: PAUSED, surveys: PAUSED })),
    now: [{ status: "Live", count: PAUSED }],
  });
  await context.close();
});
