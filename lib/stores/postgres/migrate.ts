import { resolve } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** From the project's folder, in which every process of ours runs. */
const FOLDER = resolve("lib/stores/postgres/migrations");

/** Whoever changes tables, or who may use them, does it alone. */
export const MIGRATION_LOCK = 7_305_114;

/** The database is from before the baseline: the migrations that would bring it there no longer exist. */
export class DatabaseTooOldError extends Error {
  constructor() {
    super(
      "This database is from an earlier version of Fieldwork, whose migrations are no longer included. " +
        "Start the commit before “Squash the migrations to one baseline” on it once, then start this version again; " +
        "or set DATA_DIR or DATABASE_URL to an empty one.",
    );
  }
}

/**
 * Brings the database's schema up to date. Two callers at once are safe: the second waits and finds nothing to do.
 * Throws `DatabaseTooOldError`, having changed nothing, when the schema is older than the baseline.
 */
export async function migrate(databaseUrl: string, migrationsFolder = FOLDER): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await requireBaseline(client, migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** The last migration of this version, as a database that has it notes it. */
export const lastKnownMigration = (migrationsFolder = FOLDER): string =>
  readMigrationFiles({ migrationsFolder }).at(-1)?.hash ?? "";

/**
 * The baseline carries the moment of the last migration that it replaced, so that the migrator takes it as applied
 * where that one was. Any database that stopped earlier would get the baseline on top of its tables.
 */
async function requireBaseline(client: postgres.Sql, migrationsFolder: string): Promise<void> {
  const [journal] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!journal?.present) return;
  const [last] = await client`select max(created_at) as at from drizzle.__drizzle_migrations`;
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (last?.at !== null && baseline && Number(last?.at) < baseline.folderMillis) throw new DatabaseTooOldError();
}
