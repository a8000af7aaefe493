import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { NO_PASSWORD } from "./passwords";
import { dropUpstreamToken } from "./people";
import { accounts, memberships, passwordLinks, users } from "./schema/accounts";
import { people, sessions } from "./schema/people";

export type UserWithAccounts = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  passwordMark: string | null;
  role: "manager" | "analyst" | "admin" | null;
  accounts: { id: string; name: string; replyShape: "flat" | "grouped" }[];
};

export const BUILT_IN = "built-in";

/** A user who is not disabled, with accounts and the role that the people's page gave; null when there is none. */
export async function findActiveUser(connection: Connection, userId: string): Promise<UserWithAccounts | null> {
  const [row] = await connection
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      passwordHash: users.passwordHash,
      passwordMark: users.passwordMark,
      role: people.role,
      accounts: sql<UserWithAccounts["accounts"]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'replyShape', a.reply_shape)
          order by a.name), '[]')
        from ${memberships} m join ${accounts} a on a.id = m.account_id where m.user_id = ${users.id})`,
    })
    .from(users)
    .leftJoin(people, and(eq(people.connection, BUILT_IN), eq(people.email, users.email)))
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    .prepare("active_user")
    .execute();
  return row ?? null;
}

const credentials = {
  id: users.id,
  email: users.email,
  name: users.name,
  passwordHash: users.passwordHash,
  passwordMark: users.passwordMark,
  disabledAt: users.disabledAt,
};
export type UserCredentials = Pick<typeof users.$inferSelect, keyof typeof credentials>;

export async function findCredentials(connection: Connection, email: string): Promise<UserCredentials | null> {
  const [row] = await connection.select(credentials).from(users).where(eq(users.email, email.toLowerCase()));
  return row ?? null;
}

/** Adds a user who signs in by an identity provider alone. */
export async function insertUserWithoutPassword(
  connection: Connection,
  user: { email: string; name: string },
): Promise<{ id: string }> {
  const [row] = await connection
    .insert(users)
    .values({ ...user, passwordHash: NO_PASSWORD })
    .returning({ id: users.id });
  if (!row) throw new Error("The user was not written.");
  return row;
}

/** Accounts by their names, those that there are. */
export async function findAccounts(connection: Connection, names: readonly string[]) {
  if (names.length === 0) return [];
  return connection
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.name, [...names]))
    .orderBy(asc(accounts.name));
}

/** Puts a user into accounts; gives the ids of those that they were not in. */
export async function joinAccounts(connection: Connection, userId: string, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await connection
    .insert(memberships)
    .values(accountIds.map((accountId) => ({ userId, accountId })))
    .onConflictDoNothing()
    .returning({ id: memberships.accountId });
  return rows.map(({ id }) => id);
}

/** Takes a user out of accounts; gives the ids of those that they were in. */
export async function leaveAccounts(connection: Connection, userId: string, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await connection
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), inArray(memberships.accountId, accountIds)))
    .returning({ id: memberships.accountId });
  return rows.map(({ id }) => id);
}

/** Stores another password; with it all tokens of the former one end. */
export async function setPasswordHash(connection: Connection, userId: string, passwordHash: string): Promise<void> {
  await connection.update(users).set({ passwordHash, passwordMark: null }).where(eq(users.id, userId));
}

/**
 * Ends a user's sessions of our pages, the kept token that would sign them in without asking for the password again,
 * and the links that would set another one.
 */
export async function endSessionsOf(connection: Connection, { id, email }: { id: string; email: string }) {
  const isTheirs = and(eq(people.connection, BUILT_IN), eq(people.email, email));
  const person = connection.select({ id: people.id }).from(people).where(isTheirs);
  await connection.delete(sessions).where(inArray(sessions.personId, person));
  await dropUpstreamToken(connection, { connection: BUILT_IN, email });
  await connection.delete(passwordLinks).where(eq(passwordLinks.userId, id));
}

type NewUser = Pick<typeof users.$inferInsert, "email" | "name" | "passwordHash"> & { accountId: string };

/** Adds a user who belongs to an account; null: there is one of this e-mail. */
export async function insertUser(transaction: Connection, { accountId, ...user }: NewUser): Promise<string | null> {
  const [row] = await transaction.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  if (!row) return null;
  await transaction.insert(memberships).values({ userId: row.id, accountId });
  return row.id;
}

/** An account that a user belongs to: audit entries about them stand there. */
export async function accountOf(connection: Connection, userId: string): Promise<string | null> {
  const [row] = await connection.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
  return row?.accountId ?? null;
}

type Renewed = Pick<UserCredentials, "passwordHash" | "passwordMark">;

/** Stores the same password hashed anew; false when another one is stored by now. */
export async function renewPasswordHash(
  connection: Connection,
  { id, passwordHash }: UserCredentials,
  next: Renewed,
): Promise<boolean> {
  const { passwordHash: hash, passwordMark } = next;
  const rows = await connection
    .update(users)
    .set({ passwordHash: hash, passwordMark })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

type PageOf = { accountIds: string[]; page: number; pageSize: number };

/** The users who share an account with the caller, oldest first. */
export async function listUsers(connection: Connection, { accountIds, page, pageSize }: PageOf) {
  const colleagues = connection
    .select({ id: memberships.userId })
    .from(memberships)
    .where(inArray(memberships.accountId, accountIds));
  const where = and(inArray(users.id, colleagues), isNull(users.disabledAt));
  const [[total], rows] = await Promise.all([
    connection.select({ total: count() }).from(users).where(where),
    connection
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .where(where)
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  return { total: total?.total ?? 0, users: rows };
}

/** A user with the accounts he is in, and the role that he was given; null when nobody has given one. */
export type Member = {
  id: string;
  email: string;
  name: string;
  role: "manager" | "analyst" | "admin" | null;
  /** The identity provider whose groups decide it; null: none does. */
  roleIssuer: string | null;
  lastSeenAt: Date | null;
  accountIds: string[];
  hasPassword: boolean;
};

/** The active users of these accounts, by name. */
export async function listMembers(connection: Connection, accountIds: string[]): Promise<Member[]> {
  if (accountIds.length === 0) return [];
  const colleagues = connection
    .select({ id: memberships.userId })
    .from(memberships)
    .where(inArray(memberships.accountId, accountIds));
  return connection
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: people.role,
      roleIssuer: people.roleIssuer,
      lastSeenAt: people.lastSeenAt,
      hasPassword: sql<boolean>`${users.passwordHash} <> ${NO_PASSWORD}`,
      accountIds: sql<string[]>`array(select m.account_id::text from ${memberships} m where m.user_id = ${users.id})`,
    })
    .from(users)
    .leftJoin(people, and(eq(people.connection, BUILT_IN), eq(people.email, users.email)))
    .where(and(inArray(users.id, colleagues), isNull(users.disabledAt)))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.email));
}

/** An active user of any of these accounts, by e-mail, with all the accounts they are in. */
export async function findMember(connection: Connection, accountIds: string[], email: string) {
  const [found] = (await listMembers(connection, accountIds)).filter((member) => member.email === email);
  return found ?? null;
}

/** Whether an active user belongs to an account. */
export async function sharesAccount(connection: Connection, accountId: string, userId: string): Promise<boolean> {
  if (!isUuid(userId)) return false;
  const [row] = await connection
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.id, userId), eq(memberships.accountId, accountId), isNull(users.disabledAt)));
  return row !== undefined;
}

/** Whether there is any user at all, and whether the demo's are among them. */
export async function anyUsers(connection: Connection): Promise<{ any: boolean; demo: boolean }> {
  const [row] = await connection.execute<{ any: boolean; demo: boolean }>(sql`
    select exists (select from users) as any, exists (select from users where email = 'manager@demo.test') as demo`);
  return row ?? { any: false, demo: false };
}
