import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { responses } from "./schema/fielding";

/** What a survey's sessions say of its respondents, a line each; tests are left out. */
export type SessionLine = [
  rid: string,
  supplier: string | null,
  endedAtMs: number | null,
  /** Counts as a complete. */
  isComplete: boolean,
  quotaIds: string[],
];

/** Where reading goes on: behind the last session that was read. */
export type SessionPlace = { startedAt: string; rid: string };
export const firstPlace: SessionPlace = { startedAt: "-infinity", rid: "" };

/**
 * Lines in the order in which the sessions began, which is that of the table: in the order of their ids each would be
 * fetched from a page of its own.
 */
export async function listSessionLines(
  connection: Connection,
  { surveyId, after, limit }: { surveyId: string; after: SessionPlace; limit: number },
): Promise<{ lines: SessionLine[]; last: SessionPlace | null }> {
  const [row] = await connection.execute<{ lines: SessionLine[] | null; startedAt: string | null }>(sql`
    select json_agg(line order by started_at, rdud) as lines, max(started_at)::text as "startedAt" from (
      select started_at, rdud,
        json_build_array(rdud, supplier, floor(extract(epoch from ended_at) * 1000), counted, quota_ids) as line
      from ${responses}
      where survey_id = ${surveyId}::uuid and (started_at, rdud) > (${after.startedAt}::timestamptz, ${after.rid})
        and not test
      order by started_at, rdud limit ${limit}) as found`);
  const lines = row?.lines ?? [];
  const rid = lines.at(-1)?.[0];
  return { lines, last: row?.startedAt && rid !== undefined ? { startedAt: row.startedAt, rid } : null };
}
