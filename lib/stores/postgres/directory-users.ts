import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { cancelJobsOf } from "./jobs";
import { NO_PASSWORD } from "./passwords";
import { memberships, users } from "./schema/accounts";
import { identities, people } from "./schema/people";
import { BUILT_IN, endSessionsOf } from "./users";

/** A user as the directory of one of their accounts sees them. */
export type DirectoryUser = {
  id: string;
  email: string;
  name: string;
  disabledAt: Date | null;
  createdAt: Date;
  /** In other accounts too: what holds there is not for this one's directory to say. */
  isShared: boolean;
};

const inAccount = (connection: Connection, accountId: string) =>
  connection
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      disabledAt: users.disabledAt,
      createdAt: users.createdAt,
      isShared: sql<boolean>`exists (
        select from ${memberships} o where o.user_id = ${users.id} and o.account_id <> ${accountId}::uuid)`,
    })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.accountId, accountId)))
    .$dynamic();

type Wanted = { email: string | undefined; from: number; most: number };

/** The users of an account, disabled ones too, oldest first. */
export async function listDirectoryUsers(connection: Connection, accountId: string, { email, from, most }: Wanted) {
  const where = email === undefined ? undefined : eq(users.email, email);
  const [[counted], rows] = await Promise.all([
    connection
      .select({ total: count() })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.accountId, accountId)))
      .where(where),
    inAccount(connection, accountId).where(where).orderBy(asc(users.createdAt), asc(users.id)).limit(most).offset(from),
  ]);
  return { total: counted?.total ?? 0, users: rows };
}

/** A user of an account, kept from changing until the transaction ends; null: none of this id is in it. */
export async function lockDirectoryUser(
  transaction: Connection,
  accountId: string,
  userId: string,
): Promise<DirectoryUser | null> {
  if (!isUuid(userId)) return null;
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [row] = await inAccount(transaction, accountId).where(eq(users.id, userId));
  return row ?? null;
}

/** Takes a user who was removed from their last account into one again; null: this e-mail's user is in an account. */
export async function readmitUser(
  transaction: Connection,
  { email, name, accountId }: { email: string; name: string; accountId: string },
): Promise<string | null> {
  const isNowhere = sql`not exists (select from ${memberships} m where m.user_id = ${users.id})`;
  const [row] = await transaction
    .update(users)
    .set({ name, disabledAt: null })
    .where(and(eq(users.email, email), isNowhere))
    .returning({ id: users.id });
  if (!row) return null;
  await transaction.insert(memberships).values({ userId: row.id, accountId });
  return row.id;
}

export async function renameUser(transaction: Connection, userId: string, name: string): Promise<void> {
  await transaction.update(users).set({ name }).where(eq(users.id, userId));
}

type Whom = { id: string; email: string };

/** Has a user sign in no more, and ends at once what they have under way: sessions, tokens, links and jobs. */
export async function disableUser(transaction: Connection, { id, email }: Whom): Promise<void> {
  await transaction
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.disabledAt)));
  await endWorkOf(transaction, { id, email });
}

export async function enableUser(transaction: Connection, userId: string): Promise<void> {
  await transaction.update(users).set({ disabledAt: null }).where(eq(users.id, userId));
}

/** Takes a user out of an account. Their sessions, which know it, end; what they have under way elsewhere goes on. */
export async function leaveAccount(transaction: Connection, accountId: string, user: Whom): Promise<void> {
  await transaction
    .delete(memberships)
    .where(and(eq(memberships.userId, user.id), eq(memberships.accountId, accountId)));
  await endSessionsOf(transaction, user);
}

/** Leaves nothing of a user that lets them in should their e-mail come back: no password, identity or role. */
export async function forgetAccess(transaction: Connection, { id, email }: Whom): Promise<void> {
  await transaction.update(users).set({ passwordHash: NO_PASSWORD, passwordMark: null }).where(eq(users.id, id));
  const forgotten = await transaction
    .update(people)
    .set({ role: null, roleIssuer: null })
    .where(and(eq(people.connection, BUILT_IN), eq(people.email, email)))
    .returning({ id: people.id });
  const personIds = forgotten.map((person) => person.id);
  await transaction.delete(identities).where(inArray(identities.personId, personIds));
}

async function endWorkOf(transaction: Connection, user: Whom): Promise<void> {
  await endSessionsOf(transaction, user);
  const found = await transaction
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.connection, BUILT_IN), eq(people.email, user.email)));
  for (const { id } of found) await cancelJobsOf(transaction, id);
}
