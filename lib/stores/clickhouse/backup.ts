import type { Readable } from "node:stream";
import { env } from "@/lib/env";
import { detachTable, WRITING } from "./answer-rows";
import { identifier } from "./answer-table";
import { attach, clickhouse, explain, type Limits, readRows, runStatement } from "./client";

/**
 * What backup and restore ask of the answer store. A table of answers never changes once somebody reads it, so that it
 * is copied once, whatever is written meanwhile. What stands beside it is made again from PostgreSQL where it is missing.
 */
export type AnswerTable = { rows: number; checksum: string; definition: string };

/** A little at a time: blocks of the usual size of a table with thousands of columns do not fit in memory. */
const LIMITS: Limits = {
  ...WRITING,
  settings: { ...WRITING.settings, max_block_size: 8192, max_result_bytes: 0 },
};

/** Rows, and a sum over all their values in no order. A hash of the values themselves would be null with one of them. */
async function weigh(table: string): Promise<{ rows: number; checksum: string }> {
  const [found] = await readRows<{ rows: number; checksum: string }>(
    `SELECT count() AS rows, toString(sum(cityHash64(toString(tuple(*))))) AS checksum FROM ${identifier(table)}`,
    {},
    { ...WRITING, settings: { ...WRITING.settings, max_threads: 2 } },
  );
  if (!found) throw new Error("A table of answers was not counted.");
  return found;
}

const isAttached = async (table: string) =>
  (
    await readRows(`SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`, {
      table,
    })
  ).length > 0;

const settingsOf = ({ timeMs = 0, memoryBytes = 0, settings = {} }: Limits) => ({
  ...settings,
  max_execution_time: timeMs / 1000,
  max_memory_usage: String(memoryBytes),
});

/** Gives a table's rows to `write`, in ClickHouse's own format, with what is needed to make it again. */
export async function copyOutAnswers(table: string, write: (rows: Readable) => Promise<void>): Promise<AnswerTable> {
  const wasAttached = await isAttached(table);
  if (!wasAttached && !(await attach(table))) throw new Error(`The answer store has no table ${table}.`);
  try {
    const [made] = await readRows<{ statement: string }>(`SHOW CREATE TABLE ${identifier(table)}`);
    const query = `SELECT * FROM ${identifier(table)} FORMAT Native`;
    const { stream } = await clickhouse().exec({ query, clickhouse_settings: settingsOf(LIMITS) });
    await write(stream);
    return { ...(await weigh(table)), definition: made?.statement ?? "" };
  } catch (error) {
    throw explain(error);
  } finally {
    if (!wasAttached) await detachTable(table);
  }
}

const MADE_AS = /^CREATE TABLE \S+/;
const ENGINE = /\bENGINE = \w*MergeTree(\([^)]*\))?/;

/** How a table is made here: of the same columns, in the database and with the table engine of this installation. */
export function definitionHere(table: string, definition: string, engine = env.CLICKHOUSE_TABLE_ENGINE): string {
  if (!MADE_AS.test(definition) || !ENGINE.test(definition)) {
    throw new Error(`The backup does not say how the table ${table} is made.`);
  }
  return definition.replace(MADE_AS, `CREATE TABLE ${identifier(table)}`).replace(ENGINE, () => `ENGINE = ${engine}`);
}

/** Makes a table again, fills it and compares rows and sum; removes it again where they differ. */
export async function copyInAnswers(table: string, { rows, checksum, definition }: AnswerTable, data: Readable) {
  await runStatement(definitionHere(table, definition));
  try {
    const query = `INSERT INTO ${identifier(table)} FORMAT Native`;
    const { stream } = await clickhouse().exec({ query, values: data, clickhouse_settings: settingsOf(WRITING) });
    for await (const _ of stream); // the statement has ended with its reply
    const found = await weigh(table);
    if (found.rows !== rows || found.checksum !== checksum) {
      throw new Error(`The table ${table} has ${found.rows} rows after the restore and had ${rows}, or other values.`);
    }
  } catch (error) {
    await runStatement(`DROP TABLE IF EXISTS ${identifier(table)}`);
    throw explain(error);
  }
}

/** The name of a table that is there already; null: the database is empty. */
export async function firstAnswerTable(): Promise<string | null> {
  const [found] = await readRows<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() LIMIT 1",
  );
  return found?.name ?? null;
}

export const dropRestored = (table: string): Promise<void> => runStatement(`DROP TABLE IF EXISTS ${identifier(table)}`);
