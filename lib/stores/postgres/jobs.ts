import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { JobItemState, JobState } from "@/lib/contracts/terms/jobs";
import type { Connection, Database } from "./client";
import { type Opposes, refuseOpposed } from "./opposed-jobs";
import { jobItems, jobs } from "./schema/jobs";
import { type UndoableSteps, whereUndoable } from "./undoable-steps";

/**
 * Jobs and their steps. The rows are the queue: a worker takes a job under a lease that it keeps renewing, and
 * claims one waiting step after the other. A lease that runs out belonged to a worker that was killed.
 */
export const JOBS_CHANNEL = "jobs";

export type JobRow = typeof jobs.$inferSelect;
export type JobItemRow = typeof jobItems.$inferSelect;
export type NewJob = Pick<typeof jobs.$inferInsert, "id" | "connection" | "personId" | "kind" | "title" | "input"> & {
  token: Buffer;
  /** Which work does the opposite of this. */
  opposes?: Opposes | undefined;
  /** The work that it reverses, as it was when its steps were read. */
  undoes?: Pick<JobRow, "id" | "finishedAt"> | undefined;
};
export type NewItem = Pick<typeof jobItems.$inferInsert, "key" | "label" | "input">;

const LEASE = sql`interval '15 seconds'`;
const wake = (connection: Connection) => connection.execute(sql`select pg_notify(${JOBS_CHANNEL}, '')`);

/** A person's jobs that have not ended: more are not begun. */
export const MOST_UNFINISHED = 50;

/**
 * Writes a job with all its steps in one transaction, and wakes the worker. Says whether it was written: not when
 * there is one of its id, nor when its starter has too many that have not ended. Opposed: one does the opposite.
 */
export async function insertJob(
  database: Database,
  { undoes, opposes, ...job }: NewJob,
  items: NewItem[],
): Promise<{ id: string } | "there already" | "too many" | "undone already" | "taken up again"> {
  return database.transaction(async (transaction) => {
    if (undoes && (await isUndone(transaction, undoes.id))) return "undone already";
    if (undoes && !(await isEndedAsBefore(transaction, undoes))) return "taken up again";
    // One start of a person after the other: whoever comes second sees the first one's job.
    await transaction.execute(sql`select from people where id = ${job.personId} for no key update`);
    if (job.id !== undefined) {
      const [same] = await transaction.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, job.id));
      if (same) return "there already";
    }
    const { connection, kind } = job;
    const keys = items.map(({ key }) => key);
    if (opposes) await refuseOpposed(transaction, { connection, kind, opposes, keys });
    const unfinished = and(eq(jobs.personId, job.personId), isNull(jobs.finishedAt));
    const [open] = await transaction.select({ total: count() }).from(jobs).where(unfinished);
    if ((open?.total ?? 0) >= MOST_UNFINISHED) return "too many";
    const [row] = await transaction
      .insert(jobs)
      .values({ ...job, undoOf: undoes?.id })
      .onConflictDoNothing()
      .returning({ id: jobs.id });
    if (!row) return "there already";
    for (let from = 0; from < items.length; from += 5000) {
      const chunk = items.slice(from, from + 5000);
      await transaction
        .insert(jobItems)
        .values(chunk.map((item, at) => ({ ...item, jobId: row.id, position: from + at })));
    }
    await wake(transaction);
    return row;
  });
}

/** Asked under a lock: of two who undo at once, the second one sees the first one's work. */
async function isUndone(transaction: Connection, id: string): Promise<boolean> {
  await transaction.execute(sql`select from jobs where id = ${id} for no key update`);
  const found = await transaction.execute(sql`select from jobs u where u.undo_of = ${id} and ${STANDS}`);
  return found.length > 0;
}

