import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { qualityAnswers, qualityRespondents, qualityScoreLines } from "./schema/quality";
import { readScoreLine, type ScoreLine } from "./score-line";

/** Lines of a survey's respondents in the order that they came, after one of them. */
export const listScoreLines = (
  connection: Connection,
  { surveyId, after, limit }: { surveyId: string; after: number; limit: number },
): Promise<ScoreLine[]> =>
  readLines(
    connection,
    sql`${qualityScoreLines.surveyId} = ${surveyId} and ${qualityScoreLines.respondent} > ${after}::bigint
      order by ${qualityScoreLines.respondent} limit ${limit}`,
  );

/** Lines of those of these respondents that the survey has. */
export const scoreLinesById = (
  connection: Connection,
  surveyId: string,
  respondentIds: readonly string[],
): Promise<ScoreLine[]> =>
  readLines(
    connection,
    sql`${qualityScoreLines.respondent} in (
      select id from ${qualityRespondents}
      where survey_id = ${surveyId} and respondent_id = any(${sql.param([...respondentIds])}::text[]))`,
  );

/** One text of all lines is read ten times as fast as a row for each. */
async function readLines(connection: Connection, which: SQL): Promise<ScoreLine[]> {
  const [row] = await connection.execute<{ lines: string | null }>(sql`
    select string_agg(line, ',' order by respondent) as lines
    from (select respondent, line from ${qualityScoreLines} where ${which}) as found`);
  const lines: unknown = JSON.parse(`[${row?.lines ?? ""}]`);
  return Array.isArray(lines) ? lines.map(readScoreLine) : [];
}

/** What was sent of respondents, as it was read. */
export const sentPointsOf = (
  connection: Connection,
  surveyId: string,
  respondentIds: readonly string[],
): Promise<{ id: number; respondentId: string; dataPoints: unknown[] }[]> =>
  connection
    .select({
      id: qualityRespondents.id,
      respondentId: qualityRespondents.respondentId,
      dataPoints: qualityRespondents.dataPoints,
    })
    .from(qualityRespondents)
    .where(
      and(eq(qualityRespondents.surveyId, surveyId), inArray(qualityRespondents.respondentId, [...respondentIds])),
    );

/** The open answers of a respondent that others are compared with. */
export const comparedAnswersOf = (
  connection: Connection,
  respondent: number,
): Promise<{ dataPointId: string; words: string }[]> =>
  connection
    .select({ dataPointId: qualityAnswers.dataPointId, words: qualityAnswers.words })
    .from(qualityAnswers)
    .where(eq(qualityAnswers.respondent, respondent));
