import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type postgres from "postgres";
import { clientOf, patient } from "../api/world";
import { type HttpSession, httpSession } from "../http-session";
import { type Instance, startInstance } from "../instance";
import { listenToConsole, visit } from "../journeys/person";
import { openStore } from "../remote/store";
import { addKey, addSessions, type NewSession, sessionStates } from "../session-records";
import { signInOver } from "../sign-in";
import { test } from "../undrawn";

/** An instance of its own: its processes are killed here. */
let instance: Instance;
let store: postgres.Sql;
test.beforeAll(async () => {
  instance = await startInstance();
  store = openStore(instance.dataDir);
});
test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await instance?.stop();
});

const SURVEYS = 700;
const RECORDS = 3400;
/** The last survey has more than a call takes; the others four records each. */
const EACH = 4;
/** So many of the surveys are switched by another client meanwhile, a group at a time. */
const CONTESTED = 200;
const GROUP = 20;

const numbers = Array.from({ length: SURVEYS }, (_, index) => `many-${index}`);
const isContested = (number: string) => Number(number.slice("many-".length)) < CONTESTED;

function everySession(): NewSession[] {
  return numbers.flatMap((survey, index) => {
    const count = index === SURVEYS - 1 ? RECORDS - EACH * (SURVEYS - 1) : EACH;
    return Array.from({ length: count }, (_, at) => ({ survey, session: `${survey}-${at}`, panel: `panel-${at}` }));
  });
}

async function demoAccount(): Promise<string> {
  const [row] = await store<{ id: string }[]>`
    select m.account_id as id from memberships m join users u on u.id = m.user_id where u.email = 'admin@demo.test'`;
  return row?.id ?? "";
}

/** As somebody pastes them: from several places, some twice. */
const pasted = () => {
  const separators = ["\n", ", ", ";", "\t", "  ", "\r\n"];
  const text = numbers.map((number, index) => number + separators[index % separators.length]).join("");
  return `${text}\n${numbers.slice(0, 10).join(" ")}\n , ,\n`;
};

type State = { active: boolean; byJob: boolean };

/** Every record of these surveys: whether it is active, and whether a job was the last to say so. */
async function statesNow(accountId: string): Promise<Map<string, State>> {
  const rows = await store`
    select r.session_id as session, s.search as active, coalesce(c.origin = 'job', false) as by_job
    from activation_records r join activation_states s on s.record = r.id
      join activation_accounts a on a.id = r.account left join activation_changes c on c.id = s.search_change
    where a.account_id = ${accountId} and r.session_id like 'many-%'`;
  return new Map(rows.map(({ session, active, by_job }) => [session, { active, byJob: by_job }]));
}

/** Records that a later call matched than the one that set their state, and that are not in that call's state. */
async function contradicted(accountId: string): Promise<number> {
  const [row] = await store`
    select count(*)::int as records from activation_states s join activation_surveys v on v.id = s.survey
      join activation_accounts a on a.id = v.account
      join activation_changes c on c.account = a.id and c.id > coalesce(s.search_change, 0) and c.route = 'search'
        and v.survey_number = any(string_to_array(c.selectors ->> 'Survey_Number', ','))
        and (c.type = '2') <> s.search
    where a.account_id = ${accountId} and v.survey_number like 'many-%'`;
  return row?.records;
}

/** How many records changes moved, by who made them and which way. */
async function moved(accountId: string): Promise<Record<string, number>> {
  const rows = await store`
    select c.origin || ' ' || c.type as what, sum(c.records)::int as records from activation_changes c
      join activation_accounts a on a.id = c.account
    where a.account_id = ${accountId} and c.selectors ->> 'Survey_Number' like 'many-%' group by 1`;
  return Object.fromEntries(rows.map(({ what, records }) => [what, records]));
}

type OtherClient = { stop: () => Promise<Record<"1" | "2", number>> };

/**
 * Another client, which switches groups of the same surveys off and on without end. A call that got no answer is sent
 * again with its key until it has one.
 */
function startOtherClient(context: HttpSession, key: string): OtherClient {
  const client = patient(clientOf(context, "/service/activation", () => ({ "x-api-key": key })));
  const counted = { "1": 0, "2": 0 };
  let isOver = false;
  const send = async (Type: "1" | "2", group: string[]) => {
    const headers = { "idempotency-key": randomUUID() };
    for (;;) {
      const body = { Type, Survey_Number: group.join() };
      const reply = await client.post("/activation", { body, headers }).catch(() => undefined);
      if (reply?.status !== 200) continue;
      counted[Type] += Number.parseInt(String(reply.json.Message), 10);
      return;
    }
  };
  const run = async () => {
    for (let round = 0; !isOver; round += 1) {
      const from = (round * GROUP) % CONTESTED;
      await send(round % 3 === 1 ? "1" : "2", numbers.slice(from, from + GROUP));
    }
  };
  const ran = run();
  return {
    stop: async () => {
      isOver = true;
      await ran;
      return counted;
    },
  };
}

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

