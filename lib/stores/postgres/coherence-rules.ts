import { eq, inArray, sql } from "drizzle-orm";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { coherenceRules } from "./schema/quality";

/** `updatedAt` null: nobody has set any. */
export type StoredRules = { rules: CoherenceRule[]; updatedAt: Date | null };

/** The rules of an account, in their order. */
export async function findCoherenceRules(connection: Connection, accountId: string): Promise<CoherenceRule[]> {
  const [row] = await connection.select().from(coherenceRules).where(eq(coherenceRules.accountId, accountId));
  return row?.rules ?? [];
}

/** The rules of those of these accounts that have any, by account. */
export async function listCoherenceRules(
  connection: Connection,
  accountIds: readonly string[],
): Promise<Map<string, StoredRules>> {
  const ids = accountIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await connection.select().from(coherenceRules).where(inArray(coherenceRules.accountId, ids));
  return new Map(rows.map(({ accountId, ...stored }) => [accountId, stored]));
}

/** The rules of an account, locked until the transaction ends: who changes them at once with others waits. */
export async function lockCoherenceRules(transaction: Connection, accountId: string): Promise<StoredRules> {
  const [added] = await transaction
    .insert(coherenceRules)
    .values({ accountId, rules: [] })
    .onConflictDoNothing()
    .returning();
  if (added) return { rules: [], updatedAt: null };
  const [row] = await transaction
    .select()
    .from(coherenceRules)
    .where(eq(coherenceRules.accountId, accountId))
    .for("update");
  return row ?? { rules: [], updatedAt: null };
}

/** Sets the rules of an account that are locked. */
export async function setCoherenceRules(
  transaction: Connection,
  accountId: string,
  rules: CoherenceRule[],
): Promise<StoredRules> {
  const [row] = await transaction
    .update(coherenceRules)
    .set({ rules, updatedAt: sql`clock_timestamp()` })
    .where(eq(coherenceRules.accountId, accountId))
    .returning();
  if (!row) throw new Error("The rules are not locked.");
  return row;
}
