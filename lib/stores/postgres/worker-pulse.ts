import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { workerPulse } from "./schema";

/** The worker says that it is there, every few seconds. */
export async function beatWorkerPulse(connection: Connection): Promise<void> {
  await connection
    .insert(workerPulse)
    .values({ only: true })
    .onConflictDoUpdate({ target: workerPulse.only, set: { at: sql`clock_timestamp()` } });
}

/** Milliseconds since the worker last showed itself; infinite when it never did. */
export async function workerSeenMsAgo(connection: Connection): Promise<number> {
  const [row] = await connection
    .select({
      ms: sql<number>`(extract(epoch from clock_timestamp() - ${workerPulse.at}) * 1000)::float8`,
    })
    .from(workerPulse);
  return row?.ms ?? Number.POSITIVE_INFINITY;
}
