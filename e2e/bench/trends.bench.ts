import { DuckDBInstance } from "@duckdb/node-api";
import postgres from "postgres";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { fixedColumns, newTableName } from "@/lib/stores/clickhouse/answer-table";
import { closeClickhouse, readTuples, runStatement } from "@/lib/stores/clickhouse/client";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { createAnswers, keptByHour } from "@/lib/stores/clickhouse/new-table";
import { partsOf, type TrendQuestion } from "@/lib/stores/clickhouse/trend";
import { fromHours } from "@/lib/stores/clickhouse/trend-hours";
import { trendStatement } from "@/lib/stores/clickhouse/trend-sql";
import { question } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { type Instance, startInstance } from "../instance";
import { addProject, databaseUrl } from "./bench-project";
import { byTurns, ratios, say, spread } from "./figures";

const RESPONSES = Number(process.env.BENCH_RESPONSES ?? 1_000_000);
/** `BENCH_MANY=10000000`: how much dearer our call is over so many. */
const MANY = Number(process.env.BENCH_MANY ?? 0);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const QUESTIONS = 50;
const FROM = Date.UTC(2025, 0, 1);
const TO = Date.UTC(2026, 0, 1);
/** Rows of one statement: more would not fit in what it may use. */
const AT_ONCE = 100_000;
const WRITING = { timeMs: 3_600_000, memoryBytes: 1280 * 1024 * 1024 };

const questions = Array.from({ length: QUESTIONS }, (_, place) => question(place + 1, `Q${place + 1}`, "numeric"));
const columns = questions.map(({ column }) => column ?? "");

/** Most responses, so that all of their rows are read: what is kept by hours is of all responses. */
export const mostResponses: FilterItem[] = [{ questionId: "Q50", operator: "gte", value: 10 }];

