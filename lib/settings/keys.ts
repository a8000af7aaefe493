import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { type KeyedService, type KeyKind, keyKindsOf, services } from "@/lib/contracts/interface-list";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/api-keys";
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
});

export async function listKeys(context: Context): Promise<{ keys: contract.ApiKey[] }> {
  return { keys: (await store.listKeys(db(), await readerOf(context))).map(shown) };
}

/** Creates a key for one of the viewer's accounts. Its text is in this reply and is stored nowhere. */
export async function createKey(
  context: Context,
  { interface: of, kind, name, account_id }: BodyOf<typeof contract.createKey>,
): Promise<contract.ApiKey & { key: string }> {
  const { connection, email } = context.viewer;
  refuseElsewhere(context, of);
  refuseOtherKind(of, kind);
  const account = chosenAccount(await readAccounts(context), account_id, "the key is for");
  const { text, ...stored } = store.newKey(of, kind);
  const place = { connection, accountId: account.id };
  return db().transaction(async (transaction) => {
    await store.lockKeys(transaction, place);
    if ((await store.countKeys(transaction, { connection, accountIds: [account.id] })) >= MOST_KEYS) {
      throw new AppError("invalid", `The account has ${MOST_KEYS} keys. Revoke one that nobody needs.`);
    }
    const values = { ...place, ...stored, interface: of, accountName: account.name, name: name.trim(), who: email };
    const created = await store.insertKey(transaction, values);
    await trace(transaction, context, "createKey", { after: audited(created) }, created);
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
function refuseElsewhere({ viewer }: Context, of: KeyedService): void {
  const connection = connectionOf(viewer);
  if (addressOf(connection, of) === null) return;
  const sentence = `${keyedNames[of]} of ${connection.title} is another service, which does not accept keys from here. Ask its operator for one.`;
  throw new AppError("invalid", sentence);
}

function refuseOtherKind(of: KeyedService, kind: KeyKind | undefined): void {
  if (kind === undefined || keyKindsOf(services[of].authentication).includes(kind)) return;
  const problem = `${keyedNames[of]} has no ${kind} keys.`;
  throw new AppError("invalid", problem, { fields: { kind: problem } });
}

/** What the audit log says about a key, without anything that lets somebody call with it. */
const audited = ({ name, interface: of, kind, begins, accountId }: store.StoredKey) => ({
  name,
  interface: of,
  kind,
  begins,
  account_id: accountId,
});

type States = { before?: unknown; after?: unknown };

async function trace(
  transaction: Connection,
  context: Context,
  action: string,
  states: States,
  { id, accountId }: store.StoredKey,
): Promise<void> {
  const entry = { accountId, action, thing: "keys", thingId: id, outcome: "done" } as const;
  await addAudit(transaction, context, { ...entry, ...states });
}