/** Whether nothing of it was tried again meanwhile: the undo would know nothing of those steps. Asked under that lock. */
async function isEndedAsBefore(transaction: Connection, { id, finishedAt }: Pick<JobRow, "id" | "finishedAt">) {
  const [present] = await transaction.select({ finishedAt: jobs.finishedAt }).from(jobs).where(eq(jobs.id, id));
  return finishedAt !== null && present?.finishedAt?.getTime() === finishedAt.getTime();
}

export type JobSummary = {
  job: Omit<JobRow, "token">;
  counts: Partial<Record<JobItemState, number>>;
  undoneBy: string | null;
};

/**
 * An undo `u` that is under way, or ended without leaving any of its steps: one that was broken off, or all of which
 * was refused, is begun anew.
 */
export const STANDS = sql`(u.finished_at is null
  or not exists (select from job_items i where i.job_id = u.id and i.state in ('cancelled', 'failed'))
    and exists (select from job_items i where i.job_id = u.id and i.state <> 'refused'))`;

/** Jobs that have ended which are listed, beside all that have not. */
const ENDED_LISTED = 20;

/** A person's jobs with how many steps are in each state: those that have not ended, then the latest, newest first. */
export async function listJobs(connection: Connection, personId: string, jobId?: string): Promise<JobSummary[]> {
  return summaries(connection, and(eq(jobs.personId, personId), jobId === undefined ? undefined : eq(jobs.id, jobId)));
}

/** A job of a kind whoever started it; null when there is none. The caller proves that the viewer may see it. */
export async function findJobOfKind(connection: Connection, id: string, kind: string): Promise<JobSummary | null> {
  const [found] = await summaries(connection, and(eq(jobs.id, id), eq(jobs.kind, kind)));
  return found ?? null;
}

/** Written with its table: a column of a select from one table loses it, and in a subquery then means that one's. */
const OUTER_ID = sql`${jobs}.id`;

async function summaries(connection: Connection, where: SQL | undefined): Promise<JobSummary[]> {
  const rows = await connection
    .select({
      job: jobs,
      counts: sql<JobSummary["counts"]>`(
        select coalesce(jsonb_object_agg(state, n), '{}') from (
          select state, count(*) as n from job_items i where i.job_id = ${OUTER_ID} group by state) by_state)`,
      undoneBy: sql<
        string | null
      >`(select u.id from jobs u where u.undo_of = ${OUTER_ID} and ${STANDS} order by u.created_at limit 1)`,
    })
    .from(jobs)
    .where(where)
    .orderBy(desc(isNull(jobs.finishedAt)), desc(jobs.createdAt))
    .limit(MOST_UNFINISHED + ENDED_LISTED);
  return rows.map(({ job: { token: _token, ...job }, ...rest }) => ({ job, ...rest }));
}

/** Those of these jobs of which a step left something to undo; `undoable` is what each job's kind declares. */
export async function findUndoableJobs(
  connection: Connection,
  asked: readonly (Pick<JobRow, "id"> & { undoable: readonly UndoableSteps[] | undefined })[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  // Jobs of one kind share a description, and with it one part of the query.
  const selects = [...new Set(asked.map(({ undoable }) => undoable))].map((undoable) => {
    const ids = asked.filter((job) => job.undoable === undoable).map(({ id }) => id);
    return sql`select id from unnest(${sql.param(ids)}::uuid[]) as asked(id)
      where exists (select from job_items where job_id = asked.id and (${whereUndoable(undoable)}))`;
  });
  const found = await connection.execute<{ id: string }>(sql.join(selects, sql` union all `));
  return new Set(found.map(({ id }) => id));
}

const PROBLEMS_FIRST = sql`case ${jobItems.state} when 'failed' then 0 when 'uncertain' then 1 when 'refused' then 2
  when 'running' then 3 else 4 end`;

/** One page of a job's steps, those with a problem first. The caller has proved that the job is the viewer's. */
export async function listItems(connection: Connection, jobId: string, page: number, pageSize: number) {
  const where = eq(jobItems.jobId, jobId);
  const [[total], rows] = await Promise.all([
    connection.select({ total: count() }).from(jobItems).where(where),
    connection
      .select()
      .from(jobItems)
      .where(where)
      .orderBy(PROBLEMS_FIRST, asc(jobItems.position))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  return { total: total?.total ?? 0, items: rows };
}

/** Steps of a job in given states, in order. */
export async function itemsIn(connection: Connection, jobId: string, states: JobItemState[]): Promise<JobItemRow[]> {
  return connection
    .select()
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), inArray(jobItems.state, states)))
    .orderBy(asc(jobItems.position));
}

