import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { endsAfter } from "@/lib/ends-after";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { countStatement, secondsSince } from "@/lib/metrics";
import { forgetProcessWide, processWide } from "@/lib/process-wide";
import { attachTable, withAttached } from "./attach";

/** A query that its server does not end in time is given up by us, this much later. */
const GRACE_MS = 5000;

function open(): ClickHouseClient {
  if (!env.CLICKHOUSE_URL) throw new Error("CLICKHOUSE_URL is missing. Start with `npm start`.");
  return createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    application: "fieldwork",
    log: { level: ClickHouseLogLevel.OFF }, // what fails is thrown; its log would name parameters
    max_open_connections: env.CLICKHOUSE_CONNECTIONS,
    request_timeout: 3_600_000, // each call has a limit of its own
    use_multipart_params_auto: true,
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      input_format_skip_unknown_fields: 0, // a column that is misspelt is an error, not a gap
      date_time_input_format: "best_effort",
      // A statement that is asked a few times would be compiled: for half a second one of fifty questions, for three one
      // of two hundred, for one a filter of a hundred conditions. They run no sooner for that.
      compile_aggregate_expressions: 0,
      compile_expressions: 0,
      // What is asked is bounded before, in the units that a person knows. Derived questions that are made of each other
      // many times over may still be long; above four times the usual size planning takes longer than a query may.
      max_query_size: String(1024 * 1024),
      max_ast_elements: "200000",
    },
  });
}

/** The process's one client: of the embedded engine, or of the server that CLICKHOUSE_URL names. */
export const clickhouse = (): ClickHouseClient => processWide(CLIENT, open);
const CLIENT = "clickhouse";

/** Closes the client. The next caller opens another one, at the address that the environment has by then. */
export async function closeClickhouse(): Promise<void> {
  const client = clickhouse();
  forgetProcessWide(CLIENT);
  await client.close();
}

/** What a query may take. Over it ends as an error that says so. */
export type Limits = {
  timeMs?: number;
  memoryBytes?: number;
  signal?: AbortSignal;
  /** Further settings of this one statement. */
  settings?: Record<string, string | number>;
};

/** Limits of several statements: the time that is given is for all of them together. */
export function untilTogether({ timeMs, ...limits }: Limits): () => Limits {
  if (timeMs === undefined) return () => limits;
  const deadline = Date.now() + timeMs;
  return () => ({ ...limits, timeMs: Math.max(1, deadline - Date.now()) });
}

const USUAL = { timeMs: 30_000, memoryBytes: 1024 ** 3 };

/** A statement that reads changes nothing, and ends within a second once its caller has left. */
const READING = {
  readonly: "2" as const, // settings may still be given
  cancel_http_readonly_queries_on_client_close: 1 as const,
};

/** A reply that we hold in memory. It begins when all of it is there: once it has begun, no error can be told. */
const HELD = {
  ...READING,
  max_result_bytes: String(64 * 1024 * 1024),
  wait_end_of_query: 1 as const,
  http_response_buffer_size: String(16 * 1024 * 1024), // what is more waits in a file
};

function limited({ timeMs = USUAL.timeMs, memoryBytes = USUAL.memoryBytes, signal, settings }: Limits, own = {}) {
  return {
    abort_signal: endsAfter(timeMs + GRACE_MS, signal),
    clickhouse_settings: {
      ...own,
      ...settings,
      max_execution_time: timeMs / 1000,
      max_memory_usage: String(memoryBytes),
    },
  };
}

const SYNTAX_ERROR = "62";
const TOO_DEEP_AST = "167";
const TOO_BIG_AST = "168";
const TOO_DEEP_RECURSION = "306";
const TIMEOUT_EXCEEDED = "159";
const TOO_MANY_QUERIES = "202";
const MEMORY_LIMIT_EXCEEDED = "241";
const RESULT_TOO_LARGE = "396";

/** Network errors of a store that is away, as node names them. */
const AWAY = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"]);

const tooMuch = (what: string, cause: unknown) =>
  new AppError("invalid", `This question needs ${what}. Ask for a shorter time, fewer questions or fewer groups.`, {
    cause,
  });

/** A statement that was cut off at the size which is read is a mistake of syntax to the store. */
const isTooLong = ({ code, message }: ClickHouseError) =>
  code === TOO_DEEP_AST ||
  code === TOO_BIG_AST ||
  code === TOO_DEEP_RECURSION ||
  (code === SYNTAX_ERROR && message.includes("Max query size exceeded"));

const tooLong = (cause: unknown) =>
  new AppError(
    "invalid",
    "This question is too long for the store of answers, with all that its derived questions are made of. Ask for fewer questions, or make derived ones of fewer others.",
    { cause },
  );

const unavailable = (cause: unknown) =>
  new AppError("unavailable", "The store of answers cannot be reached at this moment. Try again shortly.", { cause });

const busy = (cause: unknown) =>
  new AppError("unavailable", "The store of answers is busy with other work. Try again in some minutes.", { cause });

/** Whether a statement took more memory than it may, as the store says it or explained. */
export function isOutOfMemory(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof ClickHouseError && cause.code === MEMORY_LIMIT_EXCEEDED && !isOfAll(cause);
}

/** The memory of the whole store is used up, by whomever: the statement that met its limit may be a small one. */
const isOfAll = ({ code, message }: ClickHouseError) => code === MEMORY_LIMIT_EXCEEDED && message.includes("(total)");

