import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import * as z from "zod";
import * as contract from "@/lib/contracts/ours/scim";
import { demoRefused, publicUrl } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { parse } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/directory-users";
import { NO_PASSWORD } from "@/lib/stores/postgres/passwords";
import { insertUser } from "@/lib/stores/postgres/users";
import type { Directory } from "./directory";
import { nameIn, readChanges, readFilter } from "./read-users";

const shown = ({ id, email, name, disabledAt, createdAt }: store.DirectoryUser): contract.ScimUser => ({
  schemas: [contract.scimSchemas.user],
  id,
  userName: email,
  displayName: name,
  name: { formatted: name },
  emails: [{ value: email, primary: true }],
  active: disabledAt === null,
  meta: {
    resourceType: "User",
    created: createdAt.toISOString(),
    location: `${publicUrl()}/scim/v2/Users/${id}`,
  },
});

/** The users of the key's account; all, or the one of a userName. */
export async function listUsers({ accountId }: Directory, query: URLSearchParams) {
  const { email, startIndex, most } = readFilter(query);
  const found = await store.listDirectoryUsers(db(), accountId, { email, from: startIndex - 1, most });
  return {
    schemas: [contract.scimSchemas.list],
    totalResults: found.total,
    startIndex,
    itemsPerPage: found.users.length,
    Resources: found.users.map(shown),
  };
}

export async function getUser({ accountId }: Directory, id: string): Promise<contract.ScimUser> {
  return db().transaction(async (transaction) => shown(await lockUser(transaction, accountId, id)));
}

/** Adds a user without a password: they sign in through their company, or by an invitation. */
export async function createUser(directory: Directory, sent: unknown): Promise<contract.ScimUser> {
  const asked = parse(contract.sentUser, sent);
  const { userName: email, active } = asked;
  if (demoRefused(email)) throw new AppError("invalid", "userName is the demo data's. Use another one.");
  const { accountId } = directory;
  return db().transaction(async (transaction) => {
    const user = { email, name: nameIn(asked) ?? email, accountId };
    const id =
      (await insertUser(transaction, { ...user, passwordHash: NO_PASSWORD })) ??
      (await store.readmitUser(transaction, user));
    if (id === null) throw taken(email);
    if (active === false) await store.disableUser(transaction, { id, email });
    await trace(transaction, directory, "createUser", id, { after: { email, name: user.name } });
    return shown(await lockUser(transaction, accountId, id));
  });
}

/** PUT: what is left out stays as it is, but for a user who is not said to be inactive. */
export async function replaceUser(directory: Directory, id: string, sent: unknown): Promise<contract.ScimUser> {
  const asked = parse(contract.sentUser, sent);
  return change(directory, id, { ...asked, active: asked.active ?? true });
}

export const changeUser = (directory: Directory, id: string, sent: unknown): Promise<contract.ScimUser> =>
  change(directory, id, readChanges(parse(contract.sentChanges, sent)));

async function change(directory: Directory, id: string, asked: contract.ChangedUser): Promise<contract.ScimUser> {
  const { accountId } = directory;
  return db().transaction(async (transaction) => {
    const user = await lockUser(transaction, accountId, id);
    if (asked.userName !== undefined && asked.userName !== user.email) {
      throw new AppError("invalid", "userName cannot be changed. Remove the user and add another one.");
    }
    await rename(transaction, directory, user, nameIn(asked) ?? user.name);
    if (asked.active === true && user.disabledAt !== null) await activate(transaction, directory, user);
    const changed = shown(await lockUser(transaction, accountId, id));
    if (asked.active !== false) return changed;
    await deactivate(transaction, directory, user);
    return { ...changed, active: false };
  });
}

type Write = [transaction: Connection, directory: Directory, user: store.DirectoryUser];

/** Of a user in several accounts the name is not one account's to change. */
async function rename(...[transaction, directory, user, name]: [...Write, string]): Promise<void> {
  if (name === user.name || user.isShared) return;
  await store.renameUser(transaction, user.id, name);
  const { email } = user;
  const states = { before: { email, name: user.name }, after: { email, name } };
  await trace(transaction, directory, "updateUser", user.id, states);
}

async function activate(...[transaction, directory, user]: Write): Promise<void> {
  if (user.isShared) {
    throw new AppError("forbidden", `${user.email} is in other accounts too, where they would be active again.`);
  }
  await store.enableUser(transaction, user.id);
  await trace(transaction, directory, "enableUser", user.id, { after: { email: user.email } });
}

/** Ends all access at once. Somebody who is in other accounts leaves this one, and goes on there. */
async function deactivate(...[transaction, directory, user]: Write): Promise<void> {
  if (user.isShared) await leave(transaction, directory, user);
  else if (user.disabledAt === null) {
    await store.disableUser(transaction, user);
    await trace(transaction, directory, "disableUser", user.id, { after: { email: user.email } });
  }
}

async function leave(...[transaction, directory, user]: Write): Promise<void> {
  await store.leaveAccount(transaction, directory.accountId, user);
  await trace(transaction, directory, "removeUser", user.id, { before: { email: user.email, name: user.name } });
}

/** Takes a user out of the account; who is in no other can sign in nowhere from then on. */
export async function removeUser(directory: Directory, id: string): Promise<void> {
  await db().transaction(async (transaction) => {
    const user = await lockUser(transaction, directory.accountId, id);
    if (!user.isShared) {
      await store.disableUser(transaction, user);
      await store.forgetAccess(transaction, user);
    }
    await leave(transaction, directory, user);
  });
}

async function lockUser(transaction: Connection, accountId: string, id: string): Promise<store.DirectoryUser> {
  const found = z.uuid().safeParse(id).success ? await store.lockDirectoryUser(transaction, accountId, id) : null;
  if (!found) throw new AppError("not_found", "There is no such user in this account.");
  return found;
}

const taken = (email: string) =>
  new AppError("conflict", `${email} is a user already, in this account or another one.`, { status: 409 });

type States = { before?: unknown; after?: unknown };

const trace = (transaction: Connection, directory: Directory, action: AuditAction, id: string, states: States) =>
  addAudit(transaction, directory, {
    accountId: directory.accountId,
    action,
    thing: "users",
    thingId: id,
    outcome: "done",
    ...states,
  });
