import "server-only";
import type { QueryOf } from "@/lib/contracts/operation";
import type { ActivationChange, listActivations as listOperation } from "@/lib/contracts/ours/duplicates";
import { FIRST_VALUES } from "@/lib/contracts/terms/duplicates";
import { isExtended } from "@/lib/gateway/activation";
import type { Account, SignedInContext } from "@/lib/gateway/call";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { activationAccount } from "@/lib/stores/postgres/activation-accounts";
import { findInHistory, type HistoryRow, listHistory } from "@/lib/stores/postgres/activation-history";
import { db } from "@/lib/stores/postgres/client";
import { namedValues } from "./named-values";

/** The kind of job that switches the duplicate check, as its rows have it. */
export const ACTIVATION_KIND = "change activation";

/**
 * Steps that changed records, however they ended, or may have: a step cancelled while a reply was missing. That happens
 * only with another service, as our own has answered its call by then.
 */
export const undoableActivationSteps = [
  { states: ["done"] },
  { has: "records" },
  { has: "changes" },
  { states: ["cancelled"], has: "calling" },
] as const;

async function historyOf({ viewer }: SignedInContext, { id: accountId }: Account, mostNumbers: number | null) {
  const { connection } = viewer;
  const account = await activationAccount(db(), { connection, accountId });
  return { connection, accountId, account, kind: ACTIVATION_KIND, undoable: undoableActivationSteps, mostNumbers };
}

/** What was switched in the duplicate check of an account, newest first: by our work and by calls of others. */
export async function listActivations(
  context: SignedInContext,
  { account_id, page = 1, id, values = "first" }: QueryOf<typeof listOperation>,
) {
  const account = await ownAccount(context, account_id);
  const hasAll = values === "all";
  const { total, rows } = await rowsOf(await historyOf(context, account, hasAll ? null : FIRST_VALUES), page, id);
  const seesAll = context.viewer.role === "admin";
  return {
    total_changes: total,
    page,
    changes: rows.map((row) => viewChange(row, { seesAll, finds: isExtended(context), hasAll })),
  };
}

async function rowsOf(of: Awaited<ReturnType<typeof historyOf>>, page: number, id: string | undefined) {
  if (id === undefined) return listHistory(db(), of, page);
  const found = await findInHistory(db(), of, id);
  return { total: found ? 1 : 0, rows: found ? [found] : [] };
}

/** An entry of the history of one of the viewer's accounts, if it can be reversed. */
export async function reversible(context: SignedInContext, account: Account, id: string): Promise<HistoryRow> {
  const found = await findInHistory(db(), await historyOf(context, account, null), id);
  if (!found) throw new AppError("not_found", "This change could not be found.");
  const problem = whyNot(found, isExtended(context));
  if (problem) throw new AppError("invalid", problem);
  return found;
}

type Viewing = { seesAll: boolean; finds: boolean; hasAll: boolean };

function viewChange(row: HistoryRow, { seesAll, finds, hasAll }: Viewing): ActivationChange {
  const { id, who, origin, type, route, surveys, records, state, reverses, undoneBy } = row;
  return {
    ...{ id, who, origin, type, route, surveys, records, state, reverses },
    at: row.at.toISOString(),
    selectors: namedValues(row, { seesAll, hasAll }),
    reversed_by: undoneBy && `job:${undoneBy}`,
    not_reversible: whyNot(row, finds),
  };
}

export const PERSONAL_GONE =
  "It named personal identifiers, which are not kept any longer: switch what is needed by hand.";

/** Why an entry cannot be reversed; null: it can. Our own service finds what a change changed by the change itself. */
function whyNot({ hasEnded, canUndo, undoneBy, forgotten }: HistoryRow, finds: boolean): string | null {
  if (undoneBy) return "It has been reversed already.";
  if (!hasEnded) return "It has not ended yet.";
  if (!canUndo) return "It changed nothing.";
  return forgotten && !finds ? PERSONAL_GONE : null;
}
