import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/recordings";
import { questionsOfRequest, withSources } from "@/lib/contracts/rules/question-sources";
import { areForSameFigures, recordedRequests } from "@/lib/contracts/rules/recorded-tables";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { ownProject } from "@/lib/gateway/own-project";
import { fetchData } from "@/lib/gateway/pivot";
import { keyOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { findAnswerSet } from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import type { SavedView } from "@/lib/stores/postgres/saved-views";
import * as store from "@/lib/stores/postgres/table-recordings";
import { readTogether } from "@/lib/tables/read-together";
import { packContent, unpackContent } from "./recorded-content";
import { type Context, GONE, lockOwn, readerOf } from "./saved-views";

const LIST = "pivots";
const UNREADABLE =
  "The figures that were recorded with this view cannot be read, so the table shows live ones. Record them anew.";
const NOT_YOURS =
  "The figures that were recorded with this view are of a project that you cannot open, so they are not shown.";
const FROZEN = "The table of this view is frozen. Unfreeze it first, or save a new view.";
const NOTHING = "No figures are recorded with this view.";

/** What is recorded with a view that the viewer may open, of a project that is his. */
export async function findRecording(asked: Context, id: string): Promise<contract.Recorded> {
  const context = await withOwnAccounts(asked);
  const row = await store.findRecording(db(), readerOf(context.viewer), { id, list: LIST });
  if (row === undefined) throw new AppError("not_found", GONE);
  return row === null ? { recording: null, problem: null } : shown(context, row);
}

/** A view may be shared with an account whose people do not all see the project. */
async function shown(context: Context, row: store.TableRecording): Promise<contract.Recorded> {
  const content = unpackContent(row.content);
  if (!content) return { recording: null, problem: UNREADABLE };
  try {
    await ownProject(context, content.asked.projectId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return { recording: null, problem: NOT_YOURS };
  }
  const { who, recordedAt, frozenAt } = row;
  const moments = { recorded_at: recordedAt.toISOString(), frozen_at: frozenAt?.toISOString() ?? null };
  return { recording: { ...content, who, ...moments }, problem: null };
}

type Asked = BodyOf<typeof contract.recordTable>;

/**
 * Records the table that is asked for as the service computes it now, with all the tables that it is put together of.
 * Figures of the same table that are recorded already stay, unless they are wanted anew.
 */
export async function recordTable(
  caller: Context,
  { names, ...wanted }: Asked,
  signal: AbortSignal,
): Promise<contract.Recorded> {
  const { id, asked, others } = wanted;
  const context = await withOwnAccounts(caller);
  const { kept } = await db().transaction((transaction) => lookAt(transaction, context, wanted));
  if (kept) return shown(context, kept);
  const { projectId } = asked;
  const requests = recordedRequests(wanted);
  const questions = await definitionsOf(context, requests);
  const [table, ...further] = await readTogether(requests, (body) => fetchData(context, { body, projectId, signal }));
  if (!table) throw new Error("No table was read.");
  const read = further.flatMap((each, at) => {
    const other = others[at];
    return other ? [{ ...other, table: each }] : [];
  });
  const content = packContent({ asked, table, others: read, names, questions });
  const row = await db().transaction(async (transaction) => {
    // Meanwhile somebody may have recorded the same, or frozen it.
    const { view, kept: present } = await lookAt(transaction, context, wanted);
    if (present) return present;
    const written = await store.writeRecording(transaction, { viewId: id, content, who: context.viewer.name });
    await trace(transaction, context, { action: "recordTable", view, written });
    return written;
  });
  return shown(context, row);
}

/** The questions of these tables, with those that they are made of, as they are defined now. */
async function definitionsOf(context: Context, requests: readonly PivotRequest[]): Promise<Question[]> {
  const project = keyOf(context, await ownProject(context, requests[0]?.projectId ?? ""));
  const set = await findAnswerSet(db(), project);
  return withSources(requests.flatMap(questionsOfRequest), set?.questions ?? []);
}

/** The view, the caller's to change until the end, and what stays recorded; null: figures are to be written. */
async function lookAt(
  transaction: Connection,
  context: Context,
  { id, anew, ...wanted }: Omit<Asked, "names">,
): Promise<{ view: SavedView; kept: store.TableRecording | null }> {
  const view = await lockOwn(transaction, context.viewer, id);
  if (view.list !== LIST) throw new AppError("invalid", "Only a view of tables has figures to record.");
  const present = await store.findRecording(transaction, readerOf(context.viewer), { id, list: LIST });
  if (!present) return { view, kept: null };
  const recorded = unpackContent(present.content);
  const isSame = recorded !== null && areForSameFigures(recordedRequests(recorded), recordedRequests(wanted));
  if (isSame && !anew) return { view, kept: present };
  if (present.frozenAt !== null) throw new AppError("invalid", FROZEN);
  return { view, kept: null };
}

/** From now on the recorded figures are shown for good, or live ones again. */
export async function freezeTable(
  asked: Context,
  { id, frozen }: BodyOf<typeof contract.freezeTable>,
): Promise<contract.Recorded> {
  const context = await withOwnAccounts(asked);
  const row = await db().transaction(async (transaction) => {
    const view = await lockOwn(transaction, context.viewer, id);
    const written = await store.setFrozen(transaction, id, frozen);
    if (!written) throw new AppError("not_found", NOTHING);
    await trace(transaction, context, { action: frozen ? "freezeTable" : "unfreezeTable", view, written });
    return written;
  });
  return shown(context, row);
}

type Traced = { action: AuditAction; view: SavedView; written: store.TableRecording };

/** Figures are not repeated there: they are the view's. */
async function trace(transaction: Connection, context: Context, { action, view, written }: Traced) {
  const { recordedAt, frozenAt } = written;
  await addAudit(transaction, context, {
    ...{ accountId: view.accountId, action, thing: "views", thingId: view.id, outcome: "done" },
    after: { recorded_at: recordedAt.toISOString(), frozen_at: frozenAt?.toISOString() ?? null },
  });
}
