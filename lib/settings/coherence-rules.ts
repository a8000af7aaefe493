import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/coherence-rules";
import { type Account, connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf } from "@/lib/gateway/connections";
import { readAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/coherence-rules";
import { isUuid } from "@/lib/stores/postgres/conditions";
import { chosenAccount } from "./chosen-account";

type Context = SignedInContext<SessionViewer>;

const revisionOf = ({ updatedAt }: store.StoredRules) => updatedAt?.toISOString() ?? null;

const shown = ({ id, name }: Account, stored: store.StoredRules): contract.RulesOfAccount => ({
  account: { id, name },
  rules: stored.rules,
  revision: revisionOf(stored),
});

const noRules: store.StoredRules = { rules: [], updatedAt: null };

/** The rules of each of the viewer's accounts. */
export async function listCoherenceRules(context: Context): Promise<{ accounts: contract.RulesOfAccount[] }> {
  const accounts = await readAccounts(context);
  const rules = await store.listCoherenceRules(
    db(),
    accounts.map(({ id }) => id),
  );
  return { accounts: accounts.map((account) => shown(account, rules.get(account.id) ?? noRules)) };
}

/** Replaces the rules of one of the viewer's accounts, for respondents whom our own service scores from now on. */
export async function setCoherenceRules(
  context: Context,
  { account_id, rules, revision }: BodyOf<typeof contract.setCoherenceRules>,
): Promise<contract.RulesOfAccount> {
  const account = chosenAccount(await readAccounts(context), account_id, "these rules are for");
  if (!isUuid(account.id) || addressOf(connectionOf(context.viewer), "quality") !== null) {
    throw new AppError(
      "invalid",
      "Respondents of this connection are scored elsewhere, which knows no rules from here.",
    );
  }
  return db().transaction(async (transaction) => {
    const before = await store.lockCoherenceRules(transaction, account.id);
    if (revision !== undefined && revision !== revisionOf(before)) throw changedMeanwhile();
    const after = await store.setCoherenceRules(transaction, account.id, rules);
    await addAudit(transaction, context, {
      ...{ accountId: account.id, action: "setCoherenceRules", thing: "coherence-rules", thingId: account.id },
      outcome: "done",
      before: { name: account.name, rules: before.rules },
      after: { name: account.name, rules },
    });
    return shown(account, after);
  });
}

const changedMeanwhile = () =>
  new AppError(
    "conflict",
    "Somebody else has changed these rules since you read them. Make your change again, to the rules as they are now.",
  );
