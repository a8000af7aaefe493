import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  createClient,
  TupleParam,
} from "@clickhouse/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDataDir, removeDataDir, startTestEngine, type TestEngine } from "@/lib/test-engine-process";
import { runs } from "@/lib/test-runs";

let engine: TestEngine;
let client: ClickHouseClient;

const clientOf = ({ url, user, password }: TestEngine, more: ClickHouseClientConfigOptions = {}) =>
  createClient({ url, username: user, password, log: { level: ClickHouseLogLevel.OFF }, ...more });

async function rows<T>(query: string, query_params?: Record<string, unknown>): Promise<T[]> {
  return (await client.query({ query, format: "JSONEachRow", query_params })).json<T>();
}

/** Processor time of the engine so far, in milliseconds. */
function processorMs(): number {
  const fields = readFileSync(`/proc/${engine.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function running(text: string, asker = client): Promise<unknown[]> {
  const result = await asker.query({
    query: "SELECT query FROM system.processes WHERE query LIKE {text:String} AND query NOT LIKE '%processes%'",
    query_params: { text: `%${text}%` },
    format: "JSONEachRow",
  });
  return result.json();
}

/** As the product sends what it reads. */
const reading = { readonly: "2", cancel_http_readonly_queries_on_client_close: 1 } as const;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const ENDLESS = "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) % 7 = 1";
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ a: from + index, text: `row ${from + index}` }));

beforeAll(async () => {
  engine = await startTestEngine(newDataDir());
  client = clientOf(engine);
});
afterAll(async () => {
  await client.close();
  await engine.end("SIGTERM");
  removeDataDir(engine.dataDir);
});

describe("a query", () => {
  test.each([
    ["String", `it's "quoted" \\ back\nnew\tline\r €ü😀`],
    ["String", ""],
    ["String", "\\N"],
    ["String", "'; DROP TABLE t; --"],
    ["Nullable(String)", null],
    ["Int64", -42],
    ["Float64", 0.1],
    ["Bool", true],
    ["Array(Int32)", [1, -2, 3]],
    ["Array(Nullable(String))", ["it's", "a\nb", "\\", "[]", null]],
    ["Array(Array(String))", [["a"], []]],
    ["Map(String, UInt8)", { "it's": 1, b: 2 }],
    ["Enum('a' = 1, 'b' = 2)", "b"],
  ])("gives a parameter of type %s back as it was", async (type, value) => {
    expect(await rows(`SELECT {p:${type}} AS p`, { p: value })).toEqual([{ p: value }]);
  });

  test("gives any text back, alone and in a list", async () => {
    const text = fc.string({ unit: fc.constantFrom(..."'\"\\\t\n\r\b{}[]:;,`$%& aN0é€😀") });
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), async (one, list) => {
        const found = await rows("SELECT {one:String} AS one, {list:Array(String)} AS list", { one, list });
        expect(found).toEqual([{ one, list }]);
      }),
      { numRuns: runs(60) },
    );
  });

  test("takes names, dates and tuples as parameters", async () => {
    const found = await rows(
      "SELECT {name:Identifier} AS n, {at:DateTime64(3, 'UTC')} AS at, {pair:Tuple(UInt8, String)} AS pair FROM numbers(1)",
      { name: "number", at: new Date("2024-02-29T12:30:00.250Z"), pair: new TupleParam([1, "it's"]) },
    );
    expect(found).toEqual([{ n: 0, at: "2024-02-29 12:30:00.250", pair: [1, "it's"] }]);
  });

  test("takes more parameters than an address holds", async () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => index);
    const result = await client.query({
      query: "SELECT length({ids:Array(UInt32)}) AS n",
      query_params: { ids },
      use_multipart_params: true,
      format: "JSONEachRow",
    });
    expect(await result.json()).toEqual([{ n: 40_000 }]);
  });

  test("answers in every format that is asked for", async () => {
    const query = "SELECT number AS a, toString(number) AS b FROM numbers(2)";
    const as = async (format: "JSON" | "JSONCompactEachRow" | "CSVWithNames" | "TabSeparated") =>
      (await client.query({ query, format })).text();
    expect(JSON.parse(await as("JSON"))).toMatchObject({ rows: 2, data: [{ a: 0, b: "0" }, { a: 1 }] });
    expect(await as("JSONCompactEachRow")).toBe('[0, "0"]\n[1, "1"]\n');
    expect(await as("CSVWithNames")).toBe('"a","b"\n0,"0"\n1,"1"\n');
    expect(await as("TabSeparated")).toBe("0\t0\n1\t1\n");
  });

  test("runs beside others", async () => {
    const found = await Promise.all(
      [1, 2, 3, 4].map((n) => rows(`SELECT {n:UInt8} AS n, sleep(0.5) AS s, {n:UInt8} + 1 AS next`, { n })),
    );
    expect(found).toEqual([1, 2, 3, 4].map((n) => [{ n, s: 0, next: n + 1 }]));
  });

  test("has all the threads that it asks for, also where little memory is free", async () => {
    const steps = await rows<{ explain: string }>(
      "EXPLAIN PIPELINE SELECT sum(number) FROM numbers_mt(100000000) SETTINGS max_threads = 2",
    );
    expect(steps.map(({ explain }) => explain.trim())).toContain("AggregatingTransform × 2");
  });
});

