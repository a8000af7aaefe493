import "server-only";
import * as contract from "@/lib/contracts/interfaces/fraud-account";
import { type FailureReason, failureReasons, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { fieldFraudThreshold, listCompletes, listSurveysWithCompletes } from "@/lib/stores/postgres/field-respondents";
import { findFraudAccount, lockFraudAccount, resultsOfSessions, updateFraudAccount } from "@/lib/stores/postgres/fraud";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";
import { verdictOf } from "./scoring/verdict";

/** (ours) From which score the account's respondents fail. */
export async function getThreshold({ viewer }: Call<typeof contract.getThreshold>): Promise<Answer> {
  const { number } = await accountOf(viewer);
  return { body: { threshold: (await findFraudAccount(db(), number)).threshold } };
}

export async function setThreshold(call: Call<typeof contract.setThreshold>): Promise<Answer> {
  const { id, number } = await accountOf(call.viewer);
  const { threshold } = call.body;
  await db().transaction(async (transaction) => {
    const before = await lockFraudAccount(transaction, number);
    await updateFraudAccount(transaction, number, { threshold });
    await addAudit(transaction, call, {
      ...{ accountId: id, action: "setFraudThreshold", thing: "accounts", thingId: id, outcome: "done" },
      before: { threshold: before.threshold },
      after: { threshold },
    });
  });
  return { body: { threshold } };
}

const MOST_LOOKED_AT = 100_000;

/**
 * (ours) What a threshold would have done to completes of fielding, by the findings that were kept of them: as a survey's
 * own where one is named, else as the account's, which does not hold for surveys that have their own.
 */
export async function dryRunThreshold(call: Call<typeof contract.dryRunThreshold>): Promise<Answer> {
  const { viewer, query, signal } = call;
  const account = await accountOf(viewer);
  const since = new Date(Date.now() - contract.DRY_RUN_DAYS * 86_400_000);
  const surveys = await listSurveysWithCompletes(db(), { accountId: account.id, surveyId: query.sy_nr ?? null, since });
  if (!surveys) throw new AppError("not_found", "Survey could not be found.");
  const reasons = new Map<FailureReason, number>();
  let [completes, checked] = [0, 0];
  for (const surveyId of surveys) {
    const own = query.sy_nr === undefined ? await fieldFraudThreshold(db(), account.id, surveyId) : null;
    for await (const sessions of listCompletes(db(), { surveyId, since })) {
      signal.throwIfAborted();
      const found = await resultsOfSessions(db(), { account: account.number, surveyNumber: surveyId, sessions });
      for (const results of found) {
        const { failureReason } = verdictOf(results, own ?? query.threshold);
        if (failureReason !== NO_FAILURE) reasons.set(failureReason, (reasons.get(failureReason) ?? 0) + 1);
      }
      completes += sessions.length;
      checked += found.length;
      if (completes >= MOST_LOOKED_AT) break;
    }
    if (completes >= MOST_LOOKED_AT) break;
  }
  const counted = failureReasons.flatMap((failure_reason) => {
    const count = reasons.get(failure_reason);
    return count === undefined ? [] : [{ failure_reason, completes: count }];
  });
  const stopped = counted.reduce((sum, each) => sum + each.completes, 0);
  const body: contract.DryRun = { completes, checked, stopped, reasons: counted, more: completes >= MOST_LOOKED_AT };
  return { body };
}
