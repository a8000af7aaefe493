import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { responses } from "./schema";

/** What a survey's sessions say of its respondents, a line each; tests are left out. */
export type SessionLine = [
  rid: string,
  supplier: string | null,
  endedAtMs: number | null,
  /** Counts as a complete. */
  isComplete: boolean,
  quotaIds: string[],
];

/** Lines in the order of their ids, after one of them. */
export async function listSessionLines(
  connection: Connection,
  { surveyId, after, limit }: { surveyId: string; after: string; limit: number },
): Promise<SessionLine[]> {
  const [row] = await connection.execute<{ lines: SessionLine[] | null }>(sql`
    select json_agg(line order by rdud) as lines from (
      select rdud, json_build_array(rdud, supplier, floor(extract(epoch from ended_at) * 1000), counted, quota_ids) as line
      from ${responses}
      where survey_id = ${surveyId}::uuid and rdud > ${after} and not test
      order by rdud limit ${limit}) as lines`);
  return row?.lines ?? [];
}