/** How many steps of the only work have ended. */
async function stepsEnded(id: string): Promise<number> {
  const [row] = await store`
    select count(*)::int as ended from job_items where job_id = ${id} and state in ('done', 'unchanged')`;
  return row?.ended;
}

async function jobIn(page: Page): Promise<string> {
  await expect(page).toHaveURL(/job=[0-9a-f-]{36}/);
  return new URL(page.url()).searchParams.get("job") ?? "";
}

test("700 surveys with 3,400 records are deactivated through a reload, killed processes and another client's calls, each record once, and reversed exactly", async ({
  browser,
}) => {
  const accountId = await demoAccount();
  await addSessions(store, accountId, everySession());
  const key = await addKey(store, accountId, { name: "Survey platform" });
  const other = httpSession(instance.url);
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  const listener = listenToConsole(page);
  await signInOver(page.request, { email: "admin@demo.test" });
  await visit(page, "/duplicates?show=switch");

  await page.getByLabel("Surveys", { exact: true }).fill(pasted());
  await expect(status(page, "700 surveys · 10 repeated dropped")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("3,400 matching records would become inactive")).toBeVisible();
  const begin = preview.getByRole("button", { name: "Deactivate 3,400 records of 700 surveys" });
  await expect(begin).toBeDisabled();
  await preview.getByLabel("Type the number of records, 3,400, to confirm").fill("340");
  await expect(begin).toBeDisabled();
  await preview.getByLabel("Type the number of records, 3,400, to confirm").fill("3400");
  const platform = startOtherClient(other, key);
  await begin.click();
  const job = await jobIn(page);

  // A reload in the middle changes nothing: the work is not the page's.
  await expect.poll(() => stepsEnded(job)).toBeGreaterThan(20);
  await page.reload({ waitUntil: "networkidle" });
  await expect(status(page, /of 700 surveys/)).toBeVisible();
  listener.expectQuiet();

  // Nor does a server that dies, with the worker.
  const { web, worker } = instance.pids();
  const endedBefore = await stepsEnded(job);
  for (const pid of [web, worker]) if (pid) process.kill(pid, "SIGKILL");
  expect(endedBefore).toBeLessThan(SURVEYS);
  await expect.poll(() => stepsEnded(job), { timeout: 300_000 }).toBe(SURVEYS);
  const counted = await platform.stop();

  await page.reload({ waitUntil: "networkidle" });
  await expect(status(page, /^700 of 700 surveys · [\d,]+ records changed/)).toBeVisible();
  const sums = await moved(accountId);
  const said = /surveys · ([\d,]+) records changed/.exec((await status(page, /of 700/).textContent()) ?? "")?.[1];
  // What was told is what happened, to the page and to the other client, whose lost replies were repeated.
  expect(Number(said?.replaceAll(",", ""))).toBe(sums["job 1"]);
  expect(Math.min(counted["1"], counted["2"])).toBeGreaterThan(0);
  expect(counted).toEqual({ "1": sums["service 1"] ?? 0, "2": sums["service 2"] ?? 0 });
  const after = await statesNow(accountId);
  expect(after.size).toBe(RECORDS);
  const inactive = [...after.values()].filter(({ active }) => !active).length;
  expect((sums["job 1"] ?? 0) + counted["1"] - counted["2"]).toBe(inactive);
  expect(await contradicted(accountId)).toBe(0);
  const left = [...after].filter(([session]) => !isContested(session.slice(0, session.lastIndexOf("-"))));
  expect(left).toHaveLength(RECORDS - CONTESTED * EACH);
  expect(left.filter(([, { active, byJob }]) => active || !byJob)).toEqual([]);
  expect(await movedTwice(job)).toEqual([]);

  await page.getByRole("button", { name: "Reverse this" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reverse", exact: true }).click();
  await expect(page.getByRole("link", { name: "This reverses an earlier job: show it" })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(job));
  const reversal = await jobIn(page);
  await expect(status(page, /of \d+ surveys · [\d,]+ records changed/)).toBeVisible();
  expect(reversal).not.toBe(job);
  const wanted = [...after].map(([session, { active, byJob }]) => [session, active || byJob]);
  const now = (await sessionStates(store, accountId)).filter(({ session }) => session.startsWith("many-"));
  expect(now.map(({ session, search }) => [session, search]).sort()).toEqual(wanted.sort());
  await context.close();
});

/** Surveys that nobody else touched of which the work moved more or fewer records than there are. */
async function movedTwice(job: string): Promise<string[]> {
  const rows = await store`
    select c.selectors ->> 'Survey_Number' as number, sum(c.records)::int as records from activation_changes c
    where c.request_id = ${job} group by 1`;
  const expected = (number: string) => (number === numbers.at(-1) ? RECORDS - EACH * (SURVEYS - 1) : EACH);
  const wrong = rows.filter(({ number, records }) => !isContested(number) && records !== expected(number));
  return wrong.map(({ number }) => number);
}
