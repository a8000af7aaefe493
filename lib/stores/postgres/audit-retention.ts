import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { auditRetention } from "./schema/audit";

/** Says, as the owner, after how many days entries may be removed; 0: never. */
export async function setAuditRetention(connection: Connection, days: number): Promise<void> {
  if (days === 0) {
    await connection.delete(auditRetention);
    return;
  }
  await connection
    .insert(auditRetention)
    .values({ only: true, days })
    .onConflictDoUpdate({ target: auditRetention.only, set: { days } });
}

/**
 * Removes up to `most` of the sealed entries at the chain's begin that are older than the owner lets them become, none
 * behind the place `upTo`; returns how many. The last one's seal stays, for the next entry's rests on it.
 */
export async function forgetAudit(connection: Connection, upTo: number, most: number): Promise<number> {
  const [row] = await connection.execute<{ removed: number }>(
    sql`select forget_audit(${upTo}::bigint, ${most}::int) as removed`,
  );
  return row?.removed ?? 0;
}

/** After how many days entries may be removed; null: never. */
export async function findAuditRetention(connection: Connection): Promise<number | null> {
  const [row] = await connection.select({ days: auditRetention.days }).from(auditRetention);
  return row?.days ?? null;
}
