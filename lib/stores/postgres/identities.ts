import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { identities, people } from "./schema/people";

/** The identities of people at a connection, by their e-mails, the one linked first at the top. */
export async function listIdentities(connection: Connection, of: string, emails: readonly string[]) {
  if (emails.length === 0) return [];
  return connection
    .select({ identity: identities, personEmail: people.email })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(eq(people.connection, of), inArray(people.email, [...emails])))
    .orderBy(asc(identities.createdAt), asc(identities.id));
}

/** An identity with its person's e-mail; null when there is none. */
export async function findIdentity(connection: Connection, identityId: string) {
  if (!isUuid(identityId)) return null;
  const [row] = await connection
    .select({ identity: identities, personEmail: people.email })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(eq(identities.id, identityId));
  return row ?? null;
}

/** Removes an identity, and with it the sessions that it signed in; false when it was gone. */
export async function deleteIdentity(connection: Connection, identityId: string): Promise<boolean> {
  const removed = await connection
    .delete(identities)
    .where(eq(identities.id, identityId))
    .returning({ id: identities.id });
  return removed.length > 0;
}

type Subject = { connection: string; issuer: string; subject: string };

/** One sign-in of an identity after the other, until the transaction ends: the first links it, the next finds it. */
export async function lockIdentity(transaction: Connection, { connection, issuer, subject }: Subject): Promise<void> {
  const key = JSON.stringify([connection, issuer, subject]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${key}`}, 0))`);
}

/** The identity of a subject with its person; null: nobody is linked to it. */
export async function findSubject(connection: Connection, { connection: of, issuer, subject }: Subject) {
  const [row] = await connection
    .select({ identity: identities, person: people })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(eq(identities.connection, of), eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row ?? null;
}

/** Whether a person is linked to any subject of an issuer. */
export async function hasIdentityOf(
  connection: Connection,
  { connection: of, email, issuer }: { connection: string; email: string; issuer: string },
): Promise<boolean> {
  const [row] = await connection
    .select({ id: identities.id })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(eq(people.connection, of), eq(people.email, email), eq(identities.issuer, issuer)));
  return row !== undefined;
}

/** Links a subject to a person. */
export async function insertIdentity(
  connection: Connection,
  identity: Subject & { personId: string; email: string | null },
): Promise<string> {
  const [row] = await connection.insert(identities).values(identity).returning({ id: identities.id });
  if (!row) throw new Error("The identity was not written.");
  return row.id;
}

/** Notes a sign-in, and the e-mail that the provider told with it. */
export async function noteIdentityUse(connection: Connection, identityId: string, email: string | null): Promise<void> {
  await connection.update(identities).set({ email, lastUsedAt: sql`now()` }).where(eq(identities.id, identityId));
}

/** Whether an identity is linked, as it was when a token was signed for it, to the person of this e-mail. */
export async function isIdentityOf(
  connection: Connection,
  { connection: of, email, identityId }: { connection: string; email: string; identityId: string },
): Promise<boolean> {
  const found = await findIdentity(connection, identityId);
  return found?.identity.connection === of && found.personEmail === email;
}
