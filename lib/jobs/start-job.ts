import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { type Job, type JobAction, jobItemStates, type StartChangeInput } from "@/lib/contracts/jobs";
import { FORBIDDEN, may } from "@/lib/contracts/permissions";
import { canonicalJson } from "@/lib/contracts/revision";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { findOpposed, Opposed } from "@/lib/stores/postgres/opposed-jobs";
import { seal } from "@/lib/stores/postgres/sealed";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import { surveyChangeRequest, surveyChangeWork } from "./change-surveys";
import { type NewWork, opposed, type ResultFile, type Undoing } from "./kind";
import { kinds } from "./kinds";

/** What people do with jobs: start, look, pause, resume, cancel, retry, undo. Each sees and moves only their own. */
type PersonContext = SignedInContext<SessionViewer>;

/** Starts work whose steps its kind carries out, on behalf of the viewer. Work of an id is started once. */
export async function startJob(context: PersonContext, work: NewWork): Promise<Job> {
  return findJob(context, await insertWork(context, work));
}

async function insertWork(context: PersonContext, work: NewWork & Pick<store.NewJob, "undoes">): Promise<string> {
  const { connection, personId, token } = context.viewer;
  const { id, kind, title, input, items, undoes } = work;
  const opposes = kinds.get(kind)?.opposes?.(input);
  const job = { id, connection, personId, kind, title, input, opposes, undoes, token: seal(token) };
  const written = await store.insertJob(db(), job, items).catch(sayOpposed);
  if (typeof written === "object") return written.id;
  if (written === "too many") throw new AppError("invalid", TOO_MANY);
  if (written === "undone already") throw new AppError("invalid", "This has been undone already.");
  if (written === "taken up again") throw new AppError("invalid", TAKEN_UP_AGAIN);
  const earlier = await startedBefore(context, work);
  if (earlier === null) throw new AppError("conflict", OTHER_WORK);
  return earlier;
}

/** The viewer's work that a request of this id has started already; null when none has. */
async function startedBefore({ viewer }: PersonContext, { id, kind, input }: Omit<NewWork, "title" | "items">) {
  const [earlier] = id === undefined ? [] : await store.listJobs(db(), viewer.personId, id);
  if (!earlier) return null;
  const isSame = earlier.job.kind === kind && canonicalJson(earlier.job.input) === canonicalJson(input);
  if (!isSame) throw new AppError("conflict", OTHER_WORK);
  return earlier.job.id;
}

function sayOpposed(error: unknown): never {
  throw error instanceof Opposed ? new AppError("invalid", opposed(error.by)) : error;
}

/** Work that stood goes on only where none has been started meanwhile that does the opposite. */
async function refuseOpposed(context: PersonContext, id: string): Promise<void> {
  const { job } = await findSummary(context, id);
  const opposes = kinds.get(job.kind)?.opposes?.(job.input);
  if (!opposes) return;
  const toDo = await store.itemsIn(db(), id, ["waiting", "running", "failed", "cancelled"]);
  const keys = toDo.map(({ key }) => key);
  const found = await findOpposed(db(), { connection: job.connection, kind: job.kind, opposes, keys });
  if (found) throw new AppError("invalid", opposed(found));
}

const OTHER_WORK = "This id is other work's. Start it with another one.";

const TOO_MANY = `You have ${store.MOST_UNFINISHED} pieces of work that have not ended. Wait until some have, or cancel them under “Work”.`;

const TAKEN_UP_AGAIN = "This work is being tried again. Undo it when it has ended.";

/** Looks for the work that the request has started before its surveys: of those it may have left nothing to do. */
export async function startSurveyChange(context: PersonContext, input: StartChangeInput): Promise<Job> {
  const earlier = await startedBefore(context, surveyChangeRequest(input));
  return earlier === null ? startJob(context, await surveyChangeWork(context, input)) : findJob(context, earlier);
}

export async function listJobs(context: PersonContext): Promise<Job[]> {
  return (await store.listJobs(db(), context.viewer.personId)).map((summary) => viewJob(context, summary));
}

async function findSummary({ viewer }: PersonContext, id: string): Promise<store.JobSummary> {
  const [found] = await store.listJobs(db(), viewer.personId, id);
  if (!found) throw new AppError("not_found", "This work could not be found.");
  return found;
}

const findJob = async (context: PersonContext, id: string): Promise<Job> =>
  viewJob(context, await findSummary(context, id));

const ITEM_PAGE = 100;

export async function listJobItems(
  context: PersonContext,
  { id, page = 1 }: { id: string; page?: number | undefined },
) {
  const { job } = await findSummary(context, id);
  const { total, items } = await store.listItems(db(), job.id, page, ITEM_PAGE);
  return {
    total_items: total,
    items: items.map(({ key, label, state, message }) => ({ key, label, state, message })),
    has_result: (await kinds.get(job.kind)?.hasResult?.(job)) ?? true,
  };
}

