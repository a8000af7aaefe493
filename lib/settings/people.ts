import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf, QueryOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/settings";
import { type Role, roleOf } from "@/lib/contracts/rules/permissions";
import { PEOPLE_PAGE_SIZE } from "@/lib/contracts/terms/settings";
import { demoRefused, env } from "@/lib/env";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { everyUser } from "@/lib/gateway/demand-reads";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { providerOfIssuer } from "@/lib/identity/providers";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { deleteIdentity, findIdentity, listIdentities } from "@/lib/stores/postgres/identities";
import * as store from "@/lib/stores/postgres/people";
import { listMembers } from "@/lib/stores/postgres/users";
import { type Colleague, groupsRefusal, lastAdminRefusal, refusalToChange, refusalToReset } from "./role-rules";

type Context = SignedInContext<SessionViewer>;

/** A user of the viewer's accounts; `given`: the role that somebody gave him. */
type Known = Colleague & {
  id: string;
  given: Role | null;
  roleIssuer: string | null;
  lastSeenAt: Date | null;
  hasPassword: boolean | null;
};

/** The users of the viewer's accounts, found by part of a name or e-mail. */
export async function listPeople(asked: Context, { search = "", page = 1 }: QueryOf<typeof contract.listPeople>) {
  const context = await withOwnAccounts(asked);
  const wanted = search.trim().toLowerCase();
  const everybody = await knownTo(context, db());
  const found = everybody.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
  const from = (page - 1) * PEOPLE_PAGE_SIZE;
  const shown = found.slice(from, from + PEOPLE_PAGE_SIZE);
  const people = await viewAll(db(), shown, context.viewer);
  return { people, total: found.length, can_invite: isBuiltIn(context) };
}

/** Gives a user of the viewer's accounts a role. One change after the other: an admin always stays. */
export async function changeRole(
  asked: Context,
  { email, role }: BodyOf<typeof contract.changeRole>,
): Promise<contract.PersonView> {
  const context = await withOwnAccounts(asked);
  const { viewer } = context;
  // A remote service is asked before the transaction, which must not wait for anybody's network.
  const listed = await usersOf(context);
  return db().transaction(async (transaction) => {
    await store.lockRoles(transaction, viewer.connection);
    const everybody = await knownTo(context, transaction, listed);
    const person = everybody.find((each) => each.email === email);
    if (!person) throw new AppError("not_found", "There is no such user in your accounts.");
    const refusal =
      refusalToChange(person, accountIdsOf(viewer)) ??
      groupsRefusal(person, decidingProvider(person, viewer)) ??
      lastAdminRefusal(person, role, counted(everybody));
    if (refusal) throw new AppError("forbidden", refusal);
    const after: Known = { ...person, role, given: role, roleIssuer: null };
    if (person.given !== role) {
      const { connection } = viewer;
      await store.giveRole(transaction, { connection, email, name: person.name, role });
      await addAudit(transaction, context, {
        accountId: accountOfEntry(person, viewer),
        action: "changeRole",
        thing: "users",
        thingId: person.id,
        before: { email, role: person.role },
        after: { email, role },
        outcome: "done",
      });
    }
    return viewOne(transaction, after, viewer);
  });
}

/**
 * Removes an identity of a user of the viewer's accounts, with the sessions that it signed in. Whoever may change the
 * role may do this: both decide what that person can do here.
 */
export async function removeIdentity(asked: Context, identityId: string): Promise<contract.PersonView> {
  const context = await withOwnAccounts(asked);
  const { viewer } = context;
  const listed = await usersOf(context);
  return db().transaction(async (transaction) => {
    const found = await findIdentity(transaction, identityId);
    const everybody =
      found?.identity.connection === viewer.connection ? await knownTo(context, transaction, listed) : [];
    const person = found && everybody.find(({ email }) => email === found.personEmail);
    if (!person) throw new AppError("not_found", "There is no such identity of a user in your accounts.");
    const refusal = refusalToChange(person, accountIdsOf(viewer));
    if (refusal) throw new AppError("forbidden", refusal);
    if (await deleteIdentity(transaction, identityId)) {
      const { issuer, subject } = found.identity;
      await addAudit(transaction, context, {
        accountId: accountOfEntry(person, viewer),
        action: "removeIdentity",
        thing: "users",
        thingId: person.id,
        before: { email: person.email, issuer, subject },
        after: { email: person.email },
        outcome: "done",
      });
    }
    return viewOne(transaction, person, viewer);
  });
}

/** The account whose admins read of a change of this person. */
const accountOfEntry = ({ accountIds }: Known, viewer: SessionViewer) =>
  accountIds?.find((id) => accountIdsOf(viewer).includes(id)) ?? onlyAccount(viewer);