describe("a refusal", () => {
  test.each([
    ["selec 1", "62", "SYNTAX_ERROR"],
    ["SELECT 1 FROM no_such_table", "60", "UNKNOWN_TABLE"],
    ["SELECT no_such_column FROM numbers(1)", "47", "UNKNOWN_IDENTIFIER"],
    ["SELECT {p:UInt8}", "456", "UNKNOWN_QUERY_PARAMETER"],
    ["SELECT throwIf(number = 3, 'ä (€) ' || 'x') FROM numbers(5)", "395", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"],
  ])("of %s has code and type", async (query, code, type) => {
    await expect(rows(query)).rejects.toMatchObject({ code, type });
  });

  test("names the limit that was met", async () => {
    const limited = (query: string, settings: Record<string, string | number>) =>
      client.query({ query, clickhouse_settings: settings });
    await expect(limited(ENDLESS, { max_execution_time: 0.3 })).rejects.toMatchObject({ code: "159" });
    const large = "SELECT uniqExact(number) FROM numbers(10000000)";
    await expect(limited(large, { max_memory_usage: "10000000" })).rejects.toMatchObject({ code: "241" });
    const tooLarge = limited("SELECT number FROM numbers(10000000)", {
      max_result_bytes: "1000000",
      wait_end_of_query: 1,
    });
    await expect(tooLarge).rejects.toMatchObject({ code: "396" });
    await expect(limited("SELECT 1", { no_such_setting: 1 })).rejects.toMatchObject({ code: "115" });
  });

  test("meets whoever does not have the key, before anything is read", async () => {
    const stranger = clientOf({ ...engine, password: "for-unit-tests-onlY" });
    const nobody = clientOf({ ...engine, user: "default" });
    for (const wrong of [stranger, nobody]) {
      await expect(wrong.query({ query: "SELECT 1" })).rejects.toMatchObject({
        code: "516",
        type: "AUTHENTICATION_FAILED",
      });
      await wrong.close();
    }
    const ways = ["", "?user=default", "?user=default&query=SELECT%201", "ping", "play", "replicas_status"];
    for (const way of [...ways, `?user=${engine.user}&password=${engine.password}`]) {
      expect([way, (await fetch(`${engine.url}/${way}`, { method: "POST", body: "SELECT 1" })).status]).toEqual([
        way,
        401,
      ]);
    }
    expect(await client.ping({ select: true })).toEqual({ success: true });
  });

  test("meets who has the key and reaches for files, addresses or users, or writes where they read", async () => {
    for (const query of [
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
      "SELECT * FROM remote('127.0.0.1:1', system.one)",
      "CREATE USER other",
      "SYSTEM STOP LISTEN HTTP",
    ]) {
      await expect(client.command({ query })).rejects.toMatchObject({ code: "497" });
    }
    const writing = client.command({
      query: "CREATE TABLE never (a UInt8) ENGINE Memory",
      clickhouse_settings: reading,
    });
    await expect(writing).rejects.toMatchObject({ code: "164" });
  });

  test("meets every stranger of this machine in its files, too", () => {
    for (const name of ["", "config.xml", "users.xml"]) {
      const { mode } = statSync(join(engine.dataDir, "clickhouse-configuration", name));
      expect(mode & 0o077).toBe(0);
    }
  });
});

describe("what one statement sets", () => {
  test("is gone at the next: settings, parameters, database, SET", async () => {
    await client.command({ query: "CREATE DATABASE IF NOT EXISTS elsewhere" });
    const there = clientOf(engine, { database: "elsewhere" });
    const inside = await there.query({ query: "SELECT currentDatabase() AS d", format: "JSONEachRow" });
    expect(await inside.json()).toEqual([{ d: "elsewhere" }]);
    await there.close();
    await client.query({ query: "SELECT {p:String}", query_params: { p: "x" } }).then((result) => result.text());
    await client.command({
      query: "SELECT 1",
      clickhouse_settings: { max_threads: 1, insert_deduplication_token: "t" },
    });
    await client.command({ query: "SET max_threads = 1" });
    for (const _ of [1, 2, 3, 4, 5]) {
      const [found] = await rows(
        "SELECT currentDatabase() AS d, (SELECT count() FROM system.settings WHERE changed AND name IN ('max_threads', 'insert_deduplication_token')) AS n",
      );
      expect(found).toEqual({ d: "default", n: 0 });
      await expect(rows("SELECT {p:String}")).rejects.toMatchObject({ code: "456" });
    }
  });

  test("as a deduplication token does not swallow the next insert", async () => {
    await client.command({
      query:
        "CREATE TABLE once (a UInt32) ENGINE MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 100",
    });
    const insert = (token?: string) =>
      client.insert({
        table: "once",
        values: [{ a: 1 }],
        format: "JSONEachRow",
        clickhouse_settings: token ? { insert_deduplication_token: token } : {},
      });
    for (const token of ["first", "first", undefined, "second"]) await insert(token);
    // The repeated token is dropped, as asked; so is an equal block without a token. The second token counts.
    expect(await rows("SELECT count() AS n FROM once")).toEqual([{ n: 3 }]);
  });
});

describe("an insert", () => {
  beforeAll(async () => {
    await client.command({ query: "CREATE TABLE t (a UInt32, text Nullable(String)) ENGINE MergeTree ORDER BY a" });
  });

  test("takes 100,000 rows from a stream, and says how many it wrote", async () => {
    const { summary } = await client.insert({
      table: "t",
      values: Readable.from(numbers(100_000)),
      format: "JSONEachRow",
    });
    expect(summary?.written_rows).toBe("100000");
    expect(await rows("SELECT count() AS n, sum(a) AS sum FROM t")).toEqual([{ n: 100_000, sum: 4_999_950_000 }]);
  });

  test("takes some columns, arrays, compressed bodies and other formats", async () => {
    const zipping = clientOf(engine, { compression: { request: true } });
    await zipping.insert({ table: "t", values: [[200_000], [200_001]], columns: ["a"], format: "JSONCompactEachRow" });
    await zipping.close();
    const text = "it's \\ a\nb €";
    await client.insert({ table: "t", values: [{ a: 200_002, text }], format: "JSONEachRow" });
    await client.insert({
      table: "t",
      values: Readable.from(['200003,"x, y"\n'], { objectMode: false }),
      format: "CSV",
    });
    await client.command({ query: "INSERT INTO t VALUES (200004, 'FORMAT JSON')" });
    await client.command({ query: "INSERT INTO t SELECT a + 5, text FROM t WHERE a = 200000" });
    expect(await rows("SELECT a, text FROM t WHERE a >= 200000 ORDER BY a")).toEqual([
      { a: 200_000, text: null },
      { a: 200_001, text: null },
      { a: 200_002, text },
      { a: 200_003, text: "x, y" },
      { a: 200_004, text: "FORMAT JSON" },
      { a: 200_005, text: null },
    ]);
  });

  test("that fails says where, and leaves the engine as it was", async () => {
    const bad = (values: unknown[]) => client.insert({ table: "t", values, format: "JSONEachRow" });
    await expect(bad([{ a: 1 }, { a: "not a number" }])).rejects.toMatchObject({
      code: "27",
      message: expect.stringContaining("(at row 2)"),
    });
    await expect(client.insert({ table: "nowhere", values: [{ a: 1 }], format: "JSONEachRow" })).rejects.toMatchObject({
      code: "60",
    });
    expect(await rows("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("that is broken off while it is sent writes nothing", async () => {
    const half = request(`${engine.url}/?query=${encodeURIComponent("INSERT INTO t FORMAT JSONEachRow")}`, {
      method: "POST",
      auth: `${engine.user}:${engine.password}`,
    });
    half.on("error", () => {});
    half.write('{"a":300000}\n'.repeat(200_000));
    await until(async () => (await running("INSERT INTO t FORMAT")).length === 1);
    half.destroy();
    await until(async () => (await running("INSERT INTO t FORMAT")).length === 0);
    expect(await rows("SELECT a FROM t WHERE a = 300000")).toEqual([]);
  });
});

describe("a caller who goes away", () => {
  test.runIf(process.platform === "linux")("takes his query with him: it is gone, and uses no processor", async () => {
    const abort = new AbortController();
    const asked = client.query({ query: ENDLESS, abort_signal: abort.signal, clickhouse_settings: reading });
    asked.catch(() => {});
    await until(async () => (await running(ENDLESS)).length === 1);
    abort.abort();
    await expect(asked).rejects.toThrow("abort");
    await until(async () => (await running(ENDLESS)).length === 0);
    const before = processorMs();
    await sleep(500);
    expect(processorMs() - before).toBeLessThan(100);
  });

  test("leaves his place to others, who waited for one", async () => {
    const many = clientOf(engine, { max_open_connections: 20 });
    const aborts = Array.from({ length: 14 }, () => new AbortController());
    const asked = aborts.map(({ signal }) =>
      many.query({ query: ENDLESS, abort_signal: signal, clickhouse_settings: reading }),
    );
    for (const one of asked) one.catch(() => {});
    await until(async () => (await running(ENDLESS)).length === 8);
    const waiting = rows("SELECT 1 AS one");
    expect(await Promise.race([waiting, sleep(500)])).toBeUndefined();
    for (const abort of aborts) abort.abort();
    expect(await waiting).toEqual([{ one: 1 }]);
    await until(async () => (await running(ENDLESS)).length === 0);
    await many.close();
  });
});

describe("an engine", () => {
  test("killed during inserts has every acknowledged row when it is back, and needs no help to start", async () => {
    const dataDir = newDataDir();
    const first = await startTestEngine(dataDir);
    const writer = clientOf(first);
    await writer.command({ query: "CREATE TABLE k (a UInt32, text String) ENGINE MergeTree ORDER BY a" });
    let acknowledged = 0;
    const write = async () => {
      for (let batch = 0; ; batch++) {
        await writer.insert({ table: "k", values: numbers(5000, batch * 5000), format: "JSONEachRow" });
        acknowledged = (batch + 1) * 5000;
        if (batch === 20) void first.end("SIGKILL");
      }
    };
    await expect(write()).rejects.toThrow();
    await writer.close();
    const second = await startTestEngine(dataDir);
    const reader = clientOf(second);
    const result = await reader.query({
      query: "SELECT uniqExact(a) AS n FROM k WHERE a < {acknowledged:UInt32}",
      query_params: { acknowledged },
      format: "JSONEachRow",
    });
    expect(acknowledged).toBeGreaterThanOrEqual(105_000);
    expect(await result.json()).toEqual([{ n: acknowledged }]);
    await reader.close();
    await second.end("SIGTERM");
    removeDataDir(dataDir);
  });

  test("that is started on a directory ends one that was left running there", async () => {
    const dataDir = newDataDir();
    const left = await startTestEngine(dataDir);
    const next = await startTestEngine(dataDir);
    await left.end("SIGKILL"); // has ended by itself already
    const other = clientOf(next);
    expect(await other.ping({ select: true })).toEqual({ success: true });
    await other.close();
    await next.end("SIGTERM");
    removeDataDir(dataDir);
  });

  test("stops in good order, also under a running query", async () => {
    const dataDir = newDataDir();
    const busy = await startTestEngine(dataDir);
    const asker = clientOf(busy);
    const asked = asker.query({ query: ENDLESS });
    asked.catch(() => {});
    await until(async () => (await running(ENDLESS, asker)).length === 1);
    await busy.end("SIGTERM");
    await expect(asked).rejects.toThrow();
    await asker.close();
    removeDataDir(dataDir);
  });
});
