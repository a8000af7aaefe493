import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { samlAssertions, samlSignIns } from "./schema/people";

type NewSignIn = Omit<typeof samlSignIns.$inferInsert, "answeredAt" | "ticketHash" | "proven" | "createdAt">;

/** Notes a sign-in that begins. */
export async function beginSamlSignIn(connection: Connection, signIn: NewSignIn): Promise<void> {
  await connection.insert(samlSignIns).values(signIn);
}

/** The sign-in that an answer belongs to, taken at once: no second answer finds it. Null: there is none any more. */
export async function takeSamlSignIn(connection: Connection, provider: string, relayHash: string) {
  const [row] = await connection
    .update(samlSignIns)
    .set({ answeredAt: sql`now()` })
    .where(
      and(
        eq(samlSignIns.relayHash, relayHash),
        eq(samlSignIns.provider, provider),
        isNull(samlSignIns.answeredAt),
        gt(samlSignIns.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return row ?? null;
}

type Ticket = { ticketHash: string; proven: Buffer; expiresAt: Date };

/** Keeps whom an answer proved for the browser that began the sign-in. */
export async function keepSamlTicket(connection: Connection, relayHash: string, ticket: Ticket): Promise<void> {
  await connection.update(samlSignIns).set(ticket).where(eq(samlSignIns.relayHash, relayHash));
}

/** Redeems a ticket once, in the browser that began the sign-in; null: it is of no use here, and of none any more. */
export async function redeemSamlTicket(connection: Connection, provider: string, ticketHash: string) {
  const [row] = await connection
    .delete(samlSignIns)
    .where(and(eq(samlSignIns.ticketHash, ticketHash), eq(samlSignIns.provider, provider)))
    .returning();
  return row && row.expiresAt.getTime() > Date.now() ? row : null;
}

/** Notes an assertion; false when it was taken before. */
export async function takeAssertion(
  connection: Connection,
  assertion: typeof samlAssertions.$inferInsert,
): Promise<boolean> {
  const taken = await connection.insert(samlAssertions).values(assertion).onConflictDoNothing().returning();
  return taken.length > 0;
}

/** Forgets sign-ins and assertions whose time is over. */
export async function forgetOldSamlSignIns(connection: Connection): Promise<void> {
  await connection.delete(samlSignIns).where(lt(samlSignIns.expiresAt, sql`now()`));
  await connection.delete(samlAssertions).where(lt(samlAssertions.expiresAt, sql`now()`));
}