const accountIdsOf = ({ accounts }: SessionViewer) => accounts.map(({ id }) => id);
const onlyAccount = ({ accounts: [first, second] }: SessionViewer) => (second ? null : (first?.id ?? null));
/** Those who can sign in: the demo's do not count where its passwords are refused. */
const counted = (everybody: Known[]) => everybody.filter(({ email }) => !demoRefused(email));

const isBuiltIn = ({ viewer }: Context) => connectionOf(viewer).demand.url === null;

type Listed = { id: string; email: string; name: string };

/** Whom a remote service lists to the viewer; one without an e-mail cannot sign in here. Null: our own service. */
async function usersOf(context: Context): Promise<Listed[] | null> {
  if (isBuiltIn(context)) return null;
  const users = await everyUser(context);
  return users.flatMap(({ id, name, email }) =>
    email ? [{ id, email: email.toLowerCase(), name: name ?? email }] : [],
  );
}

async function knownTo(context: Context, connection: Connection, given?: Listed[] | null): Promise<Known[]> {
  const listed = given === undefined ? await usersOf(context) : given;
  if (listed) return remotePeople(context, connection, listed);
  const members = await listMembers(connection, accountIdsOf(context.viewer));
  return members.map(({ role, ...member }) => ({ ...member, given: role, role: effective(role, member.email) }));
}

async function remotePeople({ viewer }: Context, connection: Connection, listed: Listed[]): Promise<Known[]> {
  const emails = listed.map(({ email }) => email);
  const met = new Map((await store.findPeople(connection, viewer.connection, emails)).map((row) => [row.email, row]));
  return listed.map((user) => {
    const given = met.get(user.email)?.role ?? null;
    const lastSeenAt = met.get(user.email)?.lastSeenAt ?? null;
    const roleIssuer = met.get(user.email)?.roleIssuer ?? null;
    const role = effective(given, user.email);
    return { ...user, accountIds: null, given, roleIssuer, role, lastSeenAt, hasPassword: null };
  });
}

const NOT_OURS = "Their password is another service's. Ask its operator.";

const effective = (given: Role | null, email: string) => roleOf(given, email, env.ADMIN_EMAILS);

async function viewAll(connection: Connection, persons: Known[], viewer: SessionViewer) {
  const emails = persons.map(({ email }) => email);
  const rows = await listIdentities(connection, viewer.connection, emails);
  const identitiesOf = ({ email }: Known) => rows.filter(({ personEmail }) => personEmail === email).map(identityView);
  return persons.map((person) => view(person, viewer, identitiesOf(person)));
}

async function viewOne(connection: Connection, person: Known, viewer: SessionViewer): Promise<contract.PersonView> {
  const [only] = await viewAll(connection, [person], viewer);
  if (!only) throw new Error("One person has one view.");
  return only;
}

type IdentityRow = Awaited<ReturnType<typeof listIdentities>>[number];

function identityView({ identity }: IdentityRow): contract.IdentityView {
  const { id, issuer, subject, email, createdAt, lastUsedAt } = identity;
  return {
    ...{ id, subject, email },
    provider: titleOfIssuer(identity.connection, issuer),
    linked_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  };
}

function view(person: Known, viewer: SessionViewer, identities: contract.IdentityView[]): contract.PersonView {
  const { email, name, role, lastSeenAt } = person;
  const refusal = refusalToChange(person, accountIdsOf(viewer));
  return {
    email,
    name,
    role,
    role_from: sourceOf(person),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    is_me: email === viewer.email,
    refusal: refusal ?? groupsRefusal(person, decidingProvider(person, viewer)),
    identities_refusal: refusal,
    identities,
    has_password: person.hasPassword,
    password_refusal: person.hasPassword === null ? NOT_OURS : refusalToReset(person, accountIdsOf(viewer)),
  };
}

function sourceOf({ given, roleIssuer, email }: Known): contract.PersonView["role_from"] {
  if (given !== null) return roleIssuer === null ? "given" : "groups";
  return env.ADMIN_EMAILS.includes(email) ? "environment" : "default";
}

/** The provider whose groups decide a role: one that is no longer configured, or maps no roles, decides none. */
function decidingProvider({ roleIssuer }: Known, { connection }: SessionViewer): string | null {
  const provider = roleIssuer === null ? undefined : providerOfIssuer(connection, roleIssuer);
  return Object.keys(provider?.groups?.roles ?? {}).length > 0 ? (provider?.title ?? null) : null;
}

const titleOfIssuer = (connection: string, issuer: string) => providerOfIssuer(connection, issuer)?.title ?? issuer;
