import { type SQL, sql } from "drizzle-orm";
import { namedColumns } from "../named-columns";
import type { Connection } from "./client";
import { responses } from "./schema/fielding";

/** What a session of a survey says of its respondent; tests are left out. */
export type SessionLine = {
  rid: string;
  supplier: string | null;
  endedAtMs: number | null;
  /** Counts as a complete. */
  isComplete: boolean;
  quotaIds: string[];
};

/** Lines come as arrays: as objects, names would be most of what is sent. */
const columns = namedColumns(["rid", "supplier", "endedAtMs", "isComplete", "quotaIds"]);
const line = columns.inOrder<SQL>({
  rid: sql`rdud`,
  supplier: sql`supplier`,
  endedAtMs: sql`floor(extract(epoch from ended_at) * 1000)`,
  isComplete: sql`counted`,
  quotaIds: sql`quota_ids`,
});

/** Safe: each is what the statement writes at its place. */
const lineOf = (row: readonly unknown[]): SessionLine => ({
  rid: row[columns.at.rid] as string,
  supplier: row[columns.at.supplier] as string | null,
  endedAtMs: row[columns.at.endedAtMs] as number | null,
  isComplete: row[columns.at.isComplete] as boolean,
  quotaIds: row[columns.at.quotaIds] as string[],
});

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
  const [row] = await connection.execute<{ lines: unknown[][] | null; startedAt: string | null }>(sql`
    select json_agg(line order by started_at, rdud) as lines, max(started_at)::text as "startedAt" from (
      select started_at, rdud, json_build_array(${sql.join(line, sql`, `)}) as line
      from ${responses}
      where survey_id = ${surveyId}::uuid and (started_at, rdud) > (${after.startedAt}::timestamptz, ${after.rid})
        and not test
      order by started_at, rdud limit ${limit}) as found`);
  const lines = (row?.lines ?? []).map(lineOf);
  const rid = lines.at(-1)?.rid;
  return { lines, last: row?.startedAt && rid !== undefined ? { startedAt: row.startedAt, rid } : null };
}
