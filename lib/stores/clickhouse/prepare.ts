import { setTimeout as sleep } from "node:timers/promises";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { env } from "@/lib/env";

const PATIENCE_MS = 30_000;
const AGAIN_MS = 250;

const reason = (error: unknown) =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);

/**
 * Makes the database of CLICKHOUSE_DATABASE when there is none, waiting for a server that may be starting beside us.
 * Throws a sentence for a person.
 */
export async function createAnswerDatabase(): Promise<void> {
  // Not the process's client: a server refuses everything that comes with the name of a database it does not have.
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const deadline = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      try {
        await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${env.CLICKHOUSE_DATABASE}` });
        return;
      } catch (error) {
        if (error instanceof ClickHouseError || Date.now() > deadline) {
          throw new Error(`The ClickHouse of CLICKHOUSE_URL cannot be used: ${reason(error).trim()}`, { cause: error });
        }
        await sleep(AGAIN_MS);
      }
    }
  } finally {
    await client.close();
  }
}
