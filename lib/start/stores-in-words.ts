import { join } from "node:path";
import postgres from "postgres";
import { demoAllowed, env } from "@/lib/env";
import { addressOf } from "@/lib/start/database-problem";

type Settings = Pick<typeof env, "DATABASE_URL" | "CLICKHOUSE_URL" | "CLICKHOUSE_DATABASE" | "HOST" | "PORT">;

/** Which stores a start uses and where it listens, a line each: whoever meant others sees it before anything is written. */
export function storesInWords(dataDir: string, settings: Settings = env): string[] {
  const { DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_DATABASE, HOST, PORT } = settings;
  const { place, database, role } = addressOf(DATABASE_URL ?? "");
  const postgresql = DATABASE_URL
    ? `database ${database} at ${place} as ${role} (DATABASE_URL)`
    : `embedded, in ${join(dataDir, "postgres")}`;
  const clickhouse = CLICKHOUSE_URL
    ? `database ${CLICKHOUSE_DATABASE} at ${new URL(CLICKHOUSE_URL).origin} (CLICKHOUSE_URL)`
    : `embedded, in ${join(dataDir, "clickhouse")}`;
  return [
    `PostgreSQL: ${postgresql}`,
    `ClickHouse: ${clickhouse}`,
    `Address: ${HOST}, port ${PORT === 0 ? "any that is free" : PORT}`,
  ];
}

/** Whether anybody can sign in at the built-in service: the demo's people only where the demo may be. */
export async function hasUsers(ownerUrl: string): Promise<boolean> {
  const sql = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [found] = await sql<{ any: boolean }[]>`
      select exists (select from users where ${demoAllowed()} or email not like '%@demo.test') as any`;
    return found?.any ?? false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
