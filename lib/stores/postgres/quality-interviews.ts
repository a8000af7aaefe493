import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { qualityRespondents } from "./schema/quality";

/** Scored respondents of a survey with the interviews that were sent of them, the latest first, before one of them. */
export const listInterviews = (
  connection: Connection,
  { surveyId, before, limit }: { surveyId: string; before: number; limit: number },
): Promise<{ id: number; respondentId: string; interviews: unknown[] }[]> =>
  connection
    .select({
      id: qualityRespondents.id,
      respondentId: qualityRespondents.respondentId,
      // The database takes them out: other data points can be many times as long.
      interviews: sql<unknown[]>`jsonb_path_query_array(data_points, '$[*] ? (@.qualityCheck == "CHS").interviewData')`,
    })
    .from(qualityRespondents)
    .where(
      and(
        eq(qualityRespondents.surveyId, surveyId),
        isNotNull(qualityRespondents.scores),
        lt(qualityRespondents.id, before),
      ),
    )
    .orderBy(desc(qualityRespondents.id))
    .limit(limit);