/** What one step left, by its place in the job; null when there is no such step. */
export async function leftByStep(connection: Connection, jobId: string, position: number): Promise<unknown> {
  const [item] = await connection
    .select({ after: jobItems.after })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.position, position), eq(jobItems.state, "done")));
  return item?.after ?? null;
}

/** How many steps a job has, and how many of them are done. */
export async function countSteps(connection: Connection, jobId: string): Promise<{ total: number; done: number }> {
  const [counted] = await connection
    .select({ total: count(), done: sql<number>`(count(*) filter (where ${jobItems.state} = 'done'))::int` })
    .from(jobItems)
    .where(eq(jobItems.jobId, jobId));
  return counted ?? { total: 0, done: 0 };
}

/** Removes jobs of a kind that ended, or were left lying, longer ago than this. */
export async function forgetOldJobs(connection: Connection, kind: string, days: number): Promise<void> {
  const before = sql`clock_timestamp() - make_interval(days => ${days}::int)`;
  await connection
    .delete(jobs)
    .where(and(eq(jobs.kind, kind), sql`coalesce(${jobs.finishedAt}, ${jobs.createdAt}) < ${before}`));
}

/**
 * Takes the job that has been due longest, first of people none of whose jobs is being carried out, so that nobody's
 * many jobs keep others waiting; null when none is due. `underWay`: the taker's own, which are not taken twice. `full`:
 * the connections of which it takes no more now. A paused job is due where a worker that was killed still holds it: its
 * steps under way are looked at, and it may be over.
 */
export async function takeDueJob(
  connection: Connection,
  holder: string,
  { underWay = [], full = [] }: { underWay?: readonly string[]; full?: readonly string[] } = {},
): Promise<JobRow | null> {
  const [taken] = await connection.execute<{ id: string }>(sql`
    update jobs set lease_until = clock_timestamp() + ${LEASE}, lease_holder = ${holder}::uuid,
      state = case when state = 'waiting' then 'running' else state end,
      started_at = coalesce(started_at, clock_timestamp())
    where id = (
      select id from jobs due
      where finished_at is null
        and (state in ('waiting', 'running', 'cancelled') or state = 'paused' and lease_holder is not null)
        and coalesce(lease_until, '-infinity') < clock_timestamp() and id <> all(${sql.param([...underWay])}::uuid[])
        and connection <> all(${sql.param([...full])}::text[])
      order by exists (
          select from jobs held where held.person_id = due.person_id and held.finished_at is null
            and held.lease_until >= clock_timestamp()),
        created_at limit 1 for update skip locked)
    returning id`);
  if (!taken) return null;
  const [job] = await connection.select().from(jobs).where(eq(jobs.id, taken.id));
  return job ?? null;
}

/** Renews a lease; false when another worker has the job now. */
export async function keepJobLease(connection: Connection, jobId: string, holder: string): Promise<boolean> {
  const kept = await connection.execute(sql`
    update jobs set lease_until = clock_timestamp() + ${LEASE}
    where id = ${jobId} and lease_holder = ${holder}::uuid returning 1`);
  return kept.length > 0;
}

/** How a job is let go. `rests`: nobody takes it for a moment, because what it waits for cannot be reached now. */
type Leaving = { state?: JobState | undefined; rests?: boolean };

const REST = sql`interval '10 seconds'`;

