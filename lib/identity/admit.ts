import "server-only";
import type { Context } from "@/lib/contracts/context";
import { logger } from "@/lib/logger";
import { addAudit } from "@/lib/stores/postgres/audit";
import type { Connection } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/identities";
import { giveRoleByGroups, lockRoles, meetPerson } from "@/lib/stores/postgres/people";
import * as users from "@/lib/stores/postgres/users";
import { emailRefusal, type Identity } from "./claims";
import { accountsByGroups, roleByGroups } from "./group-rules";
import type { IdentityProvider } from "./providers";
import { SignInRefused } from "./refusals";

export type Admitted = {
  identityId: string;
  personId: string;
  email: string;
  /** Of the built-in service; null: the connection is another. */
  userId: string | null;
};

type Person = Awaited<ReturnType<typeof meetPerson>>;
type Admission = { provider: IdentityProvider; identity: Identity; requestId: string };

/**
 * The person whom a proven identity signs in: linked before, or now by an e-mail that the provider has verified and may
 * vouch for. Brings role and accounts up to date with the groups. Run it in a transaction: a refusal changes nothing.
 * @throws SignInRefused
 */
export async function admit(transaction: Connection, admission: Admission): Promise<Admitted> {
  const { provider, identity } = admission;
  const subject = { connection: provider.connection, issuer: identity.issuer, subject: identity.subject };
  await store.lockIdentity(transaction, subject);
  const known = await store.findSubject(transaction, subject);
  const userId = await admitUser(transaction, admission, known?.person.email ?? linkableEmail(admission));
  const { identityId, person } = known
    ? { identityId: known.identity.id, person: known.person }
    : await link(transaction, admission);
  if (!known) await traceLink(transaction, admission, person, userId);
  await followRole(transaction, admission, person, userId);
  await store.noteIdentityUse(transaction, identityId, identity.email);
  return { identityId, personId: person.id, email: person.email, userId };
}

/** The e-mail by which an identity that nobody is linked to may be linked. */
function linkableEmail({ provider, identity }: Admission): string {
  const refusal = emailRefusal(provider, identity);
  if (refusal !== null) throw new SignInRefused(refusal);
  return identity.email ?? "";
}

async function link(transaction: Connection, admission: Admission) {
  const { provider, identity } = admission;
  const email = linkableEmail(admission);
  const { connection, issuer } = { connection: provider.connection, issuer: identity.issuer };
  // The address may have been given to somebody else since: only an admin knows.
  if (await store.hasIdentityOf(transaction, { connection, email, issuer })) throw new SignInRefused("other-identity");
  const person = await meetPerson(transaction, { connection, email, name: identity.name ?? email });
  const row = { connection, issuer, subject: identity.subject, personId: person.id, email };
  return { identityId: await store.insertIdentity(transaction, row), person };
}

/** The built-in user of an e-mail, in the accounts of their groups; made where the groups name an account. */
async function admitUser(transaction: Connection, admission: Admission, email: string): Promise<string | null> {
  const { provider, identity } = admission;
  if (provider.connection !== users.BUILT_IN) return null;
  const { joins, leaves } = accountsByGroups(provider.groups, identity.groups);
  const [joined, left] = [await users.findAccounts(transaction, joins), await users.findAccounts(transaction, leaves)];
  if (joined.length < joins.length) logger.warn({ provider: provider.name }, "groups name accounts that there are not");
  const user = await users.findCredentials(transaction, email);
  if (user?.disabledAt) throw new SignInRefused("disabled");
  if (!user && joined.length === 0) throw new SignInRefused("no-user");
  const name = identity.name ?? email;
  const { id } = user ?? (await users.insertUserWithoutPassword(transaction, { email, name }));
  const before = await users.joinAccounts(transaction, id, ids(joined));
  const after = await users.leaveAccounts(transaction, id, ids(left));
  const trace = { thing: "users", thingId: id, outcome: "done" } as const;
  const context = contextOf(admission, email);
  for (const account of joined.filter((each) => before.includes(each.id))) {
    const entry = { ...trace, action: user ? "updateUser" : "createUser", accountId: account.id } as const;
    await addAudit(transaction, context, { ...entry, after: { email, account: account.name, by: provider.title } });
  }
  for (const account of left.filter((each) => after.includes(each.id))) {
    const entry = { ...trace, action: "updateUser", accountId: account.id } as const;
    const change = { before: { email, account: account.name }, after: { email, by: provider.title } };
    await addAudit(transaction, context, { ...entry, ...change });
  }
  return id;
}

const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);

async function followRole(
  transaction: Connection,
  admission: Admission,
  person: Person,
  userId: string | null,
): Promise<void> {
  const { provider, identity } = admission;
  const role = roleByGroups(provider.groups, identity.groups);
  if (role === undefined) {
    if (provider.groups)
      logger.info({ provider: provider.name }, "the provider told no groups: role and accounts stay");
    return;
  }
  if (role === person.role && person.roleIssuer === identity.issuer) return;
  await lockRoles(transaction, provider.connection);
  await giveRoleByGroups(transaction, person.id, { role, issuer: identity.issuer });
  if (role === person.role) return;
  await addAudit(transaction, contextOf(admission, person.email), {
    accountId: await accountOf(transaction, userId),
    action: "changeRole",
    thing: "users",
    thingId: userId ?? person.id,
    before: { email: person.email, role: person.role },
    after: { email: person.email, role, by: provider.title },
    outcome: "done",
  });
}

async function traceLink(transaction: Connection, admission: Admission, person: Person, userId: string | null) {
  const { issuer, subject } = admission.identity;
  await addAudit(transaction, contextOf(admission, person.email), {
    accountId: await accountOf(transaction, userId),
    action: "linkIdentity",
    thing: "users",
    thingId: userId ?? person.id,
    after: { email: person.email, issuer, subject },
    outcome: "done",
  });
}

/** The account whose admins read the entry: an entry without one is for admins of the whole installation. */
async function accountOf(transaction: Connection, userId: string | null): Promise<string | null> {
  const user = userId === null ? null : await users.findActiveUser(transaction, userId);
  return user?.accounts[0]?.id ?? null;
}

const contextOf = ({ provider, requestId }: Admission, email: string): Context => ({
  viewer: { connection: provider.connection, email, name: email, role: "analyst", accounts: [] },
  requestId,
  origin: "page",
});