/**
 * A year of daily means, minima, maxima and variances of 50 numeric questions: our HTTP call against the same statement
 * straight on the engine, PostgreSQL with an index on the time, and DuckDB on a typed table, by turns. Of all responses,
 * which a table of so many keeps added up by hours, and of those that a filter leaves.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  reachAnswers(instance.dataDir);
  const sql = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  try {
    await compared(instance, sql);
    if (MANY > 0) await grown(instance, sql);
  } finally {
    await sql.end();
    await closeClickhouse();
    await instance.stop();
  }
}

async function compared(instance: Instance, sql: postgres.Sql): Promise<void> {
  say(`Making ${RESPONSES.toLocaleString("en")} responses of ${QUESTIONS} questions in three stores…`);
  const { projectId, table } = await fill(sql, RESPONSES);
  await fillPostgres(sql);
  const duck = await fillDuck();
  for (const filter of [[], mostResponses]) {
    const day = "date_trunc('day', given_at, 'UTC')";
    await compare(filter.length > 0 ? `With a filter, Q50 of 10 or more` : "Of all responses", {
      http: () => askTrend(instance, projectId, { filter }),
      gzip: () => askTrend(instance, projectId, { filter, encoding: "gzip" }),
      one: () => oneStatement(table, filter),
      same: () => sameStatements(table, filter),
      postgres: () => sql.unsafe(peerQuery(day, filter)),
      duckdb: () => duck(peerQuery("date_trunc('day', given_at)", filter)),
    });
  }
}

type Asked = Record<"http" | "gzip" | "one" | "same" | "postgres" | "duckdb", () => PromiseLike<unknown>>;

async function compare(title: string, asks: Asked): Promise<void> {
  const turns = await byTurns(asks, ROUNDS);
  const { http } = turns;
  say(`\n${title}: ms, ${ROUNDS} rounds by turns; median (lowest–highest).`);
  say(`  our HTTP call                       ${spread(http)}`);
  say(`  one statement over rows, on engine  ${spread(turns.one)}`);
  say(`    ours is times dearer              ${spread(ratios(http, turns.one), 2)}   aim: at most 1.3`);
  say(`    and compressed, as browsers ask   ${spread(ratios(turns.gzip, turns.one), 2)}`);
  say(`  the statements that ours sends      ${spread(turns.same)}`);
  say(`    ours is times dearer              ${spread(ratios(http, turns.same), 2)}`);
  say(`  PostgreSQL, index on the time       ${spread(turns.postgres)}`);
  say(`    is times slower                   ${spread(ratios(turns.postgres, http), 1)}   aim: at least 10`);
  say(`  DuckDB, typed table                 ${spread(turns.duckdb)}`);
  say(`    is times slower                   ${spread(ratios(turns.duckdb, http), 2)}   aim: at least 2`);
}

async function grown(instance: Instance, sql: postgres.Sql): Promise<void> {
  say(`\nMaking ${MANY.toLocaleString("en")} responses…`);
  const few = await fill(sql, RESPONSES);
  const many = await fill(sql, MANY);
  const turns = await byTurns(
    { few: () => askTrend(instance, few.projectId), many: () => askTrend(instance, many.projectId) },
    ROUNDS,
  );
  say(`  our HTTP call over ${MANY.toLocaleString("en")}   ${spread(turns.many)}`);
  say(`  over ${RESPONSES.toLocaleString("en")}              ${spread(turns.few)}`);
  say(`  times dearer                        ${spread(ratios(turns.many, turns.few), 2)}   aim: at most 11`);
}

type Call = { filter?: readonly FilterItem[]; encoding?: "identity" | "gzip" };

/** A year of daily figures of all questions, over HTTP; sent as they are, as the engine's own are. */
export async function askTrend(
  { url }: Instance,
  projectId: string,
  { filter = [], encoding = "identity" }: Call = {},
): Promise<string> {
  const reply = await fetch(`${url}/service/analysis${getTrend.path.replace("{projectId}", projectId)}`, {
    method: "POST",
    headers: {
      authorization: "demo-analysis-key",
      "content-type": "application/json",
      "accept-encoding": encoding,
    },
    body: JSON.stringify({ fromDate: "2025-01-01", toDate: "2025-12-31", type: "daily", filter }),
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status}: ${text.slice(0, 500)}`);
  return text;
}

/** A statement of all questions over the rows, as it is written by hand: without what is kept by hours. */
function oneStatement(table: string, filter: readonly FilterItem[]) {
  const asked = askedOf(table, filter);
  return readTuples<number>(...trendStatement(asked, { series: asked.series, shares: [] }, "calendar"));
}

/** The very statements that our call sends. */
async function sameStatements(table: string, filter: readonly FilterItem[]): Promise<void> {
  const asked = askedOf(table, filter);
  const kept = { columns: filter.length === 0 ? await keptByHour(table, {}) : [], changed: null };
  for (const part of partsOf(asked, kept)) {
    const { statement } =
      part.grouping === "hours" ? fromHours(asked, part) : { statement: trendStatement(asked, part, part.grouping) };
    await readTuples(...statement);
  }
}

function askedOf(table: string, filter: readonly FilterItem[]): TrendQuestion {
  const range = { from: FROM, to: TO };
  const boundaries = bucketBoundaries(range, "daily") ?? [];
  const series = questions.map(({ id }) => ({ id, questionIds: [id] }));
  const calendar = { type: "daily", timeZone: "UTC" } as const;
  return {
    table,
    questions,
    series,
    ...range,
    boundaries,
    calendar,
    filter,
    weight: null,
    excluded: nobodyExcluded,
    includeExcluded: false,
  };
}

/** What both peers are asked; `day` is the day of the column `given_at`. */
function peerQuery(day: string, filter: readonly FilterItem[]): string {
  const figures = columns.map((each) => `count(${each}), avg(${each}), min(${each}), max(${each}), var_samp(${each})`);
  return `SELECT ${day} AS day, ${figures.join(", ")} FROM bench_answers
    WHERE given_at >= TIMESTAMPTZ '2025-01-01 00:00:00+00' AND given_at < TIMESTAMPTZ '2026-01-01 00:00:00+00' AND excluded = 0
      ${filter.length > 0 ? "AND q50 >= 10" : ""} GROUP BY 1`;
}

/** A project of the demo account with so many responses, spread over the year, every twentieth answer missing. */
export async function fill(sql: postgres.Sql, responses: number): Promise<{ projectId: string; table: string }> {
  const project = await addProject(sql);
  const table = newTableName();
  const { row, id, time } = fixedColumns;
  const step = (TO - FROM) / responses;
  const moment = `fromUnixTimestamp64Milli(${FROM} + toInt64(number * ${step}), 'UTC')`;
  await runStatement(`CREATE OR REPLACE TABLE bench_times ENGINE = MergeTree ORDER BY tuple() AS
    SELECT ${moment} AS ${time} FROM numbers(${responses})`);
  await createAnswers({ table, questions, weights: [], from: ["bench_times"] }, WRITING);
  const answers = columns.map(
    (_, place) => `if(cityHash64(number, ${place}) % 20 = 0, NULL, toFloat64(cityHash64(number, ${place}, 1) % 101))`,
  );
  for (let first = 0; first < responses; first += AT_ONCE) {
    await runStatement(
      `INSERT INTO ${table} (${[row, id, time, ...columns].join(", ")})
        SELECT number, toString(number), ${moment}, ${answers.join(", ")} FROM numbers(${first}, ${Math.min(AT_ONCE, responses - first)})`,
      {},
      WRITING,
    );
  }
  await runStatement(`OPTIMIZE TABLE ${table} FINAL`, {}, WRITING);
  await showAnswers(sql, { accountId: project.account, projectId: project.id, table, questions, weights: [] });
  return { projectId: project.id, table };
}

async function fillPostgres(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`create unlogged table bench_answers
    (given_at timestamptz, excluded smallint, ${columns.map((each) => `${each} float8`).join(", ")})`);
  const answers = columns.map(() => "case when random() < 0.05 then null else floor(random() * 101) end");
  await sql.unsafe(`insert into bench_answers
    select timestamptz '2025-01-01 00:00:00+00' + n * interval '1 year' / ${RESPONSES}, 0, ${answers.join(", ")}
    from generate_series(0, ${RESPONSES - 1}) n`);
  await sql.unsafe("create index on bench_answers (given_at)");
  await sql.unsafe("vacuum analyze bench_answers");
}

async function fillDuck(): Promise<(query: string) => Promise<unknown>> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const answers = columns.map((each) => `if(random() < 0.05, null, floor(random() * 101)::DOUBLE) as ${each}`);
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`create table bench_answers as
    select TIMESTAMPTZ '2025-01-01 00:00:00+00' + to_milliseconds((n * ${(TO - FROM) / RESPONSES})::BIGINT) as given_at,
      0::TINYINT as excluded, ${answers.join(", ")} from range(${RESPONSES}) t(n)`);
  return async (query) => (await connection.runAndReadAll(query)).getRows();
}
