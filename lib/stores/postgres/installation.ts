import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { appSecret } from "@/lib/env";
import type { Connection } from "./client";
import { installation } from "./schema/mechanisms";

/**
 * Instances with different secrets on one database would each sign people out whom the other signed in, and could not
 * read the tokens that the other sealed.
 */
const fingerprint = () => createHash("sha256").update(`fingerprint\0${appSecret()}`).digest("hex");

/** Whether this process's secret is another than the one that the database's instances use. Works before the first migration. */
export async function hasOtherSecret(connection: Connection): Promise<boolean> {
  const [table] = await connection.execute<{ present: boolean }>(
    sql`select to_regclass('public.installation') is not null as present`,
  );
  if (!table?.present) return false;
  const [found] = await connection.select({ secret: installation.secretFingerprint }).from(installation);
  return found !== undefined && found.secret !== fingerprint();
}

/** Makes this process's secret the one of the database, unless it has one. */
export async function noteSecret(connection: Connection): Promise<void> {
  await connection.insert(installation).values({ secretFingerprint: fingerprint() }).onConflictDoNothing();
}
