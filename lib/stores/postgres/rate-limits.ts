import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { executePrepared } from "./prepared";

/** Lower goes first when several wait for the same credential. */
export const rank = { write: 0, read: 1, job: 2 } as const;
export type Rank = (typeof rank)[keyof typeof rank];

type Ask = {
  key: string;
  /** At most `limit` calls in any `windowMs`. */
  limit: number;
  windowMs: number;
  /** A slot further ahead than this is not taken. */
  maxWaitMs: number;
  rank?: Rank;
  /** How long after this slot the next ones are kept from lower ranks, because more of ours wait behind it. */
  holdMs?: number;
};

/**
 * Reserves the moment when a call may go; see `take_slot` among the migrations for the rule. The row is the only
 * memory, so every process of every instance on this database keeps one limit together. `waitMs` is how long the
 * caller waits, or would have to. Nobody waits for the disk: after a crash some calls of the last second are not known.
 */
export async function takeSlot(connection: Connection, ask: Ask): Promise<{ granted: boolean; waitMs: number }> {
  const milliseconds = (value: number) => sql`${value}::float8 * interval '1 millisecond'`;
  const [row] = await executePrepared<{ granted: boolean; wait_ms: number }>(
    connection,
    sql`
    select granted, wait_ms from set_config('synchronous_commit', 'off', true), take_slot(${ask.key},
      ${ask.limit}::int, ${milliseconds(ask.windowMs)}, ${milliseconds(ask.maxWaitMs)}, ${ask.rank ?? rank.write}::int,
      ${milliseconds(ask.holdMs ?? 0)})`,
  );
  if (!row) throw new Error("take_slot answered no row.");
  return { granted: row.granted, waitMs: row.wait_ms };
}

/** Calls of the past `windowMs` under a key, and in how many milliseconds the oldest of them leaves the window. */
export async function countSlots(connection: Connection, key: string, windowMs: number) {
  const [row] = await connection.execute<{ count: number; expires_in_ms: number }>(sql`
    select coalesce(sum(calls), 0)::int as count,
      coalesce(extract(epoch from min(moment) - now()) * 1000, 0)::float8 + ${windowMs}::float8 as expires_in_ms
    from rate_limits, unnest(moments, counts) as each(moment, calls)
    where key = ${key} and moment > now() - ${windowMs}::float8 * interval '1 millisecond'`);
  return { count: row?.count ?? 0, oldestExpiresInMs: row?.expires_in_ms ?? 0 };
}

/** Gives a slot back that was taken for what did not count after all. */
export async function returnSlot(connection: Connection, key: string): Promise<void> {
  await connection.execute(sql`
    update rate_limits set
      moments = case when counts[cardinality(counts)] > 1 then moments else trim_array(moments, 1) end,
      counts = trim_array(counts, 1) || case when counts[cardinality(counts)] > 1
        then array[counts[cardinality(counts)] - 1] else '{}'::int[] end
    where key = ${key} and cardinality(moments) > 0`);
}

/** A service said "not before": nobody's call goes until then. */
export async function blockCalls(connection: Connection, key: string, forMs: number): Promise<void> {
  await connection.execute(sql`
    insert into rate_limits (key, blocked_until)
    values (${key}, clock_timestamp() + ${forMs}::float8 * interval '1 millisecond')
    on conflict (key) do update
      set blocked_until = greatest(rate_limits.blocked_until, excluded.blocked_until)`);
}

/** Rows of whoever has not called for a day: no window is that long, and strangers' failures would pile up for good. */
export async function forgetOldLimits(connection: Connection): Promise<void> {
  await connection.execute(sql`
    delete from rate_limits where coalesce(moments[cardinality(moments)], '-infinity') < now() - interval '1 day'
      and coalesce(blocked_until, '-infinity') < now() - interval '1 day'`);
}
