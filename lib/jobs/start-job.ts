import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Job } from "@/lib/contracts/ours/jobs";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { jobItemStates } from "@/lib/contracts/terms/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { Opposed } from "@/lib/stores/postgres/opposed-jobs";
import { seal } from "@/lib/stores/postgres/sealed";
import { isUndoable } from "@/lib/stores/postgres/undoable-steps";
import { type AnyKind, type JobToStart, type Kind, opposed } from "./kind";
import { oppositionOf, readInput, stepsIn } from "./stored-job";
import { viewJob } from "./view-job";

/** Starts jobs, and the jobs that undo them. Callers know the kind; nothing here does. */
export type PersonContext = SignedInContext<SessionViewer>;

/** Starts a job on behalf of the viewer. A job with an id is started once. */
export async function startJob(context: PersonContext, job: JobToStart): Promise<Job> {
  return findStarted(context, job.kind, await insertJob(context, job));
}

/** What a request starts, before its steps are known. */
type Request = Pick<JobToStart, "id" | "kind" | "input">;

/** Looks for the job that the request has already started before computing steps: that job may have left none. */
export async function startJobOnce(
  context: PersonContext,
  request: Request,
  make: () => Promise<JobToStart>,
): Promise<Job> {
  const earlier = await startedBefore(context, request);
  return earlier === null ? startJob(context, await make()) : findStarted(context, request.kind, earlier);
}

async function findStarted(context: PersonContext, kind: AnyKind, id: string): Promise<Job> {
  return viewJob(context, { kind, summary: await findSummary(context, id) });
}

/** A job of the viewer's own; 404 otherwise. */
export async function findSummary({ viewer }: PersonContext, id: string): Promise<store.JobSummary> {
  const [found] = await store.listJobs(db(), viewer.personId, id);
  if (!found) throw new AppError("not_found", "This job could not be found.");
  return found;
}

async function insertJob(context: PersonContext, job: JobToStart & Pick<store.NewJob, "undoes">): Promise<string> {
  const { connection, personId, token } = context.viewer;
  const { id, kind, title, input, items, undoes } = job;
  const opposes = oppositionOf(kind, input);
  const row = { id, connection, personId, kind: kind.kind, title, input, opposes, undoes, token: seal(token) };
  const written = await store.insertJob(db(), row, items).catch(sayOpposed);
  if (typeof written === "object") return written.id;
  if (written !== "there already") throw new AppError("invalid", notWritten[written]);
  const earlier = await startedBefore(context, job);
  if (earlier === null) throw new AppError("conflict", OTHER_JOB);
  return earlier;
}

type NotWritten = Exclude<Awaited<ReturnType<typeof store.insertJob>>, { id: string } | "there already">;

const notWritten: Record<NotWritten, string> = {
  "too many": `You have ${store.MOST_UNFINISHED} jobs that have not ended. Wait until some have, or cancel them under “Jobs”.`,
  "undone already": "This has been undone already.",
  "taken up again": "This job is being retried. Undo it when it has ended.",
};

const OTHER_JOB = "Another job has this id. Start this one with a new id.";

function sayOpposed(error: unknown): never {
  throw error instanceof Opposed ? new AppError("invalid", opposed(error.by)) : error;
}

/** The viewer's job that a request with this id has already started; null if there is none. */
async function startedBefore({ viewer }: PersonContext, { id, kind, input }: Request): Promise<string | null> {
  const [earlier] = id === undefined ? [] : await store.listJobs(db(), viewer.personId, id);
  if (!earlier) return null;
  const isSame = earlier.job.kind === kind.kind && canonicalJson(earlier.job.input) === canonicalJson(input);
  if (!isSame) throw new AppError("conflict", OTHER_JOB);
  return earlier.job.id;
}

export const NOTHING_TO_UNDO = "Nothing in this job can be undone.";

/** Starts undoing a job, whoever started it: the caller has checked that the viewer may. */
export async function undoJob<Input, Step, Before, After>(
  context: PersonContext,
  kind: Kind<Input, Step, Before, After>,
  summary: store.JobSummary,
): Promise<Job> {
  const { job, undoneBy } = summary;
  if (job.finishedAt === null || undoneBy !== null || !kind.reverse) throw new AppError("invalid", NOTHING_TO_UNDO);
  const steps = await stepsIn(kind, job.id, [...jobItemStates]);
  const undoable = steps.filter((step) => isUndoable(step, kind.undoable));
  const items = undoable.flatMap((item) => kind.reverse?.(item) ?? []);
  if (items.length === 0) throw new AppError("invalid", NOTHING_TO_UNDO);
  const given = readInput(kind, job);
  const input = kind.reverseInput ? kind.reverseInput(given, items) : given;
  const undo = { kind, title: `Undo: ${job.title}`, input, items, undoes: job };
  return findStarted(context, kind, await insertJob(context, undo));
}
