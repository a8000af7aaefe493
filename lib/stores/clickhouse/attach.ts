import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, ClickHouseError } from "@clickhouse/client";
import { identifier, tablesNamed } from "./answer-table";

/**
 * Tables of answers that were not used for long are detached (`lib/answers/detach-unused.ts`): the store keeps their
 * data and opens nothing of them. Whoever needs one finds it attached again, without knowing that it was not.
 */
const TABLE_ALREADY_EXISTS = "57";
const UNKNOWN_TABLE = "60";
const CANNOT_GET_CREATE_TABLE_QUERY = "390";

const PATIENCE_MS = 30_000;
const AGAIN_MS = 50;

const codeOf = (error: unknown) => (error instanceof ClickHouseError ? error.code : undefined);

/** Whether a statement failed because a table is not there; also a detached one is said not to be. */
export const isUnknownTable = (error: unknown): boolean => codeOf(error) === UNKNOWN_TABLE;

/** The same, asked how it was made: of a detached one that cannot be said. */
const isNotThere = (error: unknown): boolean =>
  isUnknownTable(error) || codeOf(error) === CANNOT_GET_CREATE_TABLE_QUERY;

/** Attaches a table, also when others do the same at this moment; false: there is none of this name. */
export async function attachTable(client: ClickHouseClient, table: string): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await client.command({ query: `ATTACH TABLE IF NOT EXISTS ${identifier(table)}` });
      return true;
    } catch (error) {
      if (isNotThere(error)) return false;
      // Detached while somebody reads it, a table cannot be attached before he has ended.
      if (codeOf(error) !== TABLE_ALREADY_EXISTS || Date.now() > deadline) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Runs a statement; where tables of answers that it names are detached, attaches them and runs it again. */
export async function withAttached<T>(client: ClickHouseClient, statement: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isNotThere(error)) throw error;
    const attached = await Promise.all(tablesNamed(statement).map((table) => attachTable(client, table)));
    if (!attached.includes(true)) throw error;
    return run();
  }
}
