import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { BuiltInRoute } from "@/lib/contracts/terms/activation";
import { processWide } from "@/lib/process-wide";
import type { Connection, Database } from "./client";
import { activationAccounts } from "./schema/activation";

/** Account numbers never change, so that each is asked for once. */
const known = () => processWide("activation accounts", () => new Map<string, number>());

/** The short number of an account of a connection; made when it is first asked for. */
export async function activationAccount(
  connection: Connection,
  of: { connection: string; accountId: string },
): Promise<number> {
  const key = JSON.stringify([of.connection, of.accountId]);
  const kept = known().get(key);
  if (kept !== undefined) return kept;
  await connection.insert(activationAccounts).values(of).onConflictDoNothing();
  const [row] = await connection
    .select({ id: activationAccounts.id })
    .from(activationAccounts)
    .where(and(eq(activationAccounts.connection, of.connection), eq(activationAccounts.accountId, of.accountId)));
  if (!row) throw new Error("An account of the duplicate check vanished while it was made.");
  known().set(key, row.id);
  return row.id;
}

const LOCK = 7_305_206;

/**
 * Held until the transaction ends: `alone`, changes of this account's records wait for one another and for every
 * pre-check under way; `beside`, pre-checks run side by side. Changes that overlap would otherwise each move what the
 * other has not yet moved, and leave a state that neither asked for.
 */
export function accountLock(account: number | Placeholder, how: "alone" | "beside"): SQL {
  const lock = how === "alone" ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  return sql`${lock}(${LOCK}::int, ${account}::int)`;
}

/** Columns of a route's state, in records and surveys alike. */
export const stateColumns = {
  search: { state: sql.raw("search"), change: sql.raw("search_change") },
  predupes: { state: sql.raw("predupes"), change: sql.raw("predupes_change") },
} as const satisfies Record<BuiltInRoute, unknown>;

/** Milliseconds that a question over all of an account's records may take. */
const LONGEST_MS = 10_000;
const CANCELLED = "57014";

/** Thrown where a question would take longer than anybody waits. */
export class TooManyRecords extends Error {}

/** Runs a question in a transaction of its own, ended when it takes too long: TooManyRecords. */
export async function bounded<T>(database: Database, ask: (transaction: Connection) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (transaction) => {
      await transaction.execute(sql`select set_config('statement_timeout', ${String(LONGEST_MS)}, true)`);
      return ask(transaction);
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (cause?.code === CANCELLED) throw new TooManyRecords("Too many records match.", { cause: error });
    throw error;
  }
}
