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
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/people";
import { listMembers } from "@/lib/stores/postgres/users";
import { type Colleague, lastAdminRefusal, refusalToChange } from "./role-rules";

type Context = SignedInContext<SessionViewer>;

/** A user of the viewer's accounts; `given`: the role that somebody gave him. */
type Known = Colleague & { id: string; given: Role | null; lastSeenAt: Date | null };

/** The users of the viewer's accounts, found by part of a name or e-mail. */
export async function listPeople(asked: Context, { search = "", page = 1 }: QueryOf<typeof contract.listPeople>) {
  const context = await withOwnAccounts(asked);
  const wanted = search.trim().toLowerCase();
  const everybody = await knownTo(context, db());
  const found = everybody.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
  const from = (page - 1) * PEOPLE_PAGE_SIZE;
  const shown = found.slice(from, from + PEOPLE_PAGE_SIZE);
  return { people: shown.map((person) => view(person, context.viewer)), total: found.length };
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
    const refusal = refusalToChange(person, accountIdsOf(viewer)) ?? lastAdminRefusal(person, role, counted(everybody));
    if (refusal) throw new AppError("forbidden", refusal);
    const after: Known = { ...person, role, given: role };
    if (person.given !== role) {
      const { connection } = viewer;
      await store.giveRole(transaction, { connection, email, name: person.name, role });
      await addAudit(transaction, context, {
        accountId: person.accountIds?.find((id) => accountIdsOf(viewer).includes(id)) ?? onlyAccount(viewer),
        action: "changeRole",
        thing: "users",
        thingId: person.id,
        before: { email, role: person.role },
        after: { email, role },
        outcome: "done",
      });
    }
    return view(after, viewer);
  });
}

const accountIdsOf = ({ accounts }: SessionViewer) => accounts.map(({ id }) => id);
const onlyAccount = ({ accounts: [first, second] }: SessionViewer) => (second ? null : (first?.id ?? null));
/** Those who can sign in: the demo's do not count where its passwords are refused. */
const counted = (everybody: Known[]) => everybody.filter(({ email }) => !demoRefused(email));

type Listed = { id: string; email: string; name: string };

/** Whom a remote service lists to the viewer; one without an e-mail cannot sign in here. Null: our own service. */
async function usersOf(context: Context): Promise<Listed[] | null> {
  if (connectionOf(context.viewer).demand.url === null) return null;
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
    return { ...user, accountIds: null, given, role: effective(given, user.email), lastSeenAt };
  });
}

const effective = (given: Role | null, email: string) => roleOf(given, email, env.ADMIN_EMAILS);

function view(person: Known, viewer: SessionViewer): contract.PersonView {
  const { email, name, role, given, lastSeenAt } = person;
  const isFromEnvironment = given === null && env.ADMIN_EMAILS.includes(email);
  return {
    email,
    name,
    role,
    role_from: given !== null ? "given" : isFromEnvironment ? "environment" : "default",
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    is_me: email === viewer.email,
    refusal: refusalToChange(person, accountIdsOf(viewer)),
  };
}
