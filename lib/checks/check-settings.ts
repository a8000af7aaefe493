import "server-only";
import type { BodyOf, QueryOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/checks";
import { UNANSWERED_DAYS, USUALLY } from "@/lib/contracts/terms/checks";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { serviceOf } from "@/lib/gateway/connections";
import { checkedElsewhere } from "@/lib/gateway/fielding";
import * as gateway from "@/lib/gateway/fraud";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { findCheckSettings, saveCheckSettings } from "@/lib/stores/postgres/check-settings";
import { db } from "@/lib/stores/postgres/client";
import { countUnansweredChecks } from "@/lib/stores/postgres/unanswered-checks";
import { whoseSurvey } from "./whose";

/** What an account decided about its checks, and what its service says of them if it answers. */
export async function getCheckSettings(
  context: SignedInContext,
  accountId: string | undefined,
): Promise<contract.CheckSettings> {
  const account = await ownAccount(context, accountId);
  const of = { context, account };
  const place = { connection: context.viewer.connection, accountId: account.id };
  const [decided, unanswered, service] = await Promise.all([
    findCheckSettings(db(), place),
    checkedElsewhere(context.viewer) === null ? null : countUnansweredChecks(db(), place, UNANSWERED_DAYS),
    readService(of),
  ]);
  return {
    account: { id: account.id, name: account.name },
    when_unanswered: decided?.whenUnanswered ?? USUALLY,
    decided: decided && { who: decided.who, at: decided.at.toISOString() },
    unanswered_at_entry: unanswered && {
      ...{ let_in: unanswered["let in"], turned_away: unanswered["turn away"] },
      last_at: unanswered.lastAt?.toISOString() ?? null,
    },
    ...service,
  };
}

type ServiceSettings = Pick<contract.CheckSettings, "problem" | "platforms" | "extended">;

/** A service that is away keeps nobody from reading and changing what is decided here: that is when it matters. */
async function readService(of: gateway.For): Promise<ServiceSettings> {
  try {
    const isExtended = gateway.isExtended(of.context);
    const [platforms, since, lists, threshold] = await Promise.all([
      gateway.listPlatforms(of),
      isExtended ? gateway.encryptionSince(of) : null,
      isExtended ? gateway.listLists(of) : [],
      isExtended ? gateway.findThreshold(of) : null,
    ]);
    const extended = threshold === null ? null : { encryption_key_at: since, lists, threshold };
    return { problem: null, platforms, extended };
  } catch (error) {
    if (error instanceof AppError && (error.code === "unavailable" || error.code === "busy")) {
      return { problem: error.message, platforms: null, extended: null };
    }
    throw error;
  }
}

export async function updateCheckSettings(
  context: SignedInContext,
  { account_id, when_unanswered, platforms, threshold }: BodyOf<typeof contract.updateCheckSettings>,
): Promise<contract.CheckSettings> {
  const account = await ownAccount(context, account_id);
  if (platforms || threshold !== undefined) requireExtended(context);
  if (platforms) await gateway.setPlatforms({ context, account }, platforms);
  if (threshold !== undefined) await gateway.setThreshold({ context, account }, threshold);
  if (when_unanswered) await decide({ context, account }, when_unanswered);
  return getCheckSettings(context, account.id);
}

async function decide({ context, account }: gateway.For, whenUnanswered: contract.CheckSettings["when_unanswered"]) {
  const { connection, email: who } = context.viewer;
  const place = { connection, accountId: account.id };
  await db().transaction(async (transaction) => {
    const before = await findCheckSettings(transaction, place);
    if (before?.whenUnanswered === whenUnanswered) return;
    await saveCheckSettings(transaction, { ...place, whenUnanswered, who });
    await addAudit(transaction, context, {
      ...{ accountId: account.id, action: "updateCheckSettings", thing: "accounts", thingId: account.id },
      before: { when_unanswered: before?.whenUnanswered ?? USUALLY },
      after: { when_unanswered: whenUnanswered },
      outcome: "done",
    });
  });
}

type Tried = QueryOf<typeof contract.previewThreshold>;

/** Which completes a threshold would have stopped. */
export async function previewThreshold(context: SignedInContext, { account_id, ...query }: Tried) {
  requireExtended(context);
  const { sy_nr: number } = query;
  if (number === undefined) {
    return gateway.tryThreshold({ context, account: await ownAccount(context, account_id) }, query);
  }
  const { of } = await whoseSurvey(context, { number, accountId: account_id });
  return gateway.tryThreshold(of, query);
}

export async function createReplyKey(context: SignedInContext, accountId: string | undefined) {
  requireExtended(context);
  return gateway.createEncryptionKey({ context, account: await ownAccount(context, accountId) });
}

/** What is ours beside the interface is asked only of services that are known to have it. */
export function requireExtended(context: SignedInContext): void {
  if (gateway.isExtended(context)) return;
  throw new AppError("invalid", `${serviceOf(connectionOf(context.viewer), "fraud")} does not offer this.`);
}
