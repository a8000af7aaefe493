import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ScoreFigures } from "@/lib/contracts/rules/exclusion";
import type { Connection } from "./client";
import { qualityAnswers, qualityRespondents, qualityScoreLines } from "./schema/quality";

/** Scores of a respondent without what they rest on, as the database keeps them up to date beside the respondent. */
export type ScoreLine = [
  id: number,
  respondentId: string,
  isExcluded: boolean,
  decidedBy: string | null,
  atMs: number,
  /** Null, as the two behind it: they wait to be scored. */
  total: number | null,
  checks: ScoreFigures["checks"] | null,
  categories: ScoreFigures["categories"] | null,
  ruleReasons: string[],
];

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
  // Safe: the database writes lines itself (`quality_score_line`).
  return JSON.parse(`[${row?.lines ?? ""}]`) as ScoreLine[];
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