/**
 * Lets go of a job: one that is still running takes on `state`, one that was paused or cancelled meanwhile stays so.
 * When nothing is left to do it is finished, and its token forgotten.
 */
export async function leaveJob(
  connection: Connection,
  jobId: string,
  holder: string,
  { state, rests = false }: Leaving = {},
): Promise<void> {
  // Steps that came back to be tried again while the job was cancelled are cancelled with it. Those that were begun
  // may have taken effect: the job stays open, and the next worker settles them.
  await connection.execute(sql`
    update job_items i set state = 'cancelled', updated_at = clock_timestamp() from jobs j
    where j.id = ${jobId} and j.state = 'cancelled' and j.lease_holder = ${holder}::uuid
      and i.job_id = j.id and i.state = 'waiting' and i.before is null`);
  const open = sql`exists (select from job_items where job_id = ${jobId} and state in ('waiting', 'running'))`;
  await connection.execute(sql`
    update jobs set lease_holder = null,
      lease_until = case when ${rests} and ${open} then clock_timestamp() + ${REST} end,
      state = case
        when ${open} then case when state = 'running' then coalesce(${state ?? null}, state) else state end
        when state = 'cancelled' then state
        else 'done' end,
      finished_at = case when ${open} then null else clock_timestamp() end,
      token = case when ${open} then token end
    where id = ${jobId} and lease_holder = ${holder}::uuid`);
}

