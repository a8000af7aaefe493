import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

/** Without the schema: with it, each transaction would make a builder for each table, which took 1.5 ms. */
export type Database = PostgresJsDatabase;
/** A database or a transaction in it: functions that only run statements take either. */
export type Connection = Pick<Database, "select" | "insert" | "update" | "delete" | "execute" | "$with" | "with" | "_">;

type Store = { client: postgres.Sql; db: Database };

/** Seconds before the next try to reach a database that went away; left alone, the client waits up to twenty. */
const reconnectAfter = (retries: number) => Math.min(1, 3 ** retries / 100);

function open(url: string): Store {
  const client = postgres(url, {
    max: env.DATABASE_CONNECTIONS,
    idle_timeout: 60,
    connect_timeout: 10,
    backoff: reconnectAfter,
    onnotice: () => {},
  });
  return { client, db: drizzle(client) };
}

function store(): Store {
  return processWide("postgres", () => {
    if (!env.DATABASE_URL) throw new Error("DATABASE_URL is missing. Start with `npm start`.");
    return open(env.DATABASE_URL);
  });
}

/** The process's one pool. */
export const db = (): Database => store().db;

export async function closeDatabase(): Promise<void> {
  await store().client.end({ timeout: 5 });
}

/** Whether the database answers; throws when it does not. */
export async function isUp(connection: Connection): Promise<boolean> {
  await connection.execute(sql`select 1`);
  return true;
}
