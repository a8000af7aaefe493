import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { openAnswersClient } from "./answers-client";
import { patiently } from "./patiently";

const LEAST_ROWS = 20_000;
const LOOK_EVERY_MS = 200;

const trendReply = z.object({ responses: z.record(z.string(), z.array(z.object({ count: z.int() }))) });

/** Each import replaces the one before by a row more, so that what is visible says which one it is of. */
const csvOf = (rows: number) =>
  `id,when,rating\n${Array.from({ length: rows }, (_, at) => `${at},2024-01-01,${at % 5}`).join("\n")}\n`;

/**
 * Imports one file after the other into a project, as a person does on the page who tries again what failed, and looks
 * after each and in between what a trend finds there.
 */
export async function startImporter(base: () => string) {
  const client = await patiently(() => openAnswersClient(base));
  const project = await patiently(() => client.project(0));
  const found = { imports: 0, retried: 0, looks: 0, halves: [] as number[] };
  /** Numbers of responses that may be found now. */
  let whole = new Set([await patiently(() => countResponses(base(), project))]);
  let running = true;

  const importOne = async (rows: number) => {
    const file = await patiently(() => client.send(project, "kills.csv", csvOf(rows)));
    const { plan } = await patiently(() => client.guess(file));
    whole = new Set([...whole, rows]);
    const request = crypto.randomUUID();
    const id = await patiently(() => client.start(file, plan, "replace", request));
    while ((await patiently(() => client.ended(id))).state !== "done") {
      found.retried += 1;
      await patiently(() => client.retry(id));
    }
    whole = new Set([rows]);
    await look();
    found.imports += 1;
  };
  const look = async () => {
    const allowed = whole;
    const count = await patiently(() => countResponses(base(), project));
    // Meanwhile the import under way may have become visible.
    if (!allowed.has(count) && !whole.has(count)) found.halves.push(count);
    found.looks += 1;
  };
  const importing = (async () => {
    for (let rows = LEAST_ROWS; running; rows++) await importOne(rows);
  })();
  const looking = (async () => {
    for (; running; await sleep(LOOK_EVERY_MS)) await look();
  })();
  return {
    found,
    stop: async () => {
      running = false;
      await Promise.all([importing, looking]);
    },
  };
}

/** What a trend of all answers counts; read by key, as any other client does. */
async function countResponses(base: string, project: string): Promise<number> {
  const reply = await fetch(`${base}/service/analysis${getTrend.path.replace("{projectId}", project)}`, {
    method: "POST",
    headers: { authorization: "demo-analysis-key", "content-type": "application/json" },
    body: JSON.stringify({ fromDate: "2023-01-01", toDate: "2025-12-31", type: "yearly" }),
  });
  if (!reply.ok) throw new Error(`The trend was answered with ${reply.status}.`);
  const { responses } = trendReply.parse(await reply.json());
  return (responses.rating ?? []).reduce((sum, { count }) => sum + count, 0);
}
