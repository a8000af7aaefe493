import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import type postgres from "postgres";
import { instanceStore } from "../instance-store";
import { addKey } from "../session-records";
import { test } from "../undrawn";

/** A survey page of another site that includes `/fraud.js`. */

let site: Server;
let sql: postgres.Sql;
let html = "";
test.beforeAll(async () => {
  sql = instanceStore();
  site = createServer((_, response) => void response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});
test.afterAll(() => new Promise((done) => site.close(done)));

const originOf = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

async function newAccount({ listed }: { listed: boolean }): Promise<{ id: string; key: string }> {
  const [row] = await sql<{ id: string }[]>`
    insert into accounts (name) values (${`Script ${crypto.randomUUID()}`}) returning id`;
  const id = row?.id ?? "";
  if (listed) {
    await sql`insert into page_origins (connection, account_id, origin) values ('built-in', ${id}, ${originOf()})`;
  }
  return { id, key: await addKey(sql, id, { of: "fraud", kind: "publishable" }) };
}

/** Opens the page, whose replies are kept for the test to read. */
async function openSurvey(page: Page, key: string, { session, consent }: { session: string; consent: boolean }) {
  html = `<!doctype html><title>Survey</title>
    <script>window.replies = []; for (const name of ["search", "review"])
      document.addEventListener("fieldwork:" + name, ({ detail }) => window.replies.push({ name, detail }));</script>
    <script src="${process.env.BASE_URL}/fraud.js" ${consent ? 'data-consent="given"' : ""} data-key="${key}"
      data-survey="script" data-session="${session}" data-country="US"></script>
    <form onsubmit="return false"><label>Why? <textarea data-fraud-question="why"></textarea></label><button>Next</button></form>`;
  await page.goto(originOf());
}

const replies = (page: Page) =>
  page.evaluate(() => (window as unknown as { replies: { name: string; detail: Record<string, unknown> }[] }).replies);

const recorded = async (accountId: string) => {
  const rows = await sql<{ session_id: string }[]>`
    select r.session_id from activation_records r join activation_accounts a on a.id = r.account
    where a.account_id = ${accountId} order by r.id`;
  return rows.map(({ session_id }) => session_id);
};

test("a page of a listed site searches once and reviews how an answer was typed", async ({ page, context }) => {
  const { key } = await newAccount({ listed: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: originOf() });
  await page.clock.install();
  await openSurvey(page, key, { session: "first", consent: true });
  await expect.poll(async () => (await replies(page)).map(({ name }) => name)).toEqual(["search"]);
  const [first] = await replies(page);
  // The browser is steered by this test, and says so.
  expect(first?.detail).toMatchObject({ Surveys: [{ sn_ud: "first", flag: true }], Checks: { automation: "found" } });

  const answer = "I buy it because the taste is better";
  await page.getByLabel("Why?").pressSequentially(answer);
  // As long as a person takes for it.
  await page.clock.fastForward(4000);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await replies(page)).length).toBe(2);
  const typed = { pasted_response: false, pasted_response_score: 0, engagement_score: 100, garbage_words: false };
  expect((await replies(page))[1]?.detail).toMatchObject({ results: [{ input: answer, score: typed }] });

  await openSurvey(page, key, { session: "second", consent: true });
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${answer} than that of any other`);
  await page.getByLabel("Why?").focus();
  await page.keyboard.press("ControlOrMeta+v");
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await replies(page)).length).toBe(2);
  const [again, pasted] = await replies(page);
  expect(again?.detail).toMatchObject({ Surveys: [{ sn_ud: "second", duplicate_initial_ud: "first" }] });
  expect(pasted?.detail).toMatchObject({ results: [{ score: { pasted_response: true, pasted_response_score: 100 } }] });
});

test("without consent nothing is stored or sent until the page begins it", async ({ page }) => {
  const { id, key } = await newAccount({ listed: true });
  await openSurvey(page, key, { session: "one", consent: false });
  await page.getByLabel("Why?").fill("Nothing");
  await page.getByRole("button", { name: "Next" }).click();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await recorded(id)).toEqual([]);
  await page.evaluate(() => (window as unknown as { fieldworkFraud: { start: () => void } }).fieldworkFraud.start());
  await expect.poll(async () => (await replies(page)).length).toBe(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["fieldwork-device"]);
  expect(await recorded(id)).toEqual(["one"]);
});

test("a page of a site that is not listed is told nothing, and nothing is stored", async ({ page }) => {
  const { id, key } = await newAccount({ listed: false });
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/respondents/search/"));
  await openSurvey(page, key, { session: "one", consent: true });
  await refused;
  expect(await replies(page)).toEqual([]);
  expect(await recorded(id)).toEqual([]);
});
