import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/page-origins";
import type { Account, SignedInContext } from "@/lib/gateway/call";
import { readAccounts } from "@/lib/gateway/own-account";
import { lockKeys } from "@/lib/stores/postgres/api-keys";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/page-origins";
import { chosenAccount } from "./chosen-account";

type Context = SignedInContext<SessionViewer>;

const shown = ({ id, name }: Account, origins: string[]): contract.OriginsOfAccount => ({
  account: { id, name },
  origins,
});

/** The origins of each of the viewer's accounts. */
export async function listPageOrigins(context: Context): Promise<{ accounts: contract.OriginsOfAccount[] }> {
  const accounts = await readAccounts(context);
  const { connection } = context.viewer;
  const listed = await store.listPageOrigins(db(), { connection, accountIds: accounts.map(({ id }) => id) });
  const originsOf = ({ id }: Account) => listed.filter(({ accountId }) => accountId === id).map(({ origin }) => origin);
  return { accounts: accounts.map((account) => shown(account, originsOf(account))) };
}

/** Replaces the origins of one of the viewer's accounts, at once for every key. */
export async function setPageOrigins(
  context: Context,
  { account_id, origins }: BodyOf<typeof contract.setPageOrigins>,
): Promise<contract.OriginsOfAccount> {
  const account = chosenAccount(await readAccounts(context), account_id, "these origins are for");
  const { connection } = context.viewer;
  const place = { connection, accountId: account.id };
  const wanted = [...new Set(origins)].sort();
  await db().transaction(async (transaction) => {
    await lockKeys(transaction, place);
    const listed = await store.listPageOrigins(transaction, { connection, accountIds: [account.id] });
    const before = listed.map(({ origin }) => origin);
    if (before.join() === wanted.join()) return;
    await store.replacePageOrigins(transaction, place, wanted);
    await addAudit(transaction, context, {
      ...{ accountId: account.id, action: "setPageOrigins", thing: "origins", thingId: account.id, outcome: "done" },
      before: { name: account.name, origins: before },
      after: { name: account.name, origins: wanted },
    });
  });
  return shown(account, wanted);
}
