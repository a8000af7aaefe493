import "server-only";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import { findUndoableJobs, type JobSummary } from "@/lib/stores/postgres/jobs";
import type { AnyKind, Undoing } from "./kind";
import { readInput, UnreadableJob } from "./stored-job";

/** A stored job and its kind; undefined if this release does not have it. */
type KnownJob = { kind: AnyKind | undefined; summary: JobSummary };

/** A job as the person who started it sees it. */
export async function viewJob(context: SignedInContext, known: KnownJob): Promise<Job> {
  return view(context, known, await undoableIds([known]));
}

/** Jobs as the person who started them sees them. */
export async function viewJobs(context: SignedInContext, known: readonly KnownJob[]): Promise<Job[]> {
  const undoable = await undoableIds(known);
  return known.map((job) => view(context, job, undoable));
}

const undoableIds = (known: readonly KnownJob[]) =>
  findUndoableJobs(
    db(),
    known.flatMap(({ kind, summary: { job, undoneBy } }) =>
      kind?.reverse && job.finishedAt !== null && undoneBy === null ? [{ id: job.id, undoable: kind.undoable }] : [],
    ),
  );

function view(context: SignedInContext, { kind, summary }: KnownJob, undoable: ReadonlySet<string>): Job {
  const { job, counts, undoneBy } = summary;
  const undoing = undoingOf(context, kind, summary);
  const isRefused = undoing !== undefined && "refused" in undoing;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id: job.id,
    kind: job.kind,
    title: job.title,
    state: job.state,
    total,
    counts,
    undo_of: job.undoOf,
    undone_by: undoneBy,
    can_undo: undoable.has(job.id) && !isRefused,
    undo_question: undoing && "question" in undoing ? undoing.question : null,
    changes_figures: kind?.changesFigures ?? false,
    result: kind?.result ?? "outcomes",
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

/** The question before a job is undone, or why it cannot be undone; undefined: neither. */
export function undoingOf(
  context: SignedInContext,
  kind: AnyKind | undefined,
  { job }: Pick<JobSummary, "job">,
): Undoing | undefined {
  if (!kind?.undoing) return undefined;
  try {
    return kind.undoing(context, () => readInput(kind, job));
  } catch (error) {
    // One unreadable job must not hide the others of a list.
    if (error instanceof UnreadableJob) return { refused: UNREADABLE };
    throw error;
  }
}

const UNREADABLE = "Another release of this product stored this job, and this one cannot undo it.";
