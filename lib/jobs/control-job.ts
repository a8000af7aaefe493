import "server-only";
import type { Job, JobAction } from "@/lib/contracts/ours/jobs";
import { FORBIDDEN, may } from "@/lib/contracts/rules/permissions";
import { jobItemStates } from "@/lib/contracts/terms/jobs";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { findOpposed } from "@/lib/stores/postgres/opposed-jobs";
import { seal } from "@/lib/stores/postgres/sealed";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import { type AnyKind, findKind, type Kinds, opposed, type ResultFile } from "./kind";
import { findSummary, NOTHING_TO_UNDO, type PersonContext, undoJob } from "./start-job";
import { oppositionOf, readInput } from "./stored-job";
import { undoingOf, viewJob, viewJobs } from "./view-job";

/** What people do with jobs of any kind: view, pause, resume, cancel, retry, undo. Everybody only with their own. */
export async function listJobs(context: PersonContext, kinds: Kinds): Promise<Job[]> {
  const summaries = await store.listJobs(db(), context.viewer.personId);
  const jobs = summaries.map((summary) => ({ kind: findKind(kinds, summary.job.kind), summary }));
  return viewJobs(context, jobs);
}

const ITEM_PAGE = 100;

export async function listJobItems(
  context: PersonContext,
  kinds: Kinds,
  { id, page = 1 }: { id: string; page?: number | undefined },
) {
  const { job } = await findSummary(context, id);
  const { total, items } = await store.listItems(db(), job.id, page, ITEM_PAGE);
  return {
    total_items: total,
    items: items.map(({ key, label, state, message }) => ({ key, label, state, message })),
    has_result: (await findKind(kinds, job.kind)?.hasResult?.(job)) ?? true,
  };
}

/** The result of a job: every step with its outcome, in order, unless its kind builds another file. */
export async function jobResultFile(context: PersonContext, kinds: Kinds, id: string): Promise<ResultFile> {
  const { job } = await findSummary(context, id);
  const kind = findKind(kinds, job.kind);
  refuseUnlessAllowed(context, kind);
  if (kind?.resultFile) return kind.resultFile({ ...job, input: readInput(kind, job) }, context);
  const items = await store.itemsIn(db(), job.id, [...jobItemStates]);
  const rows = items.map(({ key, label, state, message }) => csvRow([key, label, state, message]));
  const content = BYTE_ORDER_MARK + csvRow(["id", "name", "outcome", "detail"]) + rows.join("");
  const day = job.createdAt.toISOString().slice(0, 10);
  return { name: `${job.title} ${day}.csv`, type: "text/csv; charset=utf-8", content };
}

/** Returns the job as the action left it; for an undo, the job that it started. */
export async function controlJob(
  context: PersonContext,
  kinds: Kinds,
  { id, action }: { id: string; action: JobAction },
): Promise<Job> {
  const summary = await findSummary(context, id);
  const kind = findKind(kinds, summary.job.kind);
  refuseUnlessAllowed(context, kind);
  const done = await actions[action]({ context, kind, summary });
  if (!done) throw new AppError("invalid", cannot[action]);
  return done === true ? viewJob(context, { kind, summary: await findSummary(context, id) }) : done;
}

/** Checks the permission of the job's kind: the person's role may have changed since. */
function refuseUnlessAllowed({ viewer }: PersonContext, kind: AnyKind | undefined): void {
  if (kind && !may(viewer.role, kind.permission)) throw new AppError("forbidden", FORBIDDEN);
}

const cannot: Record<JobAction, string> = {
  pause: "Only a job that is waiting or running can be paused.",
  resume: "Only a paused job can be resumed.",
  cancel: "This job has ended: there is nothing to cancel.",
  retry: "This job has not ended, or nothing in it has failed: there is nothing to retry.",
  undo: NOTHING_TO_UNDO,
};

const UNDONE = "This job has been undone, and a retry could not be undone with it. Start a new job.";

type Controlled = { context: PersonContext; kind: AnyKind | undefined; summary: store.JobSummary };

/** Returns whether it could be done, or the job that it started. */
const actions: Record<JobAction, (controlled: Controlled) => Promise<boolean | Job>> = {
  pause: ({ context: { viewer }, summary: { job } }) =>
    store.moveJob(db(), viewer.personId, job.id, { from: ["waiting", "running"], to: "paused" }),
  resume: async (controlled) => {
    await refuseOpposed(controlled);
    const { personId, token } = controlled.context.viewer;
    const { id } = controlled.summary.job;
    return store.moveJob(db(), personId, id, { from: ["paused", "signed out"], to: "waiting", token: seal(token) });
  },
  // With a valid sign-in: what was begun is checked once more.
  cancel: ({ context: { viewer }, summary: { job } }) =>
    store.cancelJob(db(), viewer.personId, job.id, seal(viewer.token)),
  retry: async (controlled) => {
    const { context, summary } = controlled;
    const { job, counts, undoneBy } = summary;
    if (undoneBy !== null) throw new AppError("invalid", UNDONE);
    if (!counts.failed && !counts.cancelled) return false;
    await refuseOpposed(controlled);
    return store.retryJob(db(), context.viewer.personId, job.id, seal(context.viewer.token));
  },
  undo: async ({ context, kind, summary }) => {
    const undoing = undoingOf(context, kind, summary);
    if (undoing && "refused" in undoing) throw new AppError("invalid", undoing.refused);
    const { can_undo } = await viewJob(context, { kind, summary });
    return kind && can_undo ? undoJob(context, kind, summary) : false;
  },
};

/** A paused job goes on only if none that does the opposite has been started meanwhile. */
async function refuseOpposed({ kind, summary: { job } }: Controlled): Promise<void> {
  const opposes = kind?.opposes && oppositionOf(kind, readInput(kind, job));
  if (!opposes) return;
  const toDo = await store.itemsIn(db(), job.id, ["waiting", "running", "failed", "cancelled"]);
  const keys = toDo.map(({ key }) => key);
  const found = await findOpposed(db(), { connection: job.connection, kind: job.kind, opposes, keys });
  if (found) throw new AppError("invalid", opposed(found));
}
