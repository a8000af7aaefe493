import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { identities, people, sessions, upstreamTokens } from "./schema/people";

/** The person of a connection and e-mail, made at the first sign-in. */
export async function meetPerson(connection: Connection, person: { connection: string; email: string; name: string }) {
  const [row] = await connection
    .insert(people)
    .values({ ...person, lastSeenAt: sql`now()` })
    .onConflictDoUpdate({
      target: [people.connection, people.email],
      set: { name: person.name, lastSeenAt: sql`now()` },
    })
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
    await connection.update(people).set({ lastSeenAt: sql`now()` }).where(eq(people.id, row.person.id));
  }
  return row;
}

/** A person's sessions that have not expired, the one used last first. */
export async function listSessions(connection: Connection, personId: string) {
  return connection
    .select({
      idHash: sessions.idHash,
      userAgent: sessions.userAgent,
      clientAddress: sessions.clientAddress,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Ends one session of a person's; false when it is none of theirs. */
export async function endSession(connection: Connection, personId: string, idHash: string): Promise<boolean> {
  const ended = await connection
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), eq(sessions.idHash, idHash)))
    .returning({ idHash: sessions.idHash });
  return ended.length > 0;
}

/** Ends a person's sessions but one; gives how many there were. */
export async function endOtherSessions(connection: Connection, personId: string, idHash: string): Promise<number> {
  const ended = await connection
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), ne(sessions.idHash, idHash)))
    .returning({ idHash: sessions.idHash });
  return ended.length;
}

type PersonSettings = Partial<Pick<typeof people.$inferInsert, "timeZone" | "numberFormat" | "lastProjectId">>;

/** Keeps what a person chose; what is absent stays. */
export async function updateSettings(connection: Connection, personId: string, settings: PersonSettings) {
  if (Object.keys(settings).length > 0) {
    await connection.update(people).set(settings).where(eq(people.id, personId));
  }
}

/** Null: none yet. */
export async function findLastProject(connection: Connection, personId: string): Promise<string | null> {
  const [found] = await connection
    .select({ lastProjectId: people.lastProjectId })
    .from(people)
    .where(eq(people.id, personId));
  return found?.lastProjectId ?? null;
}

/** Roles given and when last seen, of those among these e-mails whom the connection has met or been told of. */
export async function findPeople(connection: Connection, of: string, emails: string[]) {
  if (emails.length === 0) return [];
  return connection
    .select({
      id: people.id,
      email: people.email,
      role: people.role,
      roleIssuer: people.roleIssuer,
      lastSeenAt: people.lastSeenAt,
    })
    .from(people)
    .where(and(eq(people.connection, of), inArray(people.email, emails)));
}

type Admins = { alsoEmails: readonly string[]; most: number };

/**
 * E-mails of a connection's admins who have signed in there, the one seen last first. `alsoEmails`: admins wherever
 * nobody has given them another role.
 */
export async function findAdmins(connection: Connection, of: string, { alsoEmails, most }: Admins): Promise<string[]> {
  const isAdmin = or(eq(people.role, "admin"), and(isNull(people.role), inArray(people.email, [...alsoEmails])));
  const rows = await connection
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.connection, of), isNotNull(people.lastSeenAt), isAdmin))
    .orderBy(desc(people.lastSeenAt))
    .limit(most);
  return rows.map(({ email }) => email);
}

/** One change of roles at a connection after the other, until the transaction ends: each sees who is admin then. */
export async function lockRoles(transaction: Connection, of: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`roles:${of}`}))`);
}

type GivenRole = { connection: string; email: string; name: string; role: "manager" | "analyst" | "admin" };

/** Gives a role, also to somebody who has never signed in. */
export async function giveRole(connection: Connection, given: GivenRole): Promise<void> {
  const set = { role: given.role, roleIssuer: null };
  await connection
    .insert(people)
    .values(given)
    .onConflictDoUpdate({ target: [people.connection, people.email], set });
}

/** Gives the role that an identity provider's groups decide; null: they name none. */
export async function giveRoleByGroups(
  connection: Connection,
  personId: string,
  { role, issuer }: { role: GivenRole["role"] | null; issuer: string },
): Promise<void> {
  await connection.update(people).set({ role, roleIssuer: issuer }).where(eq(people.id, personId));
}

/** By whom an identity's session was signed in, and with what it is ended there; null: it was a password. */
export async function findSessionIdentity(connection: Connection, idHash: string) {
  const [row] = await connection
    .select({ issuer: identities.issuer, idToken: sessions.idToken })
    .from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identityId))
    .where(eq(sessions.idHash, idHash));
  return row ?? null;
}

/** A session, locked until the transaction ends; null when it has ended. */
export async function lockSession(transaction: Connection, idHash: string) {
  const [row] = await transaction.select().from(sessions).where(eq(sessions.idHash, idHash)).for("update");
  return row ?? null;
}

type RenewedToken = Pick<NewSession, "token" | "tokenExpiresAt" | "refreshToken"> & { idToken?: Buffer };

export async function renewSessionToken(connection: Connection, idHash: string, renewed: RenewedToken): Promise<void> {
  await connection.update(sessions).set(renewed).where(eq(sessions.idHash, idHash));
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

/** The kept token of a credential, while it lasts. */
export async function findUpstreamToken(connection: Connection, credential: Credential) {
  const [row] = await connection
    .select()
    .from(upstreamTokens)
    .where(and(ofCredential(credential), gt(upstreamTokens.expiresAt, sql`now()`)));
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
