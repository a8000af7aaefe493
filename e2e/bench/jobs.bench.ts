import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { HttpSession } from "../http-session";
import { startInstance } from "../instance";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { ratios, say, spread } from "./figures";

const MANAGER = "manager@demo.test";
const SURVEYS = 500;
/** The loop is the slower one: fewer say as much. */
const LOOPED = 100;
const ROUNDS = 3;

/** Surveys a second, a figure a round. */
type Rates = Record<"job" | "page" | "sql", number[]>;

/**
 * A job that changes the price of our own surveys, in steps a second, against one client that sends the same change
 * by one PATCH after the other, as a page would (the service itself lets a client make ten a second); and against the
 * bare update in the database, which checks and records nothing.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  const store = openStore(instance.dataDir);
  const page = await signInApi(instance.url, { email: MANAGER });
  try {
    const ids = await surveyIds(page);
    const few = ids.slice(0, LOOPED);
    const rates: Rates = { job: [], page: [], sql: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const price = (step: number) => 5 + round + step / 10;
      const measured = {
        job: ids.length / (await seconds(() => byJob(page, ids, price(1)))),
        page: few.length / (await seconds(() => byLoop(page, few, price(2)))),
        sql: ids.length / (await seconds(() => bySql(store, ids, price(3)))),
      };
      // The first round warms up and counts for nothing.
      if (round > 0) for (const name of Object.keys(rates) as (keyof typeof rates)[]) rates[name].push(measured[name]);
    }
    tell(rates, ids.length);
  } finally {
    await store.end({ timeout: 1 });
    await instance.stop();
  }
}

async function surveyIds(page: HttpSession): Promise<string[]> {
  const reply = await page.get(`/api/demand/surveys?page_size=${SURVEYS}&fields=name&statuses=Complete,Paused,Draft`);
  return (await reply.json()).surveys.map(({ id }: { id: string }) => id);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** From the moment that it is asked for until every step is done. */
async function byJob(page: HttpSession, ids: string[], price: number): Promise<void> {
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

async function byLoop(client: HttpSession, ids: string[], price: number): Promise<void> {
  for (const id of ids) {
    const reply = await client.patch("/api/demand/surveys", { data: { id, offered_price_per_complete: price } });
    if (!reply.ok()) throw new Error(`A PATCH was answered with ${reply.status()}: ${await reply.text()}`);
  }
}

async function bySql(store: postgres.Sql, ids: string[], price: number): Promise<void> {
  for (const id of ids) {
    await store`update surveys set offered_price_per_complete = ${price}, updated_at = now() where id = ${id}`;
  }
}

function tell({ job, page, sql }: Rates, surveys: number): void {
  say(`\nA change of price, surveys a second; ${ROUNDS} rounds by turns; median (lowest–highest).`);
  say(`  a job over ${surveys} surveys                         ${spread(job)}`);
  say(`  PATCH /api/demand/surveys, one after the other     ${spread(page)}`);
  say(`  bare UPDATE, one after the other                   ${spread(sql)}`);
  say(`  ratio of the job to the PATCH loop                 ${spread(ratios(job, page), 2)}   (aim: 1 or more)`);
  say(`  ratio of the job to the bare UPDATE                ${spread(ratios(job, sql), 3)}`);
}