/** The result of a job: every step with its outcome, in the order of the job, unless its kind makes another file. */
export async function jobResultFile(context: PersonContext, id: string): Promise<ResultFile> {
  const { job } = await findSummary(context, id);
  const kind = kinds.get(job.kind);
  refuseUnlessAllowed(context, job.kind);
  if (kind?.resultFile) return kind.resultFile(job, context);
  const items = await store.itemsIn(db(), job.id, [...jobItemStates]);
  const rows = items.map(({ key, label, state, message }) => csvRow([key, label, state, message]));
  const content = BYTE_ORDER_MARK + csvRow(["id", "name", "outcome", "detail"]) + rows.join("");
  const day = job.createdAt.toISOString().slice(0, 10);
  return { name: `${job.title} ${day}.csv`, type: "text/csv; charset=utf-8", content };
}

export async function controlJob(
  context: PersonContext,
  { id, action }: { id: string; action: JobAction },
): Promise<Job> {
  const job = await findJob(context, id);
  refuseUnlessAllowed(context, job.kind);
  const done = await actions[action](context, job);
  if (!done) throw new AppError("invalid", cannot[action]);
  return findJob(context, typeof done === "string" ? done : id);
}

/** What a job's kind asks for: the role of who started it may have changed since. */
function refuseUnlessAllowed({ viewer }: PersonContext, kind: string): void {
  const needed = kinds.get(kind)?.permission;
  if (needed && !may(viewer.role, needed)) throw new AppError("forbidden", FORBIDDEN);
}

const cannot: Record<JobAction, string> = {
  pause: "Only work that is waiting or running can be paused.",
  resume: "Only work that is paused can be resumed.",
  cancel: "This work has ended: there is nothing to cancel.",
  retry: "This work has not ended, or nothing of it has failed: there is nothing to try again.",
  undo: "Nothing of this work can be undone.",
};

const UNDONE = "This work has been undone: what of it is tried again could not be undone with it. Start it anew.";

type Action = (context: PersonContext, job: Job) => Promise<boolean | string>;

const actions: Record<JobAction, Action> = {
  pause: ({ viewer }, { id }) =>
    store.moveJob(db(), viewer.personId, id, { from: ["waiting", "running"], to: "paused" }),
  resume: async (context, { id }) => {
    await refuseOpposed(context, id);
    const { personId, token } = context.viewer;
    return store.moveJob(db(), personId, id, { from: ["paused", "signed out"], to: "waiting", token: seal(token) });
  },
  // With a sign-in that lasts: what was begun is looked at once more.
  cancel: ({ viewer }, { id }) => store.cancelJob(db(), viewer.personId, id, seal(viewer.token)),
  retry: async (context, { id, counts, undone_by }) => {
    if (undone_by !== null) throw new AppError("invalid", UNDONE);
    if (!counts.failed && !counts.cancelled) return false;
    await refuseOpposed(context, id);
    return store.retryJob(db(), context.viewer.personId, id, seal(context.viewer.token));
  },
  undo: async (context, job) => {
    const summary = await findSummary(context, job.id);
    const undoing = undoingOf(context, summary);
    if (undoing && "refused" in undoing) throw new AppError("invalid", undoing.refused);
    return job.can_undo && insertUndo(context, summary);
  },
};

/** Starts undoing work, whoever started it: the caller has proved that the viewer may. */
export async function undoJob(context: PersonContext, summary: store.JobSummary): Promise<Job> {
  if (summary.job.finishedAt === null || summary.undoneBy !== null) throw new AppError("invalid", cannot.undo);
  return findJob(context, await insertUndo(context, summary));
}

async function insertUndo(context: PersonContext, { job }: store.JobSummary): Promise<string> {
  const kind = kinds.get(job.kind);
  if (!kind?.reverse) throw new AppError("invalid", cannot.undo);
  const leftSomething = kind.leftSomething ?? (({ state }: store.JobItemRow) => state === "done");
  const items = (await store.itemsIn(db(), job.id, [...jobItemStates])).filter(leftSomething).map(kind.reverse);
  if (items.length === 0) throw new AppError("invalid", cannot.undo);
  const input = kind.reverseInput?.(job.input, items) ?? {};
  return insertWork(context, { kind: job.kind, title: `Undo: ${job.title}`, input, items, undoes: job });
}

const undoingOf = (context: PersonContext, { job }: store.JobSummary): Undoing | undefined =>
  kinds.get(job.kind)?.undoing?.(context, job.input);

function viewJob(context: PersonContext, summary: store.JobSummary): Job {
  const { job, counts, undoneBy, canReverse } = summary;
  const undoing = undoingOf(context, summary);
  const mayUndo = !(undoing && "refused" in undoing) && Boolean(kinds.get(job.kind)?.reverse);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = job.finishedAt !== null;
  return {
    id: job.id,
    kind: job.kind,
    title: job.title,
    state: job.state,
    total,
    counts,
    undo_of: job.undoOf,
    undone_by: undoneBy,
    can_undo: ended && undoneBy === null && canReverse && mayUndo,
    undo_says: undoing && "says" in undoing ? undoing.says : null,
    result: kinds.get(job.kind)?.result ?? "outcomes",
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}
