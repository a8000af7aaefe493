import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Connection } from "./client";
import { pageOrigins } from "./schema/keys";

/** Sites whose pages may call with a key that stands in the page, by account. */
type Account = { connection: string; accountId: string };

const of = ({ connection, accountId }: Account) =>
  and(eq(pageOrigins.connection, connection), eq(pageOrigins.accountId, accountId));

/** The origins of these accounts, in the order of the alphabet. */
export async function listPageOrigins(
  connection: Connection,
  { connection: name, accountIds }: { connection: string; accountIds: readonly string[] },
): Promise<{ accountId: string; origin: string }[]> {
  if (accountIds.length === 0) return [];
  return connection
    .select({ accountId: pageOrigins.accountId, origin: pageOrigins.origin })
    .from(pageOrigins)
    .where(and(eq(pageOrigins.connection, name), inArray(pageOrigins.accountId, [...accountIds])))
    .orderBy(asc(pageOrigins.origin));
}

/** Replaces the origins of an account. */
export async function replacePageOrigins(
  transaction: Connection,
  account: Account,
  origins: readonly string[],
): Promise<void> {
  const others = origins.length > 0 ? notInArray(pageOrigins.origin, [...origins]) : undefined;
  await transaction.delete(pageOrigins).where(and(of(account), others));
  if (origins.length === 0) return;
  const rows = origins.map((origin) => ({ ...account, origin }));
  await transaction.insert(pageOrigins).values(rows).onConflictDoNothing();
}

/** Whether an account lists this origin. */
export async function isPageOriginOf(connection: Connection, account: Account, origin: string): Promise<boolean> {
  const rows = await connection
    .select({ origin: pageOrigins.origin })
    .from(pageOrigins)
    .where(and(of(account), eq(pageOrigins.origin, origin)));
  return rows.length > 0;
}

/** Whether any account lists it: a browser asks first, and without the key. */
export async function isPageOrigin(connection: Connection, origin: string): Promise<boolean> {
  const rows = await connection
    .select({ origin: pageOrigins.origin })
    .from(pageOrigins)
    .where(eq(pageOrigins.origin, origin))
    .limit(1);
  return rows.length > 0;
}
