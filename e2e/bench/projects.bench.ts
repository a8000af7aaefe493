import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { detachUnusedAnswers } from "@/lib/answers/detach-unused";
import { env } from "@/lib/env";
import { createTable, fixedColumns, newTableName, tableColumns } from "@/lib/stores/clickhouse/answer-table";
import { closeClickhouse, readRows, runStatement } from "@/lib/stores/clickhouse/client";
import { closeDatabase } from "@/lib/stores/postgres/client";
import { question } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { type Instance, startInstance } from "../instance";
import { databaseUrl } from "./bench-project";
import { say, spread, timed } from "./figures";
import { askTrend } from "./trends.bench";

const PROJECTS = Number(process.env.BENCH_PROJECTS ?? 5000);
/** Projects that somebody looked at within the week. */
const IN_USE = Number(process.env.BENCH_IN_USE ?? 100);
const RESPONSES = 300;
const QUESTIONS = 50;
const AT_ONCE = 4;
const ROUNDS = 15;
const FROM = Date.UTC(2025, 0, 1);
const STEP_MS = 3_600_000;

const questions = Array.from({ length: QUESTIONS }, (_, place) => question(place + 1, `Q${place + 1}`, "numeric"));
const answerColumns = questions.map(({ column }) => column ?? "");

/**
 * Thousands of projects side by side, each a table of its own, most of them unused for a week: how soon a restarted
 * engine answers, what it holds in memory, and what a first trend of an unused project takes longer than a second one.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  reachAnswers(instance.dataDir);
  env.DATABASE_URL = databaseUrl(instance);
  const sql = postgres(env.DATABASE_URL, { max: 1, onnotice: () => {} });
  try {
    const empty = await restarted(instance);
    const projects = await fill(sql);
    const full = await restarted(instance);
    say(`\nEngine killed, until it answers again; with no table ${empty.ms.toFixed(0)} ms, ${empty.megabytes} MB.`);
    say(`  with ${PROJECTS} projects, ${IN_USE} in use    ${full.ms.toFixed(0)} ms   aim: at most 3000`);
    say(`  its memory then                  ${full.megabytes} MB   aim: at most 1024`);
    await measureTrends(instance, projects);
    say(`  its memory after these           ${memoryOf(instance)} MB`);
  } finally {
    await sql.end();
    await closeClickhouse();
    await closeDatabase();
    await instance.stop();
  }
}

function memoryOf(instance: Instance): number {
  const status = readFileSync(`/proc/${instance.pids().engine}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

async function restarted(instance: Instance): Promise<{ ms: number; megabytes: number }> {
  const pid = instance.pids().engine ?? 0;
  const ms = await timed(async () => {
    process.kill(pid, "SIGKILL");
    while (!(await answers())) await sleep(10);
  });
  if (instance.pids().engine === pid) throw new Error("The engine was not started again.");
  return { ms, megabytes: memoryOf(instance) };
}

const answers = () =>
  readRows("SELECT 1").then(
    () => true,
    () => false,
  );

/** Makes the projects; most are a week old at once, and detached as the worker does it. */
async function fill(sql: postgres.Sql): Promise<string[]> {
  say(`Making ${PROJECTS} projects of ${QUESTIONS} questions and ${RESPONSES} responses…`);
  const model = newTableName();
  await makeTable(model, responsesOf());
  const projects: string[] = [];
  let made = 0;
  let detached = 0;
  const since = performance.now();
  while (made < PROJECTS) {
    const count = Math.min(200, PROJECTS - made);
    const ids = await makeProjects(sql, model, count);
    projects.push(...ids);
    made += count;
    const used = Math.max(0, made - (PROJECTS - IN_USE));
    const unused = ids.slice(0, Math.max(0, count - used));
    await sql`update answer_sets set used_at = now() - interval '8 days' where project_id = any(${unused})`;
    detached += await detachUnusedAnswers(7);
    if (made % 1000 === 0) say(`  ${made} after ${((performance.now() - since) / 1000).toFixed(0)} s`);
  }
  say(`  ${detached} of them detached`);
  return projects;
}

async function makeProjects(sql: postgres.Sql, model: string, count: number): Promise<string[]> {
  const rows = await sql<{ id: string; account: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    select account_id, project_manager_id, 'Bench', 'B-1' from generate_series(1, ${count}),
      (select p.account_id, p.project_manager_id from projects p join accounts a on a.id = p.account_id
        where a.name = 'Demo Research' limit 1) of_demo
    returning id, account_id as account`;
  const waiting = [...rows];
  const one = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const table = newTableName();
      await makeTable(table, `SELECT * FROM ${model}`);
      await showAnswers(sql, { accountId: next.account, projectId: next.id, table, questions, weights: [] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return rows.map(({ id }) => id);
}

async function makeTable(table: string, select: string): Promise<void> {
  await runStatement(createTable(table, tableColumns(questions, []), env.CLICKHOUSE_TABLE_ENGINE));
  await runStatement(`INSERT INTO ${table} ${select}`);
}

/** A response an hour, every column of a table in its order. */
function responsesOf(): string {
  const { row, id, time } = fixedColumns;
  const values = new Map([
    [row, "number"],
    [id, "toString(number)"],
    [time, `fromUnixTimestamp64Milli(${FROM} + toInt64(number * ${STEP_MS}), 'UTC')`],
    ...answerColumns.map((each, place) => [each, `toFloat64(cityHash64(number, ${place}) % 101)`] as const),
  ]);
  const columns = tableColumns(questions, []).map(
    ([name, type]) => values.get(name) ?? `defaultValueOfTypeName('${type.replaceAll("'", "\\'")}')`,
  );
  return `SELECT ${columns.join(", ")} FROM numbers(${RESPONSES})`;
}

async function measureTrends(instance: Instance, projects: readonly string[]): Promise<void> {
  const used = projects.at(-1) ?? "";
  await askTrend(instance, used); // what only the first trend of all takes is not meant
  const turns: Record<"first" | "second" | "used", number[]> = { first: [], second: [], used: [] };
  for (const project of projects.slice(0, ROUNDS)) {
    turns.first.push(await timed(() => askTrend(instance, project)));
    turns.second.push(await timed(() => askTrend(instance, project)));
    turns.used.push(await timed(() => askTrend(instance, used)));
  }
  say(`\nTrend of ${QUESTIONS} questions over HTTP, ms, ${ROUNDS} projects; median (lowest–highest).`);
  say(`  first, of a detached project     ${spread(turns.first)}`);
  say(`  second, of the same              ${spread(turns.second)}`);
  say(`  of a project in use              ${spread(turns.used)}`);
}
