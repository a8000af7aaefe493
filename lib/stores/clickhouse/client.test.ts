import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ClickHouseError } from "@clickhouse/client";
import { beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { withOwnEngine } from "@/lib/test-engine";
import {
  clickhouse,
  closeClickhouse,
  explain,
  insertRows,
  isClickhouseUp,
  isOutOfMemory,
  readRows,
  runStatement,
  streamRows,
} from "./client";
import { createAnswerDatabase } from "./prepare";

withOwnEngine("mine");
beforeAll(async () => {
  await createAnswerDatabase(); // once more is no mistake
});

const ENDLESS = "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) % 7 = 1";

test("writes and reads rows in the product's own database", async () => {
  await runStatement(
    "CREATE TABLE answers (id UInt64, at DateTime64(3, 'UTC'), q Nullable(Float64)) ENGINE MergeTree ORDER BY id",
  );
  const at = "2024-02-29T12:00:00.500Z";
  expect(await insertRows([{ id: 1, at, q: null }], { table: "answers" })).toBe(1);
  const values = Readable.from([[2, 0.5]]);
  expect(await insertRows(values, { table: "answers", columns: ["id", "q"], format: "JSONCompactEachRow" })).toBe(1);
  expect(
    await readRows("SELECT id, q, at FROM answers WHERE id IN {ids:Array(UInt64)} ORDER BY id", { ids: [1, 2] }),
  ).toEqual([
    { id: 1, q: null, at: "2024-02-29 12:00:00.500" },
    { id: 2, q: 0.5, at: "1970-01-01 00:00:00.000" },
  ]);
  expect(await readRows("SELECT database FROM system.tables WHERE name = 'answers'")).toEqual([{ database: "mine" }]);
});

test("refuses a column that the table does not have", async () => {
  await expect(insertRows([{ id: 3, nowhere: 1 }], { table: "answers" })).rejects.toMatchObject({ code: "117" });
});

test("gives many rows some at a time, and stops when its reader does", async () => {
  const query = "SELECT number AS n FROM numbers(200000)";
  let sum = 0;
  for await (const rows of streamRows<{ n: number }>(query)) for (const { n } of rows) sum += n;
  expect(sum).toBe((200_000 * 199_999) / 2);
  for await (const rows of streamRows<{ n: number }>(query)) {
    expect(rows[0]).toEqual({ n: 0 });
    break;
  }
  expect(await isClickhouseUp()).toBe(true);
});

test("says what a question over its limits needs", async () => {
  await expect(readRows(ENDLESS, {}, { timeMs: 200 })).rejects.toThrow(/needs more time .* shorter time/);
  const large = "SELECT uniqExact(number) AS n FROM numbers(10000000)";
  await expect(readRows(large, {}, { memoryBytes: 10_000_000 })).rejects.toThrow(/needs more memory/);
  const long = "SELECT number, toString(sipHash64(number)) AS text FROM numbers(4000000)";
  await expect(readRows(long)).rejects.toThrow(/needs a larger reply/);
});

test("says that a question is too long, be it by its text or by its parts; another mistake stays one", async () => {
  const parts = (n: number, part: string) => `SELECT ${Array.from({ length: n }, () => part).join(" + ")}`;
  await expect(readRows(parts(60_000, "length('a text')"))).rejects.toThrow(/too long .* fewer questions/);
  await expect(readRows(parts(130_000, "1"))).rejects.toThrow(/too long .* fewer questions/);
  await expect(readRows("SELECT count( FROM numbers(1)")).rejects.toMatchObject({ code: "62" });
  expect(await readRows(`SELECT length('${"x".repeat(600_000)}') AS n`)).toEqual([{ n: 600_000 }]);
});

test("whoever has left before it begins has nothing begun", async () => {
  const reason = new Error("left");
  const limits = { signal: AbortSignal.abort(reason) };
  await expect(readRows(ENDLESS, {}, limits)).rejects.toBe(reason);
  await expect(runStatement("CREATE TABLE never (id UInt64) ENGINE Memory", {}, limits)).rejects.toBe(reason);
  expect(await readRows("SELECT name FROM system.tables WHERE name = 'never'")).toEqual([]);
});

test("a caller's abort is his own reason again", async () => {
  const abort = new AbortController();
  const asked = readRows(ENDLESS, {}, { signal: abort.signal });
  const reason = new Error("the page was left");
  setImmediate(() => abort.abort(reason));
  await expect(asked).rejects.toBe(reason);
});

test.each([
  ["reads", (signal: AbortSignal) => readRows(ENDLESS, {}, { signal })],
  ["writes", (signal: AbortSignal) => runStatement(`INSERT INTO counted ${ENDLESS}`, {}, { signal })],
])("a statement that %s ends with its caller, within a second", async (_, ask) => {
  await runStatement("CREATE TABLE IF NOT EXISTS counted (n UInt64) ENGINE MergeTree ORDER BY n");
  const running = async () =>
    (await readRows("SELECT 1 FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%system.%'"))
      .length;
  const until = async (count: number) => {
    while ((await running()) !== count) await sleep(10);
  };
  await until(0);
  const abort = new AbortController();
  const asked = ask(abort.signal);
  asked.catch(() => {});
  await until(1);
  abort.abort(new Error("left"));
  await expect(asked).rejects.toThrow("left");
  await until(0);
});

test("a store that is away is said to be, without its address", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  const told = explain(away);
  expect(told).toBeInstanceOf(AppError);
  expect(told).toMatchObject({ code: "unavailable", status: 503 });
  expect(String(told)).not.toContain("127.0.0.1");
  const own = new Error("something else");
  expect(explain(own)).toBe(own);
});

test("memory that all have used up together is not the fault of whoever meets its end", () => {
  const refused = (whose: string) =>
    new ClickHouseError({
      message: `${whose} memory limit exceeded: would use 2.01 GiB, maximum: 2.00 GiB`,
      ...{ code: "241", type: "MEMORY_LIMIT_EXCEEDED" },
    });
  expect(explain(refused("(total)"))).toMatchObject({ code: "unavailable", message: expect.stringContaining("busy") });
  expect(isOutOfMemory(explain(refused("(total)")))).toBe(false);
  expect(explain(refused("Query"))).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("more memory than a query may take"),
  });
  expect(isOutOfMemory(explain(refused("Query")))).toBe(true);
});

test("is one per process, and another one at the address of now once it was closed", async () => {
  const client = clickhouse();
  expect(clickhouse()).toBe(client);
  const address = env.CLICKHOUSE_URL;
  env.CLICKHOUSE_URL = "http://127.0.0.1:1";
  await closeClickhouse();
  await expect(clickhouse().query({ query: "SELECT 1" })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  env.CLICKHOUSE_URL = address;
  await closeClickhouse();
  expect(clickhouse()).not.toBe(client);
  expect(await readRows("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("has no statement compiled, however often it is asked", async () => {
  await runStatement("CREATE TABLE asked (a Float64, b Float64) ENGINE MergeTree ORDER BY a");
  await insertRows([{ a: 1, b: 2 }], { table: "asked" });
  const where = "(a > 0 AND b > 1) OR (a < 5 AND b < 7)";
  const query = `SELECT sum(a), max(a), sum(b), max(b) FROM asked WHERE ${where} GROUP BY a`;
  for (let time = 0; time < 5; time++) await readRows(query);
  expect(await readRows("SELECT value FROM system.events WHERE event = 'CompileFunction'")).toEqual([]);
});
