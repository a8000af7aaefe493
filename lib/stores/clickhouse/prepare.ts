import { setTimeout as sleep } from "node:timers/promises";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { env } from "@/lib/env";

const PATIENCE_MS = 30_000;
const AGAIN_MS = 250;
const ANSWER_WITHIN_MS = 5000;
/** A connection that was accepted and then says nothing. */
const SILENT = "Timeout error.";

const reason = (error: unknown) => {
  const text = error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : "";
  return text === SILENT ? "it does not answer" : text.trim();
};

const REFUSED = new Set(["516", "193", "192", "194"]); // authentication failed, wrong password, unknown user, password required

/** Why it makes no sense to wait for a server that answered, in a sentence that says what to do. */
function lastingProblem(error: ClickHouseError, place: string): string {
  if (REFUSED.has(error.code)) {
    return `ClickHouse at ${place} refuses the user ${env.CLICKHOUSE_USER}. Correct CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.`;
  }
  return `ClickHouse at ${place} cannot make the database ${env.CLICKHOUSE_DATABASE}: ${reason(error).split("\n")[0]}`;
}

/** Server and port of CLICKHOUSE_URL: never a password that stands in it. */
const clickhousePlace = (): string => new URL(env.CLICKHOUSE_URL ?? "http://unknown").origin;

type Waiting = { patienceMs?: number; onWait?: (place: string, why: string) => void; signal?: AbortSignal };

/**
 * Makes the database of CLICKHOUSE_DATABASE when there is none, waiting for a server that may be starting beside us;
 * `onWait` is told once that it waits. Throws a sentence for a person.
 */
export async function createAnswerDatabase({ patienceMs = PATIENCE_MS, onWait, signal }: Waiting = {}): Promise<void> {
  // Not the process's client: a server refuses everything that comes with the name of a database it does not have.
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    request_timeout: ANSWER_WITHIN_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const place = clickhousePlace();
  const deadline = Date.now() + patienceMs;
  try {
    for (let told = false; ; told = true) {
      try {
        await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${env.CLICKHOUSE_DATABASE}` });
        return;
      } catch (error) {
        if (error instanceof ClickHouseError) throw new Error(lastingProblem(error, place), { cause: error });
        if (Date.now() > deadline) {
          const sentence = `ClickHouse at ${place} cannot be reached: ${reason(error)}. Start it, or correct CLICKHOUSE_URL.`;
          throw new Error(sentence, { cause: error });
        }
        if (!told) onWait?.(place, reason(error));
        await sleep(AGAIN_MS, undefined, { signal });
      }
    }
  } finally {
    await client.close();
  }
}
