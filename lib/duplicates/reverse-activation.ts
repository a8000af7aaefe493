import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Job } from "@/lib/contracts/ours/jobs";
import { opposite } from "@/lib/contracts/terms/activation";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { newJob } from "@/lib/jobs/kind";
import { startJob, undoJob } from "@/lib/jobs/start-job";
import type { HistoryRow } from "@/lib/stores/postgres/activation-history";
import { db } from "@/lib/stores/postgres/client";
import { findJobOfKind } from "@/lib/stores/postgres/jobs";
import { EVERYTHING } from "@/lib/stores/postgres/opposed-jobs";
import { type ActivationWork, changeActivation } from "./change-activation";
import { reversible } from "./history";

/** Starts reversing an entry of the history: a job as its undo, another client's call as work of its own. */
export async function reverseActivation(
  context: SignedInContext<SessionViewer>,
  { account_id, id }: { account_id?: string | undefined; id: string },
): Promise<Job> {
  const account = await ownAccount(context, account_id);
  const entry = await reversible(context, account, id);
  if (entry.origin === "service") return startJob(context, callReversed(account.id, entry));
  const summary = await findJobOfKind(db(), id.slice("job:".length), changeActivation.kind);
  if (!summary) throw new AppError("not_found", "This change could not be found.");
  return undoJob(context, changeActivation, summary);
}

/** Only what that call changed: its id names exactly those records. */
function callReversed(accountId: string, { id, type, route, selectors }: HistoryRow) {
  const { Survey_Number: numbers = [] } = selectors;
  const work: ActivationWork = {
    account_id: accountId,
    type: opposite(type),
    route,
    selectors: {},
    reverses: id,
  };
  const changes = [id.slice("call:".length)];
  const items =
    numbers.length > 0
      ? numbers.map((number) => ({ key: number, label: number, input: { survey_number: number, changes } }))
      : [{ key: EVERYTHING, label: "Matching records", input: { survey_number: null, changes } }];
  return newJob(changeActivation, { title: "Undo: a change of another client", input: work, items });
}
