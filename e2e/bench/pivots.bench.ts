import { DuckDBInstance } from "@duckdb/node-api";
import perspective from "@finos/perspective/node";
import * as aq from "arquero";
import postgres from "postgres";
import { fetchData } from "@/lib/contracts/interfaces/pivot";
import { env } from "@/lib/env";
import { createTable, fixedColumns, newTableName, tableColumns } from "@/lib/stores/clickhouse/answer-table";
import { closeClickhouse, runStatement } from "@/lib/stores/clickhouse/client";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import { question, testWeight } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { type Instance, startInstance } from "../instance";
import { addProject, databaseUrl } from "./bench-project";
import { byTurns, ratios, say, spread } from "./figures";

const RESPONSES = Number(process.env.BENCH_RESPONSES ?? 1_000_000);
/** `BENCH_MANY=10000000`: how much dearer our call is over so many. */
const MANY = Number(process.env.BENCH_MANY ?? 0);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const AT_ONCE = 250_000;
const WRITING = { timeMs: 3_600_000, memoryBytes: 1280 * 1024 * 1024 };

/** Two dimensions in the rows and two in the columns, and how many members each has. */
const members = { region: 8, age: 6, brand: 10, sex: 2 } as const;
type Dimension = keyof typeof members;
const dimensions = Object.keys(members) as Dimension[];
const [rows, columns] = [dimensions.slice(0, 2), dimensions.slice(2)];
const questions = [
  ...dimensions.map((id, at) =>
    question(at + 1, id, "single", {
      options: Array.from({ length: members[id] }, (_, code): [number, string, null] => [
        code + 1,
        `${id} ${code + 1}`,
        null,
      ]),
    }),
  ),
  question(dimensions.length + 1, "score", "numeric"),
];
const columnOf = Object.fromEntries(questions.map(({ id, column }) => [id, column ?? ""]));

/** Each level's dimensions: every subtotal and the grand total. */
const levels = [0, 1, 2].flatMap((deep) =>
  [0, 1, 2].map((across) => [...rows.slice(0, deep), ...columns.slice(0, across)]),
);

/** The same answers in every store: a response's place says them. */
const answerOf = (place: number, salt: number, count: number) =>
  (Math.imul((place + 1) * (2 * salt + 1), 2_654_435_761) >>> 7) % count;

