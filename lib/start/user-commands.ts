import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { easyPassword } from "@/lib/common-passwords";
import type { Context } from "@/lib/contracts/context";
import { type Role, roleOf } from "@/lib/contracts/rules/permissions";
import type { AuditAction } from "@/lib/contracts/terms/audit";
import { env } from "@/lib/env";
import { StartError, say } from "@/lib/start/say";
import type { UserCommand } from "@/lib/start/user-arguments";
import { addAudit } from "@/lib/stores/postgres/audit";
import type { Connection, Database } from "@/lib/stores/postgres/client";
import { disableUser, enableUser } from "@/lib/stores/postgres/directory-users";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { people } from "@/lib/stores/postgres/schema/people";
import { accountOf, BUILT_IN, endSessionsOf, setPasswordHash } from "@/lib/stores/postgres/users";

type Add = Extract<UserCommand, { command: "add" }>;

const commandLine = (): Context => ({
  viewer: { connection: BUILT_IN, email: "command line", name: "Command line", role: "admin", accounts: [] },
  requestId: randomUUID(),
  origin: "system",
});

/** A password nobody has to remember: 120 random bits. */
export const makePassword = (): string => randomBytes(15).toString("base64url");

/** Every user with role, accounts and whether he is disabled. */
export async function listUsers(db: Database): Promise<void> {
  const rows = await db
    .select({
      email: users.email,
      name: users.name,
      role: people.role,
      disabledAt: users.disabledAt,
      accounts: sql<string | null>`(select string_agg(a.name, ', ' order by a.name)
        from ${memberships} m join ${accounts} a on a.id = m.account_id where m.user_id = ${users.id})`,
    })
    .from(users)
    .leftJoin(people, and(eq(people.connection, BUILT_IN), eq(people.email, users.email)))
    .orderBy(asc(users.email));
  if (rows.length === 0) say("There are no users yet.");
  for (const row of rows) {
    const state = row.disabledAt ? "disabled" : "active";
    const role = roleOf(row.role, row.email, env.ADMIN_EMAILS);
    say([row.email, row.name, role, row.accounts ?? "no account", state].join("\t"));
  }
}

/**
 * Makes the user, and the account when it is missing; a user who exists joins the account or changes role.
 * `settlePassword` is asked only for a new user. Answers whether the user is new.
 */
export async function addUser(db: Database, add: Add, settlePassword: () => Promise<string>): Promise<boolean> {
  const known = await findUser(db, add.email);
  if (known && (add.passwordFromInput || add.name !== undefined)) {
    throw new StartError(`${add.email} exists already. Set a password with: npm run user -- password ${add.email}`);
  }
  const passwordHash = known ? null : await hashSettled(settlePassword, [add.email, add.name ?? ""]);
  return db.transaction(async (transaction) => {
    const context = commandLine();
    const account = await findOrMakeAccount(transaction, context, add.account);
    const user = known ?? (await makeUser(transaction, add, passwordHash ?? ""));
    const joined = await join(transaction, user.id, account.id);
    const before = known ? { role: await roleBefore(transaction, add.email) } : undefined;
    if (!joined && before?.role === add.role) {
      throw new StartError(`${add.email} belongs to ${account.name} with the role ${add.role} already.`);
    }
    await setRole(transaction, { email: add.email, name: user.name, role: add.role });
    await addAudit(transaction, context, {
      accountId: account.id,
      action: known ? "updateUser" : "createUser",
      thing: "users",
      thingId: user.id,
      ...(before && { before }),
      after: { email: add.email, name: user.name, role: add.role, account: account.name },
      outcome: "done",
    });
    return !known;
  });
}

async function hashSettled(settlePassword: () => Promise<string>, own: string[]): Promise<string> {
  const password = await settlePassword();
  const problem = await easyPassword(password, own);
  if (problem !== null) throw new StartError(problem);
  return hashPassword(password);
}

async function findUser(connection: Connection, email: string) {
  const [user] = await connection
    .select({ id: users.id, name: users.name, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.email, email));
  return user;
}

async function findOrMakeAccount(connection: Connection, context: Context, name: string) {
  const [made] = await connection.insert(accounts).values({ name }).onConflictDoNothing().returning();
  if (!made) {
    const [found] = await connection.select().from(accounts).where(eq(accounts.name, name));
    if (!found) throw new Error(`The account ${name} was not written.`);
    return found;
  }
  const entry = { accountId: made.id, action: "createAccount", thing: "accounts", thingId: made.id } as const;
  await addAudit(connection, context, { ...entry, after: { name }, outcome: "done" });
  return made;
}

async function makeUser(connection: Connection, { email, name = email }: Add, passwordHash: string) {
  const [user] = await connection
    .insert(users)
    .values({ email, name, passwordHash })
    .onConflictDoNothing()
    .returning({ id: users.id, name: users.name });
  if (!user) throw new StartError(`${email} was just added by somebody else.`);
  return user;
}

async function join(connection: Connection, userId: string, accountId: string): Promise<boolean> {
  const rows = await connection.insert(memberships).values({ userId, accountId }).onConflictDoNothing().returning();
  return rows.length > 0;
}

async function roleBefore(connection: Connection, email: string): Promise<Role | null> {
  const [person] = await connection.select({ role: people.role }).from(people).where(isPerson(email));
  return person?.role ?? null;
}

const isPerson = (email: string) => and(eq(people.connection, BUILT_IN), eq(people.email, email));

async function setRole(connection: Connection, { email, name, role }: { email: string; name: string; role: Role }) {
  await connection
    .insert(people)
    .values({ connection: BUILT_IN, email, name, role })
    .onConflictDoUpdate({ target: [people.connection, people.email], set: { role, roleIssuer: null } });
}

type Change = {
  action: AuditAction;
  make: (transaction: Connection, user: { id: string; email: string }) => Promise<void>;
};

/** Disables or enables a user. A disabled one is signed out at once, and their jobs end. */
export async function setDisabled(db: Database, email: string, disabled: boolean): Promise<void> {
  const user = await findUser(db, email);
  if (user && (user.disabledAt !== null) === disabled) {
    throw new StartError(`${email} is ${disabled ? "disabled" : "active"} already.`);
  }
  const action = disabled ? "disableUser" : "enableUser";
  const make: Change["make"] = disabled ? disableUser : (transaction, { id }) => enableUser(transaction, id);
  await changeUser(db, email, { action, make });
}

/** Sets a new password and ends the user's sessions. */
export async function setPassword(db: Database, email: string, settlePassword: () => Promise<string>): Promise<void> {
  const user = await findUser(db, email);
  if (!user) throw unknownUser(email);
  const passwordHash = await hashSettled(settlePassword, [email, user.name]);
  await changeUser(db, email, {
    action: "setPassword",
    make: async (transaction, changed) => {
      await setPasswordHash(transaction, changed.id, passwordHash);
      await endSessionsOf(transaction, changed);
    },
  });
}

const unknownUser = (email: string) =>
  new StartError(`There is no user ${email}. \`npm run user -- list\` shows who there is.`);

async function changeUser(db: Database, email: string, { action, make }: Change): Promise<void> {
  await db.transaction(async (transaction) => {
    const user = await findUser(transaction, email);
    if (!user) throw unknownUser(email);
    await make(transaction, { id: user.id, email });
    await addAudit(transaction, commandLine(), {
      accountId: await accountOf(transaction, user.id),
      action,
      thing: "users",
      thingId: user.id,
      after: { email },
      outcome: "done",
    });
  });
}
