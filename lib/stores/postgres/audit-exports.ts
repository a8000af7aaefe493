import { eq, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { auditExports } from "./schema/audit";

/** Where a target's exports are; locked, so that one process at a time hands entries on. Null: another one does. */
export async function lockExport(transaction: Connection, target: string): Promise<number | null> {
  await transaction.insert(auditExports).values({ target, place: 0 }).onConflictDoNothing();
  const [row] = await transaction
    .select({ place: auditExports.place })
    .from(auditExports)
    .where(eq(auditExports.target, target))
    .for("update", { skipLocked: true });
  return row?.place ?? null;
}

export async function noteExported(transaction: Connection, target: string, place: number): Promise<void> {
  await transaction
    .update(auditExports)
    .set({ place, at: sql`clock_timestamp()` })
    .where(eq(auditExports.target, target));
}

/** The place up to which a target has everything; 0: nothing. */
export async function exportedUpTo(connection: Connection, target: string): Promise<number> {
  const [row] = await connection
    .select({ place: auditExports.place })
    .from(auditExports)
    .where(eq(auditExports.target, target));
  return row?.place ?? 0;
}
