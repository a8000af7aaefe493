import { eq, inArray, sql } from "drizzle-orm";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { coherenceRules } from "./schema";

/** The rules of an account, in their order. */
export async function findCoherenceRules(connection: Connection, accountId: string): Promise<CoherenceRule[]> {
  const [row] = await connection.select().from(coherenceRules).where(eq(coherenceRules.accountId, accountId));
  return row?.rules ?? [];
}

/** The rules of those of these accounts that have any, by account. */
export async function listCoherenceRules(
  connection: Connection,
  accountIds: readonly string[],
): Promise<Map<string, CoherenceRule[]>> {
  const ids = accountIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await connection.select().from(coherenceRules).where(inArray(coherenceRules.accountId, ids));
  return new Map(rows.map(({ accountId, rules }) => [accountId, rules]));
}

/** Replaces the rules of an account, and returns those that it had; who does so at once with others waits for them. */
export async function replaceCoherenceRules(
  transaction: Connection,
  accountId: string,
  rules: CoherenceRule[],
): Promise<CoherenceRule[]> {
  await transaction.insert(coherenceRules).values({ accountId, rules: [] }).onConflictDoNothing();
  const [before] = await transaction
    .select()
    .from(coherenceRules)
    .where(eq(coherenceRules.accountId, accountId))
    .for("update");
  await transaction
    .update(coherenceRules)
    .set({ rules, updatedAt: sql`now()` })
    .where(eq(coherenceRules.accountId, accountId));
  return before?.rules ?? [];
}
