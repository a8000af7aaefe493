import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { readRows, runStatement } from "@/lib/stores/clickhouse/client";
import { question, writeAnswers } from "@/lib/test-answers";
import { type Engine, showAnswers } from "../answer-store";
import { expect, type Json, type World } from "./world";

/** A question over which a reading takes long, and a caller who does not wait for its end. */
const questions = [
  question(1, "spent", "numeric"),
  question(2, "region", "single", { options: [[1, "North", null]] }),
  question(3, "why", "open"),
];

/** So many conditions on words of so many responses. */
const slow = Array.from({ length: 200 }, (_, place) => ({
  questionId: "why",
  operator: "nin",
  value: Array.from({ length: 40 }, (_, other) => `${place} ${other}`),
}));
export const slowFilter = slow.map((item) => ({ any: [{ not: item }, item] }));

/** A project whose answers take long with that filter. */
export async function addSlowAnswers({ sql, service }: World): Promise<{ projectId: string; table: string }> {
  const { accountId, managerId } = service;
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${managerId}, ${`Slow ${crypto.randomUUID()}`}, 'S-1') returning id`;
  const projectId = row?.id ?? "";
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(table, questions, []);
  await runStatement(
    `INSERT INTO ${table} (_row, _id, _time, _excluded, q1, q2, q3)
      SELECT number, toString(number), toDateTime64('2024-02-29 00:00:00', 3, 'UTC'), 0, 1, 1, repeat(toString(number), 20)
      FROM numbers(600000)`,
  );
  await showAnswers(sql, { accountId, projectId, table, questions, weights: [] });
  return { projectId, table };
}

export async function cookieOf(session: APIRequestContext): Promise<string> {
  const { cookies } = await session.storageState();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

const RUNNING = `SELECT 1 FROM system.processes
  WHERE position(query, {t:String}) > 0 AND position(query, 'system.') = 0`;
const running = async (table: string) => (await readRows(RUNNING, { t: table })).length;

/** Seconds of processor that a process has used. */
const processorOf = (pid: number): number => {
  const [, , , ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/[ )]+/);
  return (Number(fields[10]) + Number(fields[11])) / 100;
};

type Call = { engine: Engine; table: string; url: string; headers: Record<string, string>; body: Json };

/** Asks, leaves when the engine is at work, and looks a second later: nothing runs, and no processor is used. */
export async function expectEndWithCaller({ engine, table, url, headers, body }: Call): Promise<void> {
  const gone = new AbortController();
  const asked = fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: gone.signal,
  }).then(
    (response) => response.status,
    () => "gone",
  );
  await expect.poll(() => running(table), { intervals: [20] }).toBe(1);
  gone.abort();
  expect(await asked).toBe("gone");
  await sleep(1000);
  expect(await running(table)).toBe(0);
  const before = processorOf(engine.pid);
  await sleep(1000);
  expect(processorOf(engine.pid) - before).toBeLessThan(0.3);
}
