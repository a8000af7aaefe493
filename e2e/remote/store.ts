import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { parsePostmaster } from "@/lib/start/running-database";
import { readOrMakeSecrets } from "@/lib/start/secrets";

/**
 * Lets an instance's database answer before its files are on the disk: whoever waits for that waits longer than for all
 * else, and only a loss of power would tell the difference.
 */
export async function answerBeforeDisk(dataDir: string): Promise<void> {
  const sql = openStore(dataDir);
  try {
    for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
      await sql.unsafe(`alter system set ${setting} = off`);
    }
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The address of the database that an instance keeps itself, as its owner. */
export function ownerUrlOf(dataDir: string): string {
  const server = parsePostmaster(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"));
  const { databasePassword } = readOrMakeSecrets(dataDir);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${server?.port}/fieldwork`;
}

/** That database, to look at what no page shows. */
export const openStore = (dataDir: string): postgres.Sql => postgres(ownerUrlOf(dataDir), { max: 2 });

/** Nothing waits any more as long as a connection's services have asked it to. */
export async function forgetWaits(sql: postgres.Sql, connection: string): Promise<void> {
  await sql`update rate_limits set blocked_until = null where key like ${`gateway:%:${connection}:%`}`;
}
