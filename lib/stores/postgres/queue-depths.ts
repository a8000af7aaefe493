import { sql } from "drizzle-orm";
import type { Connection } from "./client";

export type QueueDepths = {
  jobs: Record<string, number>;
  steps: Record<string, { count: number; oldestSeconds: number }>;
  respondentsToScore: number;
};

/** How much background work has not ended, and how long its steps have been under way, or their jobs have waited. */
export async function readQueueDepths(connection: Connection): Promise<QueueDepths> {
  const jobs = await connection.execute<{ state: string; count: number }>(
    sql`select state, count(*)::int as count from jobs where finished_at is null group by state`,
  );
  const steps = await connection.execute<{ state: string; count: number; age: number }>(sql`
    select i.state, count(*)::int as count, max(extract(epoch from clock_timestamp() -
        case i.state when 'running' then i.updated_at else j.created_at end))::float8 as age
    from jobs j join job_items i on i.job_id = j.id and i.state in ('waiting', 'running')
    where j.finished_at is null group by i.state`);
  const [scoring] = await connection.execute<{ count: number }>(
    sql`select count(*)::int as count from quality_respondents where scores is null`,
  );
  return {
    jobs: Object.fromEntries(jobs.map(({ state, count }) => [state, count])),
    steps: Object.fromEntries(steps.map(({ state, count, age }) => [state, { count, oldestSeconds: age }])),
    respondentsToScore: scoring?.count ?? 0,
  };
}
