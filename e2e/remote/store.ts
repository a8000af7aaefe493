import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { parsePostmaster } from "@/lib/start/running-database";
import { readOrMakeSecrets } from "@/lib/start/secrets";

/** The address of the database that an instance keeps itself, as its owner. */
export function ownerUrlOf(dataDir: string): string {
  const server = parsePostmaster(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"));
  const { databasePassword } = readOrMakeSecrets(dataDir);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${server?.port}/fieldwork`;
}

/** That database, to look at what no page shows. */
export const openStore = (dataDir: string): postgres.Sql => postgres(ownerUrlOf(dataDir), { max: 2 });

/** A job that rests because its service did not respond is taken again at once, and not after ten seconds. */
export async function endRest(sql: postgres.Sql, jobId: string): Promise<void> {
  await sql`update jobs set lease_until = null where id = ${jobId} and lease_holder is null`;
}

/** Nothing waits any more as long as a connection's services have asked it to. */
export async function forgetWaits(sql: postgres.Sql, connection: string): Promise<void> {
  await sql`update rate_limits set blocked_until = null where key like ${`gateway:%:${connection}:%`}`;
}
