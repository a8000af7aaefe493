import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, ClickHouseError } from "@clickhouse/client";
import { identifier, tablesNamed } from "./answer-table";
import { parkedTable } from "./engine/parked";

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
  for (let missed = 0; ; ) {
    try {
      if (await attachOnce(client, table)) return true;
      if (++missed > 1) return false; // at the first, others may have attached it meanwhile
    } catch (error) {
      // Detached while somebody reads it, a table cannot be attached before he has ended.
      if (codeOf(error) !== TABLE_ALREADY_EXISTS || Date.now() > deadline) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

async function attachOnce(client: ClickHouseClient, table: string): Promise<boolean> {
  try {
    await client.command({ query: `ATTACH TABLE IF NOT EXISTS ${identifier(table)}` });
    return true;
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return attachParked(client, table);
  }
}

/** Attaches a table whose definition the embedded engine put aside when it started; false: there is none. */
async function attachParked(client: ClickHouseClient, table: string): Promise<boolean> {
  const folder = await definitionsFolder(client);
  const parked = folder && parkedTable(folder, identifier(table));
  if (!parked) return false;
  await client.command({ query: parked.statement });
  parked.forget();
  return true;
}

/** Where the store keeps the definitions of our database, on the machine it runs on. */
async function definitionsFolder(client: ClickHouseClient): Promise<string | undefined> {
  const query = `SELECT concat(value, '/', metadata_path) AS folder FROM system.databases, system.server_settings
    WHERE database = currentDatabase() AND system.server_settings.name = 'path'`;
  const found = await (await client.query({ query, format: "JSONEachRow" })).json<{ folder: string }>();
  return found[0]?.folder;
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
