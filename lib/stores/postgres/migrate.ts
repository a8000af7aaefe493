import { resolve } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** From the project's folder, in which every process of ours runs. */
const FOLDER = resolve("lib/stores/postgres/migrations");

/** Whoever changes tables, or who may use them, does it alone. */
export const MIGRATION_LOCK = 7_305_114;

/** Brings the database's schema up to date. Two callers at once are safe: the second waits and finds nothing to do. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}
