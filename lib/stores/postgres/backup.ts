import type { Readable, Writable } from "node:stream";
import { sql as statement } from "drizzle-orm";
import type postgres from "postgres";
import type { Connection } from "./client";

/**
 * What backup and restore ask of PostgreSQL. Connections are given by them, as the owner of the tables; rows travel as
 * COPY writes them, so that no value is read and written anew on the way.
 */

/** Held while a backup runs: until it ends no table of answers that it still has to copy is dropped. */
const BACKUP_LOCK = 7_305_115;

/** Runs while nobody drops tables of answers; waits for who is about to. */
export async function whileTablesStay<T>(client: postgres.Sql, run: () => Promise<T>): Promise<T> {
  const holder = await client.reserve();
  try {
    await holder`select pg_advisory_lock(${BACKUP_LOCK})`;
    return await run();
  } finally {
    await holder`select pg_advisory_unlock(${BACKUP_LOCK})`;
    holder.release();
  }
}

/** Whether tables of answers may be dropped: not while a backup runs. Holds a backup off until the transaction ends. */
export async function mayDropTables(transaction: Connection): Promise<boolean> {
  const [found] = await transaction.execute<{ may: boolean }>(
    statement`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as may`,
  );
  return found?.may ?? false;
}

type StoredTable = { name: string; columns: string[]; rows: number; checksum: string };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const tableSql = (name: string) => `public.${quoted(name)}`;
const columnsSql = (columns: readonly string[]) => columns.map(quoted).join(", ");

/** A table's rows and a sum over all their values, in no order: the same rows have the same sum anywhere. */
async function weighTable(sql: postgres.TransactionSql, name: string): Promise<Pick<StoredTable, "rows" | "checksum">> {
  const [found] = await sql.unsafe<{ rows: number; checksum: string }[]>(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
      from ${tableSql(name)} t`,
  );
  if (!found) throw new Error("A table was not counted.");
  return found;
}

/** Values are written as text alike, whatever the server's or the role's own settings are. */
const alike = (sql: postgres.TransactionSql) =>
  sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true)`;

/** Tables with the columns that hold something, those first that others refer to. An unlogged one keeps nothing for good. */
async function tablesInOrder(sql: postgres.TransactionSql): Promise<Pick<StoredTable, "name" | "columns">[]> {
  const tables = await sql<{ name: string; columns: string[]; needs: string[] }[]>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relpersistence = 'p' order by c.relname`;
  const ordered: { name: string; columns: string[] }[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name.replaceAll('"', ""));
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, needs }) => !isPlaced(name) && needs.every(isPlaced));
    if (next.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
  }
  return ordered;
}

/** The last migration that a database has: a backup fits the version of the product that has the same. */
export async function lastMigration(sql: postgres.Sql | postgres.TransactionSql): Promise<string> {
  const [found] = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  return found?.hash ?? "";
}

export type CopiedOut = {
  tables: StoredTable[];
  sequences: Record<string, string>;
  /** Tables of answers that somebody reads or may go back to. */
  answerTables: string[];
  migration: string;
};

/** Gives every table's rows, all of one moment, to `write` one after the other, while others go on writing. */
export async function copyOut(
  client: postgres.Sql,
  write: (table: string, rows: Readable) => Promise<void>,
): Promise<CopiedOut> {
  return client.begin("isolation level repeatable read read only", async (sql) => {
    await alike(sql);
    const tables: StoredTable[] = [];
    for (const { name, columns } of await tablesInOrder(sql)) {
      const rows = await sql.unsafe(`copy ${tableSql(name)} (${columnsSql(columns)}) to stdout`).readable();
      await write(name, rows);
      // The client stops its socket while nobody takes rows, and after the last one would never start it again.
      rows._read(0);
      tables.push({ name, columns, ...(await weighTable(sql, name)) });
    }
    const answers = await sql<{ table: string }[]>`
      select table_name as table from answer_revisions where table_name <> '' and state in ('visible', 'superseded')`;
    return {
      tables,
      sequences: await sequencesOf(sql),
      answerTables: answers.map(({ table }) => table),
      migration: await lastMigration(sql),
    };
  }) as Promise<CopiedOut>; // its typing unwraps arrays of promises, of which there are none
}

async function sequencesOf(sql: postgres.TransactionSql): Promise<Record<string, string>> {
  const found = await sql<{ name: string; value: string }[]>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

/** The name of a table that has rows already; null: the database is empty. */
export async function firstFilledTable(client: postgres.Sql): Promise<string | null> {
  const tables = await client<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  for (const { name } of tables) {
    const [row] = await client.unsafe(`select 1 from ${tableSql(name)} limit 1`);
    if (row) return name;
  }
  return null;
}

type CopiedIn = Pick<CopiedOut, "tables" | "sequences">;

/**
 * Fills an empty, migrated database with what `fill` writes of each table, and compares rows and sums. All or nothing:
 * a difference is an error, and the database stays empty.
 */
export async function copyIn(
  client: postgres.Sql,
  { tables, sequences }: CopiedIn,
  fill: (table: string, rows: Writable) => Promise<void>,
): Promise<void> {
  await client.begin(async (sql) => {
    await alike(sql);
    const known = new Map((await tablesInOrder(sql)).map(({ name, columns }) => [name, columns]));
    for (const { name } of tables) {
      if (!known.has(name)) throw new Error(`This version of the product has no table ${name}.`);
      // What triggers count and note is in the backup, too.
      await sql.unsafe(`alter table ${tableSql(name)} disable trigger user`);
    }
    for (const { name, columns, rows: count } of tables) {
      // Most tables of a small installation are empty, and each COPY waits some 40 ms for the connection.
      if (count === 0) continue;
      const rows = await sql.unsafe(`copy ${tableSql(name)} (${columnsSql(columns)}) from stdin`).writable();
      await fill(name, rows);
    }
    for (const [name, value] of Object.entries(sequences)) {
      await sql`select setval(${`public.${quoted(name)}`}::regclass, ${value}::bigint)`;
    }
    for (const { name, rows, checksum } of tables) {
      const found = await weighTable(sql, name);
      if (found.rows !== rows || found.checksum !== checksum) {
        throw new Error(`The table ${name} has ${found.rows} rows after the restore and had ${rows}, or other values.`);
      }
      await sql.unsafe(`alter table ${tableSql(name)} enable trigger user`);
    }
    // Whoever wrote them is gone, and their tables were not whole.
    await sql`update answer_revisions set state = 'failed', table_name = '',
      problem = 'The import was under way when the backup was made. Import the file again.' where state = 'writing'`;
  });
}