/**
 * A weighted table of two by two dimensions with its subtotals, the mean of a number and what percentages are made of,
 * over HTTP: against the same statements straight on the engine, DuckDB, Perspective and Arquero, by turns.
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
  say(`Making ${RESPONSES.toLocaleString("en")} responses in four stores…`);
  const { projectId, table } = await fill(sql, RESPONSES);
  const data = inMemory();
  const ask = {
    http: () => askTable(instance, projectId),
    gzip: () => askTable(instance, projectId, "gzip"),
    engine: () => engine(table),
    duckdb: await duckTable(data),
    perspective: await perspectiveTable(data),
    arquero: arqueroTable(data),
  };
  await checkSame(await engine(table), data);
  const turns = await byTurns(ask, ROUNDS);
  say(`\nms, ${ROUNDS} rounds by turns; median (lowest–highest).`);
  say(`  our HTTP call                       ${spread(turns.http)}`);
  say(`  the same statements on the engine   ${spread(turns.engine)}`);
  say(`  ours is times dearer                ${spread(ratios(turns.http, turns.engine), 2)}   aim: at most 1.5`);
  say(`  and compressed, as browsers ask     ${spread(ratios(turns.gzip, turns.engine), 2)}`);
  say(`  DuckDB, typed table                 ${spread(turns.duckdb)}`);
  say(`  DuckDB is times slower              ${spread(ratios(turns.duckdb, turns.http), 2)}   aim: at least 1`);
  say(`  Perspective                         ${spread(turns.perspective)}`);
  say(`  Perspective is times slower         ${spread(ratios(turns.perspective, turns.http), 1)}   aim: at least 20`);
  say(`  Arquero                             ${spread(turns.arquero)}`);
  say(`  Arquero is times slower             ${spread(ratios(turns.arquero, turns.http), 1)}   aim: at least 4`);
}

async function grown(instance: Instance, sql: postgres.Sql): Promise<void> {
  say(`\nMaking ${MANY.toLocaleString("en")} responses…`);
  const few = await fill(sql, RESPONSES);
  const many = await fill(sql, MANY);
  const turns = await byTurns(
    { few: () => askTable(instance, few.projectId), many: () => askTable(instance, many.projectId) },
    ROUNDS,
  );
  say(`  our HTTP call over ${MANY.toLocaleString("en")}   ${spread(turns.many)}`);
  say(`  over ${RESPONSES.toLocaleString("en")}              ${spread(turns.few)}`);
  say(`  times dearer                        ${spread(ratios(turns.many, turns.few), 2)}   aim: at most 11`);
}

const measures = [{ aggregationType: 1 }, { aggregationType: 5, questionId: "score" }];

/** Sent as it is, as the engine's own reply is, unless it is said otherwise. */
async function askTable(
  { url }: Instance,
  projectId: string,
  encoding: "identity" | "gzip" = "identity",
): Promise<void> {
  const reply = await fetch(`${url}/service/pivot${fetchData.path}`, {
    method: "POST",
    headers: { authorization: "demo-pivot-key", "content-type": "application/json", "accept-encoding": encoding },
    body: JSON.stringify({ projectId, rows, columns, measures, weight: testWeight.id }),
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status}: ${text.slice(0, 500)}`);
}

const engine = (table: string) =>
  readPivot(
    {
      ...{ table, questions, rows, columns, measured: ["score"], filter: [], weight: testWeight },
      ...{ baseRule: "answered", timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false },
    },
    {},
  );

/** A project of the demo account with so many responses. */
async function fill(sql: postgres.Sql, responses: number): Promise<{ projectId: string; table: string }> {
  const project = await addProject(sql);
  const table = newTableName();
  await runStatement(createTable(table, tableColumns(questions, [testWeight]), env.CLICKHOUSE_TABLE_ENGINE));
  const { row, id, time } = fixedColumns;
  const hashed = (salt: number, count: number) =>
    `bitShiftRight(toUInt32((number + 1) * ${2 * salt + 1} * 2654435761), 7) % ${count}`;
  const answers = [
    ...dimensions.map((each, at) => `toUInt16(${hashed(at, members[each])} + 1)`),
    `toFloat64(${hashed(4, 101)})`,
    `0.5 + ${hashed(5, 100)} / 100`,
  ];
  const names = [...dimensions, "score"].map((each) => columnOf[each]);
  for (let first = 0; first < responses; first += AT_ONCE) {
    await runStatement(
      `INSERT INTO ${table} (${[row, id, time, ...names, testWeight.column].join(", ")})
        SELECT number, toString(number), fromUnixTimestamp64Milli(toInt64(number * 1000), 'UTC'), ${answers.join(", ")}
        FROM numbers(${first}, ${Math.min(AT_ONCE, responses - first)})`,
      {},
      WRITING,
    );
  }
  await runStatement(`OPTIMIZE TABLE ${table} FINAL`, {}, WRITING);
  await showAnswers(sql, {
    accountId: project.account,
    projectId: project.id,
    table,
    questions,
    weights: [testWeight],
  });
  return { projectId: project.id, table };
}

type Data = Record<Dimension, Uint8Array> & { score: Float64Array; w: Float64Array };

function inMemory(): Data {
  const codes = (salt: number, count: number) =>
    Uint8Array.from({ length: RESPONSES }, (_, at) => answerOf(at, salt, count) + 1);
  const numbers = (of: (place: number) => number) => Float64Array.from({ length: RESPONSES }, (_, at) => of(at));
  const [region, age, brand, sex] = dimensions.map((each, at) => codes(at, members[each])) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return {
    ...{ region, age, brand, sex },
    score: numbers((at) => answerOf(at, 4, 101)),
    w: numbers((at) => 0.5 + answerOf(at, 5, 100) / 100),
  };
}

/** All are asked about the same answers: what a store has of them is not another one's. */
async function checkSame(groups: Awaited<ReturnType<typeof engine>>, { w, score }: Data): Promise<void> {
  const ours = groups.find((each) => each.rows.length === 0 && each.columns.length === 0);
  const sum = w.reduce((total, each) => total + each, 0);
  const mean = w.reduce((total, each, at) => total + each * (score[at] ?? 0), 0) / sum;
  const [weights, average] = [ours?.responses.sumOfWeights ?? 0, ours?.numbers[0]?.mean ?? 0];
  if (Math.abs(weights / sum - 1) < 1e-9 && Math.abs(average / mean - 1) < 1e-9) return;
  throw new Error(`The stores hold other answers: ${weights} and ${sum}, ${average} and ${mean}.`);
}

/** Every level in one statement, as ours. */
async function duckTable(data: Data): Promise<() => Promise<unknown>> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const hashed = (salt: number, count: number) =>
    `(((n + 1) * ${2 * salt + 1} * 2654435761) % 4294967296 // 128) % ${count}`;
  const answers = [
    ...dimensions.map((each, at) => `(${hashed(at, members[each])} + 1)::USMALLINT AS ${each}`),
    `(${hashed(4, 101)})::DOUBLE AS score`,
    `0.5 + (${hashed(5, 100)}) / 100.0::DOUBLE AS w`,
  ];
  await connection.run(`create table answers as select ${answers.join(", ")} from range(${data.w.length}) t(n)`);
  const sets = levels.map((level) => `(${level.join(", ")})`).join(", ");
  const query = `select ${dimensions.join(", ")}, count(*), sum(w), sum(w * w), min(score), max(score),
    sum(w * score) / sum(w), sum(w * score * score) from answers group by grouping sets (${sets})`;
  return async () => (await connection.runAndReadAll(query)).getRows();
}

async function perspectiveTable(data: Data): Promise<() => Promise<unknown>> {
  const types = Object.fromEntries(dimensions.map((each) => [each, "integer"]));
  const table = await perspective.table({ ...types, score: "float", w: "float" });
  for (let first = 0; first < RESPONSES; first += 100_000) {
    const part = Object.entries(data).map(([name, values]) => [name, [...values.subarray(first, first + 100_000)]]);
    await table.update(Object.fromEntries(part));
  }
  return async () => {
    const view = await table.view({
      group_by: rows,
      split_by: columns,
      columns: ["w", "score"],
      aggregates: { w: "sum", score: ["weighted mean", ["w"]] },
    });
    const figures = await view.to_columns();
    await view.delete();
    return figures;
  };
}

function arqueroTable(data: Data): () => Promise<unknown> {
  const table = aq.table({ ...data }).derive({ wx: (d: Record<string, number>) => (d.w ?? 0) * (d.score ?? 0) });
  return async () =>
    levels.map((level) =>
      table
        .groupby(...level)
        .rollup({
          n: aq.op.count(),
          w: aq.op.sum("w"),
          wx: aq.op.sum("wx"),
          low: aq.op.min("score"),
          high: aq.op.max("score"),
        })
        .objects(),
    );
}