/** Claims the next waiting step; null when there is none, or the job was paused, cancelled or taken over. */
export async function claimItem(connection: Connection, jobId: string, holder: string): Promise<JobItemRow | null> {
  const next = sql`(
    select i.key from job_items i join jobs j on j.id = i.job_id
    where i.job_id = ${jobId} and i.state = 'waiting' and j.state = 'running' and j.lease_holder = ${holder}::uuid
    order by i.position limit 1 for update of i skip locked)`;
  const [item] = await connection
    .update(jobItems)
    .set({ state: "running", attempts: sql`${jobItems.attempts} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.key, next)))
    .returning();
  return item ?? null;
}

export type ItemChange = Partial<
  Pick<typeof jobItems.$inferInsert, "state" | "before" | "after" | "message" | "attempts">
>;

/** Writes what became of a step; false, and nothing is written, when another worker has the job now. */
export async function updateItem(
  connection: Connection,
  { jobId, holder }: { jobId: string; holder: string },
  key: string,
  change: ItemChange,
): Promise<boolean> {
  const held = sql`exists (select from ${jobs} where ${jobs.id} = ${jobId} and ${jobs.leaseHolder} = ${holder}::uuid)`;
  const written = await connection
    .update(jobItems)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.key, key), held))
    .returning({ key: jobItems.key });
  return written.length > 0;
}

/** Whether a job goes on: nobody has paused or cancelled it. */
export async function isRunning(connection: Connection, jobId: string): Promise<boolean> {
  const [job] = await connection.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, jobId));
  return job?.state === "running";
}

/** Pauses a job from within; it stays cancelled when somebody has cancelled it meanwhile. */
export async function pauseJob(connection: Connection, jobId: string, holder: string): Promise<void> {
  await connection.execute(sql`
    update jobs set state = 'paused'
    where id = ${jobId} and lease_holder = ${holder}::uuid and state = 'running'`);
}

/** Whether somebody has cancelled a job, for a long step to notice. */
export async function isJobCancelled(connection: Connection, jobId: string): Promise<boolean> {
  const [found] = await connection.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, jobId));
  return found?.state === "cancelled";
}

/**
 * Ends a step that is under way, in the transaction that does what it is about; false, and nothing is written, when
 * the job was cancelled before. A cancel from then on waits for that transaction, and finds the step over.
 */
export async function endUnlessCancelled(
  transaction: Connection,
  { jobId, key }: Pick<JobItemRow, "jobId" | "key">,
  change: ItemChange,
): Promise<boolean> {
  if ((await lockedState(transaction, jobId)) === "cancelled") return false;
  await transaction
    .update(jobItems)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.key, key)));
  return true;
}

async function lockedState(transaction: Connection, jobId: string): Promise<JobState | undefined> {
  const [job] = await transaction.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, jobId)).for("update");
  return job?.state;
}

/** A job that is not over. */
const OPEN: JobState[] = ["waiting", "running", "paused", "signed out"];

/** Cancels a job with the steps that wait; false where none of its steps is left to do, or under way. */
export async function cancelJob(database: Database, personId: string, jobId: string, token: Buffer): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockedState(transaction, jobId);
    const isOpen = and(eq(jobItems.jobId, jobId), inArray(jobItems.state, ["waiting", "running"]));
    const [open] = await transaction.select({ key: jobItems.key }).from(jobItems).where(isOpen).limit(1);
    if (!open || !(await moveJob(transaction, personId, jobId, { from: OPEN, to: "cancelled", token }))) return false;
    await moveItems(transaction, jobId, ["waiting"], "cancelled");
    return true;
  });
}

/** Cancels all that a person has under way, with the steps that wait. A step that was begun is settled by its worker. */
export async function cancelJobsOf(transaction: Connection, personId: string): Promise<void> {
  const cancelled = await transaction
    .update(jobs)
    .set({ state: "cancelled" })
    .where(and(eq(jobs.personId, personId), inArray(jobs.state, OPEN)))
    .returning({ id: jobs.id });
  for (const { id } of cancelled) await moveItems(transaction, id, ["waiting"], "cancelled");
  if (cancelled.length > 0) await wake(transaction);
}

type Move = { from: JobState[]; to: JobState; token?: Buffer };

/** Moves a person's job from one state to another; false when it was in none of `from`. */
export async function moveJob(connection: Connection, personId: string, jobId: string, move: Move): Promise<boolean> {
  const moved = await connection
    .update(jobs)
    .set({
      state: move.to,
      ...(move.token && { token: move.token }),
      ...(move.to === "waiting" && { finishedAt: null }),
    })
    .where(and(eq(jobs.id, jobId), eq(jobs.personId, personId), inArray(jobs.state, move.from)))
    .returning({ id: jobs.id });
  if (moved.length > 0) await wake(connection);
  return moved.length > 0;
}

/** Has the failed and cancelled steps of an ended job tried again; false where it has not ended, or is undone. */
export async function retryJob(database: Database, personId: string, jobId: string, token: Buffer): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await isUndone(transaction, jobId)) return false;
    const move: Move = { from: ["done", "cancelled"], to: "waiting", token };
    if (!(await moveJob(transaction, personId, jobId, move))) return false;
    await moveItems(transaction, jobId, ["failed", "cancelled"], "waiting");
    return true;
  });
}

/**
 * Sets steps from some states to another. What was begun is never cancelled, for it may have taken effect; what was
 * cancelled half-way keeps the words that say how far it is.
 */
export async function moveItems(connection: Connection, jobId: string, from: JobItemState[], to: JobItemState) {
  await connection
    .update(jobItems)
    .set({
      state: to,
      message: sql`case when ${jobItems.state} = 'cancelled' and ${jobItems.before} is not null then ${jobItems.message} end`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      and(
        eq(jobItems.jobId, jobId),
        inArray(jobItems.state, from),
        to === "cancelled" ? isNull(jobItems.before) : undefined,
      ),
    );
}

/** A new sign-in of a person: jobs that waited for one go on with its token. */
export async function wakeSignedOutJobs(connection: Connection, personId: string, token: Buffer): Promise<void> {
  const woken = await connection
    .update(jobs)
    .set({ token, state: "waiting" })
    .where(and(eq(jobs.personId, personId), eq(jobs.state, "signed out")))
    .returning({ id: jobs.id });
  if (woken.length > 0) await wake(connection);
}
