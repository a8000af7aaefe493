import { lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { workerPulse, workerPulses } from "./schema/mechanisms";

/** A worker says that it is there, every few seconds. */
export async function beatWorkerPulse(connection: Connection, workerId: string): Promise<void> {
  await connection
    .insert(workerPulses)
    .values({ workerId })
    .onConflictDoUpdate({ target: workerPulses.workerId, set: { at: sql`clock_timestamp()` } });
}

/** A worker that stops says so, so that nobody counts on it until its last beat is old. */
export async function endWorkerPulse(connection: Connection, workerId: string): Promise<void> {
  await connection.delete(workerPulses).where(sql`${workerPulses.workerId} = ${workerId}`);
}

/** Workers that showed themselves within these milliseconds. One of the former version has no row of its own. */
export async function countWorkers(connection: Connection, withinMs: number): Promise<number> {
  const recently = sql`clock_timestamp() - ${withinMs}::float8 * interval '1 millisecond'`;
  const [row] = await connection.execute<{ workers: number }>(sql`
    select (select count(*) from ${workerPulses} where at > ${recently})::int
      + (select count(*) from ${workerPulse} where at > ${recently})::int as workers`);
  return row?.workers ?? 0;
}

/** Rows of workers that were killed. */
export async function forgetOldPulses(connection: Connection): Promise<void> {
  await connection.delete(workerPulses).where(lt(workerPulses.at, sql`now() - interval '1 day'`));
}