/** What a person can be told about a failed query; any other error as it is. */
export function explain(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ClickHouseError) {
    if (error.code === TIMEOUT_EXCEEDED) return tooMuch("more time than a query may take", error);
    if (isOfAll(error) || error.code === TOO_MANY_QUERIES) return busy(error);
    if (isOutOfMemory(error)) return tooMuch("more memory than a query may take", error);
    if (error.code === RESULT_TOO_LARGE) return tooMuch("a larger reply than a query may give", error);
    return isTooLong(error) ? tooLong(error) : error;
  }
  if (error instanceof Error && "code" in error && AWAY.has(String(error.code))) return unavailable(error);
  // The client says only this of an abort that was not the caller's: our deadline, while it waited for its turn.
  if (error instanceof Error && error.message === "The user aborted a request.") return busy(error);
  return error;
}

/**
 * Runs a statement with the tables that it names attached; what fails is explained. Whoever has left before it begins
 * has it not begun: the client takes no notice of a signal that was aborted before.
 */
async function explained<T>(statement: string, limits: Limits, call: () => Promise<T>): Promise<T> {
  const since = performance.now();
  try {
    const found = await withAttached(clickhouse(), statement, () => {
      limits.signal?.throwIfAborted();
      return call();
    });
    countStatement("done", secondsSince(since));
    return found;
  } catch (error) {
    countStatement("failed", secondsSince(since));
    throw explain(error, limits.signal);
  }
}

/** Values for the `{name:Type}` of a statement; they never become part of its text. */
type Params = Record<string, unknown>;

/** All rows of a query, each an object by column. 64-bit integers are numbers, exact up to 2^53. */
export function readRows<Row>(query: string, params: Params = {}, limits: Limits = {}): Promise<Row[]> {
  return explained(query, limits, async () => {
    const result = await clickhouse().query({
      query,
      query_params: params,
      format: "JSONEachRow",
      ...limited(limits, HELD),
    });
    return result.json<Row>();
  });
}

/** All rows of a query, each a list in the order of its columns: where there are hundreds, names would be most of it. */
export function readTuples<Value>(
  query: string,
  params: Params = {},
  limits: Limits = {},
): Promise<(Value | null)[][]> {
  return explained(query, limits, async () => {
    const result = await clickhouse().query({
      query,
      query_params: params,
      format: "JSONCompactEachRow",
      ...limited(limits, HELD),
    });
    return result.json<(Value | null)[]>();
  });
}

/** The rows of a query that may have any number of them, some at a time. Leaving the loop early stops the query. */
export async function* streamRows<Row>(query: string, params: Params = {}, limits: Limits = {}): AsyncGenerator<Row[]> {
  const { clickhouse_settings, abort_signal } = limited(limits, READING);
  const result = await explained(query, limits, () =>
    clickhouse().query({ query, query_params: params, format: "JSONEachRow", abort_signal, clickhouse_settings }),
  );
  try {
    for await (const rows of result.stream<Row>()) {
      abort_signal.throwIfAborted(); // once the reply has begun, the client no longer listens to it
      yield rows.map((row) => row.json());
    }
  } catch (error) {
    throw explain(error, limits.signal);
  } finally {
    result.close();
  }
}

/** Runs a statement that gives no rows: DDL, INSERT … SELECT. */
export async function runStatement(statement: string, params: Params = {}, limits: Limits = {}): Promise<void> {
  await explained(statement, limits, () =>
    endingWithCaller(limits.signal, (query_id) =>
      clickhouse().command({ query: statement, query_params: params, query_id, ...limited(limits) }),
    ),
  );
}

/** A statement that writes would go on without its caller: it is killed when the signal is aborted. */
async function endingWithCaller<T>(signal: AbortSignal | undefined, run: (queryId: string) => Promise<T>): Promise<T> {
  const queryId = randomUUID();
  const kill = () => void killStatement(queryId);
  signal?.addEventListener("abort", kill, { once: true });
  try {
    return await run(queryId);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/** Again where it is not found: the store may not have begun it yet. */
const KILL_AFTER_MS = [0, 200, 800];

async function killStatement(queryId: string): Promise<void> {
  const query = "KILL QUERY WHERE query_id = {id:String} ASYNC";
  try {
    for (const waitMs of KILL_AFTER_MS) {
      await sleep(waitMs);
      const killed = await clickhouse().query({ query, query_params: { id: queryId }, format: "JSONEachRow" });
      if ((await killed.json()).length > 0) return;
    }
  } catch (error) {
    logger.warn({ err: error }, "a statement whose caller left could not be ended");
  }
}

type Insert = { table: string; columns?: [string, ...string[]]; format?: "JSONEachRow" | "JSONCompactEachRow" };

/**
 * Writes rows, given as they are or as a stream of objects; resolves with their number. A failed insert may have
 * written its first blocks: what must be whole is written aside first.
 */
export async function insertRows(
  rows: Iterable<unknown> | Readable,
  insert: Insert,
  limits: Limits = {},
): Promise<number> {
  const values = rows instanceof Readable ? rows : Readable.from(rows);
  const format = insert.format ?? "JSONEachRow";
  // What is written aside is never detached: there is nothing to attach, and a stream could not be sent again.
  const { summary } = await explained("", limits, () =>
    endingWithCaller(limits.signal, (query_id) =>
      clickhouse().insert({ ...insert, values, format, query_id, ...limited(limits) }),
    ),
  );
  return Number(summary?.written_rows ?? 0);
}

/** Attaches a table of answers that may be detached, where nothing that is asked would show that it is. */
export const attach = (table: string): Promise<boolean> => attachTable(clickhouse(), table);

/** A store that hangs would keep each question whether it is there, and so the client's connections, for an hour. */
const UP_WITHIN_MS = 3000;

/** Whether the store answers and knows us; throws when it does not. */
export async function isClickhouseUp(): Promise<boolean> {
  const reply = await clickhouse().ping({ select: true, abort_signal: AbortSignal.timeout(UP_WITHIN_MS) });
  if (!reply.success) throw explain(reply.error);
  return true;
}
