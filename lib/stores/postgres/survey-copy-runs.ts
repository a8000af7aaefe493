import { and, eq, gt, sql } from "drizzle-orm";
import type { Connection, Database } from "./client";
import { upstreamTokens } from "./schema/people";
import { surveyCopyRuns } from "./schema/survey-copies";
import { unseal } from "./sealed";
import { type CopyKey, removeCopyRows, writeCopyRows } from "./survey-copies";
import type { CopyRow } from "./survey-copy-row";

/**
 * The queue of refreshes, one row per copy: pages ask, the worker takes what is due under a lease that it keeps
 * renewing. A lease that runs out belonged to a process that was killed; the refresh is then begun anew.
 */
export const COPY_CHANNEL = "survey_copies";

const LEASE = sql`interval '15 seconds'`;
/** A service that fails is not asked again at once, however many people look. */
const SHORTEST_PAUSE = sql`interval '5 seconds'`;

const ofCopy = ({ connection, credential }: CopyKey) =>
  and(eq(surveyCopyRuns.connection, connection), eq(surveyCopyRuns.credential, credential));

export type CopyState = {
  asOf: Date | null;
  /** Milliseconds since `asOf`; infinite without a copy. */
  ageMs: number;
  /** Asked for and not yet ended: waiting for the worker, or being read. */
  pending: boolean;
  read: number;
  total: number | null;
  /** Why the last refresh that ended failed; null: it did not. */
  problem: string | null;
};

/** The problem of a copy whose token the service takes no more, or that has none. */
export const SIGN_IN_ENDED = "Its sign-in has ended. Sign in again.";

export async function findCopyState(connection: Connection, copy: CopyKey): Promise<CopyState | null> {
  const [row] = await connection
    .select({
      asOf: surveyCopyRuns.asOf,
      ageMs: sql<number | null>`(extract(epoch from clock_timestamp() - ${surveyCopyRuns.asOf}) * 1000)::float8`,
      pending: sql<boolean>`${surveyCopyRuns.runningUntil} is not null
        or ${surveyCopyRuns.askedAt} > coalesce(${surveyCopyRuns.begunAt}, '-infinity')`,
      read: surveyCopyRuns.read,
      total: surveyCopyRuns.total,
      problem: surveyCopyRuns.problem,
    })
    .from(surveyCopyRuns)
    .where(ofCopy(copy));
  return row ? { ...row, ageMs: row.ageMs ?? Number.POSITIVE_INFINITY } : null;
}

/** Asks for a refresh, unless one is asked for or under way, and wakes the worker. */
export async function askForCopy(connection: Connection, { connection: name, credential }: CopyKey): Promise<void> {
  const asked = await connection.execute(sql`
    insert into survey_copy_runs as r (connection, credential, asked_at)
    values (${name}, ${credential}, clock_timestamp())
    on conflict (connection, credential) do update set asked_at = clock_timestamp()
      where r.running_until is null and (r.asked_at is null or r.asked_at <= r.begun_at)
    returning 1`);
  if (asked.length > 0) await connection.execute(sql`select pg_notify(${COPY_CHANNEL}, '')`);
}

/** A refresh that this process holds the lease of. */
export type Refresh = CopyKey & { generation: number; begunAt: Date; hasCopy: boolean };

/** Takes the refresh that has been due longest; null when none is. */
export async function takeDueRefresh(connection: Connection): Promise<Refresh | null> {
  type Row = { connection: string; credential: string; generation: string; begun_at: string; has_copy: boolean };
  const [row] = await connection.execute<Row>(sql`
    update survey_copy_runs r set generation = r.generation + 1, begun_at = clock_timestamp(),
      running_until = clock_timestamp() + ${LEASE}, read = 0, total = null
    from (
      select connection, credential from survey_copy_runs
      where (asked_at > coalesce(begun_at, '-infinity') or running_until is not null)
        and coalesce(running_until, '-infinity') < clock_timestamp()
        and coalesce(begun_at, '-infinity') < clock_timestamp() - ${SHORTEST_PAUSE}
      order by asked_at limit 1 for update skip locked
    ) due
    where r.connection = due.connection and r.credential = due.credential
    returning r.connection, r.credential, r.generation::text, r.begun_at::text, r.as_of is not null as has_copy`);
  if (!row) return null;
  const { begun_at, has_copy, generation, ...copy } = row;
  return { ...copy, generation: Number(generation), begunAt: new Date(begun_at), hasCopy: has_copy };
}

const held = (refresh: Refresh) => and(ofCopy(refresh), eq(surveyCopyRuns.generation, refresh.generation));

/** Renews the lease and notes how far the reading is; false when the lease was lost to another process. */
export async function keepLease(
  connection: Connection,
  refresh: Refresh,
  progress: { read: number; total: number | null },
): Promise<boolean> {
  const rows = await connection
    .update(surveyCopyRuns)
    .set({ ...progress, runningUntil: sql`clock_timestamp() + ${LEASE}` })
    .where(held(refresh))
    .returning({ generation: surveyCopyRuns.generation });
  return rows.length > 0;
}

const ROWS_PER_STATEMENT = 500;

/** Makes a refresh visible in one step: readers see all of it or nothing. False when the lease was lost. */
export async function publishCopy(
  database: Database,
  refresh: Refresh,
  { changed, gone, read }: { changed: CopyRow[]; gone: string[]; read: number },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const done = { asOf: refresh.begunAt, runningUntil: null, read, total: read, problem: null };
    const rows = await transaction
      .update(surveyCopyRuns)
      .set(done)
      .where(held(refresh))
      .returning({ generation: surveyCopyRuns.generation });
    if (rows.length === 0) return false;
    for (let from = 0; from < changed.length; from += ROWS_PER_STATEMENT) {
      await writeCopyRows(transaction, refresh, changed.slice(from, from + ROWS_PER_STATEMENT));
    }
    await removeCopyRows(transaction, refresh, gone);
    return true;
  });
}

/** Ends a refresh that failed: the copy stays as it was, and the reason is kept for whoever waits. */
export async function failRefresh(connection: Connection, refresh: Refresh, problem: string): Promise<void> {
  await connection.update(surveyCopyRuns).set({ problem, runningUntil: null }).where(held(refresh));
}

/** Gives a refresh back that cannot be finished here: the next worker begins it anew. */
export async function returnRefresh(connection: Connection, refresh: Refresh): Promise<void> {
  await connection
    .update(surveyCopyRuns)
    // Later than its beginning even within one millisecond, which is as fine as these columns are.
    .set({
      runningUntil: null,
      askedAt: sql`greatest(clock_timestamp(), ${surveyCopyRuns.begunAt} + interval '1 millisecond')`,
    })
    .where(held(refresh));
}

/** Copies that nobody has asked for in a month are removed. */
export async function forgetOldCopies(connection: Connection): Promise<void> {
  await connection.execute(sql`
    with old as (
      delete from survey_copy_runs where greatest(asked_at, begun_at) < now() - interval '30 days'
      returning connection, credential
    )
    delete from survey_copies c using old where c.connection = old.connection and c.credential = old.credential`);
}

/** The token that a credential's copy is read with, while it lasts. */
export async function findCopyToken(connection: Connection, { connection: name, credential }: CopyKey) {
  const [row] = await connection
    .select({ token: upstreamTokens.token })
    .from(upstreamTokens)
    .where(
      and(
        eq(upstreamTokens.connection, name),
        eq(upstreamTokens.email, credential),
        gt(upstreamTokens.expiresAt, sql`now()`),
      ),
    );
  return row ? unseal(row.token) : null;
}
