import { setTimeout as sleep } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import type postgres from "postgres";
import { type Instance, startInstance } from "../instance";
import { openStore } from "../remote/store";
import { DEMO_PASSWORD, signInApi } from "../sign-in";
import { ratios, say, spread } from "./figures";

const MANAGER = "manager@demo.test";
const SURVEYS = 500;
/** The loop is slow where the service keeps its rate: fewer say as much. */
const LOOPED = 100;
const ROUNDS = 3;

/**
 * A job that changes the price of our own surveys, in steps a second, against one client that sends the same change
 * by one PATCH after the other: to the service with a token, and as the page does with a session; and against the
 * bare update in the database, which checks and records nothing.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  const store = openStore(instance.dataDir);
  const page = await signInApi(instance.url, { email: MANAGER });
  const service = await serviceClient(instance);
  try {
    const ids = await surveyIds(page);
    const few = ids.slice(0, LOOPED);
    const rates: Record<"job" | "service" | "page" | "sql", number[]> = { job: [], service: [], page: [], sql: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const price = (step: number) => 5 + round + step / 10;
      const measured = {
        job: ids.length / (await seconds(() => byJob(page, ids, price(1)))),
        service: few.length / (await seconds(() => byLoop(service, "/service/demand/surveys", few, price(2)))),
        page: few.length / (await seconds(() => byLoop(page, "/api/demand/surveys", few, price(3)))),
        sql: ids.length / (await seconds(() => bySql(store, ids, price(4)))),
      };
      // The first round warms up and counts for nothing.
      if (round > 0) for (const name of Object.keys(rates) as (keyof typeof rates)[]) rates[name].push(measured[name]);
    }
    tell(rates, ids.length);
  } finally {
    await Promise.all([page.dispose(), service.dispose(), store.end({ timeout: 1 })]);
    await instance.stop();
  }
}

async function serviceClient({ url }: Instance): Promise<APIRequestContext> {
  const nobody = await request.newContext({ baseURL: url });
  const reply = await nobody.post("/service/demand/tokens", { data: { email: MANAGER, password: DEMO_PASSWORD } });
  if (!reply.ok()) throw new Error(`No token: ${await reply.text()}`);
  const { token } = await reply.json();
  await nobody.dispose();
  return request.newContext({ baseURL: url, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
}

async function surveyIds(page: APIRequestContext): Promise<string[]> {
  const reply = await page.get(`/api/demand/surveys?page_size=${SURVEYS}&fields=name&statuses=Complete,Paused,Draft`);
  return (await reply.json()).surveys.map(({ id }: { id: string }) => id);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** From the moment that it is asked for until every step is done. */
async function byJob(page: APIRequestContext, ids: string[], price: number): Promise<void> {
  const data = { surveys: { ids }, change: { offered_price_per_complete: price } };
  const { id } = await (await page.post("/api/jobs", { data })).json();
  for (;;) {
    const { jobs } = await (await page.get("/api/jobs")).json();
    const job = jobs.find((each: { id: string }) => each.id === id);
    if (job?.state === "done") {
      if (job.counts.done !== ids.length) throw new Error(`Not every step was done: ${JSON.stringify(job.counts)}`);
      return;
    }
    await sleep(50);
  }
}

async function byLoop(client: APIRequestContext, path: string, ids: string[], price: number): Promise<void> {
  for (const id of ids) {
    const reply = await client.patch(path, { data: { id, offered_price_per_complete: price } });
    if (!reply.ok()) throw new Error(`A PATCH was answered with ${reply.status()}: ${await reply.text()}`);
  }
}

async function bySql(store: postgres.Sql, ids: string[], price: number): Promise<void> {
  for (const id of ids) {
    await store`update surveys set offered_price_per_complete = ${price}, updated_at = now() where id = ${id}`;
  }
}

function tell(
  { job, service, page, sql }: Record<"job" | "service" | "page" | "sql", number[]>,
  surveys: number,
): void {
  say(`\nA change of price, surveys a second; ${ROUNDS} rounds by turns; median (lowest–highest).`);
  say(`  a job over ${surveys} surveys                         ${spread(job)}`);
  say(`  PATCH /service/demand/surveys, one after the other ${spread(service)}   (the service's own rate limits it)`);
  say(`  PATCH /api/demand/surveys, one after the other     ${spread(page)}`);
  say(`  bare UPDATE, one after the other                   ${spread(sql)}`);
  say(`  ratio of the job to the service's loop             ${spread(ratios(job, service), 2)}`);
  say(`  ratio of the job to the page's loop                ${spread(ratios(job, page), 2)}   (aim: 1 or more)`);
  say(`  ratio of the job to the bare UPDATE                ${spread(ratios(job, sql), 3)}`);
}
