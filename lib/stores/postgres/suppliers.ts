import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { HashAlgorithm } from "@/lib/contracts/terms/fielding";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { accounts } from "./schema/accounts";
import { surveys } from "./schema/demand";
import { responses, suppliers } from "./schema/fielding";

export type SupplierRow = typeof suppliers.$inferSelect & { sessions: number };

const isOf = (accountIds: readonly string[]) => inArray(suppliers.accountId, accountIds.filter(isUuid));

/**
 * The suppliers of these accounts, by name. Sessions are counted in one pass, not once for each supplier; tests count in
 * nothing.
 */
export function listSuppliers(connection: Connection, accountIds: readonly string[]): Promise<SupplierRow[]> {
  const sent = connection
    .select({ accountId: surveys.accountId, code: responses.supplier, sessions: sql<number>`count(*)::int`.as("sent") })
    .from(responses)
    .innerJoin(surveys, eq(surveys.id, responses.surveyId))
    .where(and(inArray(surveys.accountId, accountIds.filter(isUuid)), eq(responses.test, false)))
    .groupBy(surveys.accountId, responses.supplier)
    .as("sessions_sent");
  return connection
    .select({ ...getTableColumns(suppliers), sessions: sql<number>`coalesce(${sent.sessions}, 0)` })
    .from(suppliers)
    .leftJoin(sent, and(eq(sent.accountId, suppliers.accountId), eq(sent.code, suppliers.code)))
    .where(isOf(accountIds))
    .orderBy(asc(suppliers.name), asc(suppliers.id));
}

/** Whether an account has a supplier of this code. */
export async function hasSupplier(connection: Connection, accountId: string, code: string): Promise<boolean> {
  const isThis = and(eq(suppliers.accountId, accountId), eq(suppliers.code, code));
  return (await connection.select({ id: suppliers.id }).from(suppliers).where(isThis)).length > 0;
}

/** A supplier of these accounts, locked until the transaction ends. */
export async function lockSupplier(
  transaction: Connection,
  accountIds: readonly string[],
  id: string,
): Promise<SupplierRow | null> {
  const [row] = await transaction
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, id), isOf(accountIds)))
    .for("update");
  if (!row) return null;
  const [sent] = await transaction
    .select({ sessions: sql<number>`count(*)::int` })
    .from(responses)
    .innerJoin(surveys, eq(surveys.id, responses.surveyId))
    .where(and(eq(surveys.accountId, row.accountId), eq(responses.supplier, row.code), eq(responses.test, false)));
  return { ...row, sessions: sent?.sessions ?? 0 };
}

/** Adds a supplier; null: the account has one of this code. */
export async function insertSupplier(
  transaction: Connection,
  values: typeof suppliers.$inferInsert,
): Promise<SupplierRow | null> {
  const [row] = await transaction.insert(suppliers).values(values).onConflictDoNothing().returning();
  return row ? { ...row, sessions: 0 } : null;
}

export async function updateSupplierRow(
  transaction: Connection,
  id: string,
  change: Partial<typeof suppliers.$inferInsert>,
): Promise<void> {
  await transaction.update(suppliers).set(change).where(eq(suppliers.id, id));
}

export async function deleteSupplier(transaction: Connection, id: string): Promise<void> {
  await transaction.delete(suppliers).where(eq(suppliers.id, id));
}

/** How many suppliers an account has, with whom nobody else adds one until the transaction ends. */
export async function countSuppliers(transaction: Connection, accountId: string): Promise<number> {
  await transaction.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
  const [row] = await transaction
    .select({ suppliers: sql<number>`count(*)::int` })
    .from(suppliers)
    .where(eq(suppliers.accountId, accountId));
  return row?.suppliers ?? 0;
}

/** By what the completes of these accounts are signed; keys are sealed. */
export const listHashing = (connection: Connection, accountIds: readonly string[]) =>
  connection
    .select({
      id: accounts.id,
      name: accounts.name,
      hashAlgorithm: accounts.hashAlgorithm,
      hashKey: accounts.hashKey,
    })
    .from(accounts)
    .where(inArray(accounts.id, accountIds.filter(isUuid)))
    .orderBy(asc(accounts.name), asc(accounts.id));

export async function setHashing(
  transaction: Connection,
  accountId: string,
  change: { hashAlgorithm: HashAlgorithm; hashKey?: Buffer },
): Promise<void> {
  await transaction.update(accounts).set(change).where(eq(accounts.id, accountId));
}
