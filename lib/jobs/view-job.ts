import type { Job } from "@/lib/contracts/ours/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobSummary } from "@/lib/stores/postgres/jobs";
import type { AnyKind, Undoing } from "./kind";
import { readInput, UnreadableJob } from "./stored-job";

/** A job as the person who started it sees it. `kind`: undefined if this release does not have it. */
export function viewJob(context: SignedInContext, kind: AnyKind | undefined, summary: JobSummary): Job {
  const { job, counts, undoneBy, canReverse } = summary;
  const undoing = undoingOf(context, kind, summary);
  const mayUndo = !(undoing && "refused" in undoing) && kind?.reverse !== undefined;
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
    result: kind?.result ?? "outcomes",
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

/** What undoing a job does, or why it may not be undone; undefined where there is nothing to say. */
export function undoingOf(
  context: SignedInContext,
  kind: AnyKind | undefined,
  { job }: Pick<JobSummary, "job">,
): Undoing | undefined {
  if (!kind?.undoing) return undefined;
  try {
    return kind.undoing(context, readInput(kind, job));
  } catch (error) {
    // One unreadable job must not hide the others of a list.
    if (error instanceof UnreadableJob) return { refused: UNREADABLE };
    throw error;
  }
}

const UNREADABLE = "Another release of this product stored this job, and this one cannot undo it.";
