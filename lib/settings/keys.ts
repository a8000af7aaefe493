import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { type KeyKind, type KeyScope, keyKindsFor } from "@/lib/contracts/interface-list";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/api-keys";
import type { Role } from "@/lib/contracts/rules/permissions";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf } from "@/lib/gateway/connections";
import { readAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import * as store from "@/lib/stores/postgres/api-keys";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { chosenAccount } from "./chosen-account";
import { keyedNames } from "./keyed-names";

type Context = SignedInContext<SessionViewer>;

const MOST_KEYS = 100;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The accounts are read now: what a key gives access to must not rest on an answer that is a minute old. */
async function readerOf(context: Context): Promise<store.KeyReader> {
  const accounts = await readAccounts(context);
  return { connection: context.viewer.connection, accountIds: accounts.map(({ id }) => id) };
}

const shown = (key: store.StoredKey): contract.ApiKey => ({
  id: key.id,
  interface: key.interface,
  kind: key.kind,
  name: key.name,
  account: { id: key.accountId, name: key.accountName },
  begins: key.begins,
  who: key.who,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  role: key.role,
  calls_per_minute: key.mostPerMinute,
});

export async function listKeys(context: Context): Promise<{ keys: contract.ApiKey[] }> {
  return { keys: (await store.listKeys(db(), await readerOf(context))).map(shown) };
}

/** Creates a key for one of the viewer's accounts. Its text is in this reply and is stored nowhere. */
export async function createKey(
  context: Context,
  asked: BodyOf<typeof contract.createKey>,
): Promise<contract.ApiKey & { key: string }> {
  const { interface: of, kind, name, account_id, expires_in_days: days, role, calls_per_minute } = asked;
  const { connection, email } = context.viewer;
  refuseElsewhere(context, of);
  refuseOtherRole(of, role);
  refuseOtherKind(of, kind);
  const account = chosenAccount(await readAccounts(context), account_id, "the key is for");
  const { text, ...stored } = store.newKey(of, kind);
  const place = { connection, accountId: account.id };
  return db().transaction(async (transaction) => {
    await requireRoom(transaction, place);
    const created = await store.insertKey(transaction, {
      ...place,
      ...stored,
      interface: of,
      accountName: account.name,
      name: name.trim(),
      who: email,
      role: role ?? null,
      mostPerMinute: calls_per_minute ?? null,
      expiresAt: days === undefined ? null : new Date(Date.now() + days * DAY_MS),
    });
    await trace(transaction, context, "createKey", { after: audited(created) }, created);
    return { ...shown(created), key: text };
  });
}

/** One after the other for an account, so that the count holds. */
async function requireRoom(transaction: Connection, place: { connection: string; accountId: string }): Promise<void> {
  await store.lockKeys(transaction, place);
  const { connection, accountId } = place;
  if ((await store.countKeys(transaction, { connection, accountIds: [accountId] })) < MOST_KEYS) return;
  throw new AppError("invalid", `The account has ${MOST_KEYS} keys. Revoke one that nobody needs.`);
}

/** A new key that can do what another can and lasts as long as that was made for; the other one ends after the overlap. */
export async function rotateKey(
  context: Context,
  { id, overlap_hours: hours }: BodyOf<typeof contract.rotateKey>,
): Promise<contract.ApiKey & { key: string }> {
  const reader = await readerOf(context);
  return db().transaction(async (transaction) => {
    const former = await store.findOwnKey(transaction, reader, id);
    if (!former) {
      throw new AppError("not_found", "This key has ended already, or belongs to an account that is not yours.");
    }
    const { connection, accountId, accountName, name, interface: of, kind, role, mostPerMinute } = former;
    await requireRoom(transaction, { connection, accountId });
    const { text, ...stored } = store.newKey(of, kind);
    const { createdAt, expiresAt: ends } = former;
    const created = await store.insertKey(transaction, {
      ...{ connection, accountId, accountName, name, interface: of, role, mostPerMinute, ...stored },
      who: context.viewer.email,
      expiresAt: ends && new Date(Date.now() + ends.getTime() - createdAt.getTime()),
    });
    await store.endKeyAt(transaction, reader, id, hours * HOUR_MS);
    const before = { ...audited(former), overlap_hours: hours };
    await trace(transaction, context, "rotateKey", { before, after: audited(created) }, created);
    return { ...shown(created), key: text };
  });
}

export async function revokeKey(context: Context, id: string): Promise<{ revoked: number }> {
  const reader = await readerOf(context);
  return db().transaction(async (transaction) => {
    const revoked = await store.revokeKey(transaction, reader, id);
    if (!revoked) {
      throw new AppError("not_found", "This key is already revoked, or belongs to an account that is not yours.");
    }
    await trace(transaction, context, "revokeKey", { before: audited(revoked) }, revoked);
    return { revoked: 1 };
  });
}

/** A key of ours is of no use where the interface is another service's. */
function refuseElsewhere({ viewer }: Context, of: KeyScope): void {
  const connection = connectionOf(viewer);
  // Users are the demand interface's.
  if (addressOf(connection, of === "scim" ? "demand" : of) === null) return;
  const sentence = `${keyedNames[of]} of ${connection.title} is another service, which does not accept keys from here. Ask its operator for one.`;
  throw new AppError("invalid", sentence);
}

function refuseOtherRole(of: KeyScope, role: Role | undefined): void {
  if ((of === "demand") === (role !== undefined)) return;
  const problem =
    of === "demand" ? "Choose what the service account may do." : `Keys for ${keyedNames[of]} have no role.`;
  throw new AppError("invalid", problem, { fields: { role: problem } });
}

function refuseOtherKind(of: KeyScope, kind: KeyKind | undefined): void {
  if (kind === undefined || keyKindsFor(of).includes(kind)) return;
  const problem = `${keyedNames[of]} has no ${kind} keys.`;
  throw new AppError("invalid", problem, { fields: { kind: problem } });
}

/** What the audit log says about a key, without anything that lets somebody call with it. */
const audited = ({ name, interface: of, kind, begins, accountId, ...key }: store.StoredKey) => ({
  name,
  interface: of,
  kind,
  begins,
  account_id: accountId,
  ...(key.role !== null && { role: key.role }),
  ...(key.mostPerMinute !== null && { calls_per_minute: key.mostPerMinute }),
  ...(key.expiresAt !== null && { expires_at: key.expiresAt.toISOString() }),
});

type States = { before?: unknown; after?: unknown };

async function trace(
  transaction: Connection,
  context: Context,
  action: AuditAction,
  states: States,
  { id, accountId }: store.StoredKey,
): Promise<void> {
  const entry = { accountId, action, thing: "keys", thingId: id, outcome: "done" } as const;
  await addAudit(transaction, context, { ...entry, ...states });
}
