import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { people, sessions, upstreamTokens } from "./schema";

/** The person of a connection and e-mail, made at the first sign-in. */
export async function meetPerson(connection: Connection, person: { connection: string; email: string; name: string }) {
  const [row] = await connection
    .insert(people)
    .values(person)
    .onConflictDoUpdate({ target: [people.connection, people.email], set: { name: person.name } })
    .returning();
  if (!row) throw new Error("The person was not written.");
  return row;
}

/** A person by id. */
export async function findPerson(connection: Connection, personId: string) {
  const [row] = await connection.select().from(people).where(eq(people.id, personId));
  return row ?? null;
}

type NewSession = typeof sessions.$inferInsert;

export async function insertSession(connection: Connection, session: NewSession): Promise<void> {
  await connection.insert(sessions).values(session);
}

const TOUCH_AFTER = sql`interval '1 minute'`;

/** The session behind a cookie with its person, when it has not expired; notes its use about once a minute. */
export async function findSession(connection: Connection, idHash: string) {
  const [row] = await connection
    .select({ session: sessions, person: people })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, sql`now()`)))
    .prepare("session")
    .execute();
  if (!row) return null;
  if (row.session.lastUsedAt.getTime() < Date.now() - 60_000) {
    await connection
      .update(sessions)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(sessions.idHash, idHash), lt(sessions.lastUsedAt, sql`now() - ${TOUCH_AFTER}`)));
  }
  return row;
}

export async function deleteSession(connection: Connection, idHash: string): Promise<void> {
  await connection.delete(sessions).where(eq(sessions.idHash, idHash));
}

export async function deleteExpiredSessions(connection: Connection): Promise<void> {
  await connection.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}

type Credential = { connection: string; email: string };

const ofCredential = ({ connection, email }: Credential) =>
  and(eq(upstreamTokens.connection, connection), eq(upstreamTokens.email, email));

/** The kept token of a credential, while it lasts for another hour. */
export async function findUpstreamToken(connection: Connection, credential: Credential) {
  const [row] = await connection
    .select()
    .from(upstreamTokens)
    .where(and(ofCredential(credential), gt(upstreamTokens.expiresAt, sql`now() + interval '1 hour'`)));
  return row ?? null;
}

export async function keepUpstreamToken(
  connection: Connection,
  row: typeof upstreamTokens.$inferInsert,
): Promise<void> {
  await connection
    .insert(upstreamTokens)
    .values(row)
    .onConflictDoUpdate({ target: [upstreamTokens.connection, upstreamTokens.email], set: row });
}

export async function dropUpstreamToken(connection: Connection, credential: Credential): Promise<void> {
  await connection.delete(upstreamTokens).where(ofCredential(credential));
}
