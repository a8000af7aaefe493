import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnswerCategory, QualityCheck } from "@/lib/contracts/terms/quality";
import type { Connection } from "./client";
import { qualityAnswers, qualityRespondents } from "./schema";

/** Scores of a survey's respondents without what they rest on: a survey of 100,000 is read in less than a second. */
export type ScoreLine = [
  id: number,
  respondentId: string,
  isExcluded: boolean,
  decidedBy: string | null,
  atMs: number,
  /** Null, as what follows: they wait to be scored. */
  total: number | null,
  checks: QualityCheck[] | null,
  scores: number[] | null,
  /** The check of each data point that could be scored. */
  scored: QualityCheck[] | null,
  categories: AnswerCategory[] | null,
  ruleReasons: string[],
];

/**
 * Lines of a survey's respondents in the order that they came, after one of them. The database takes the scores apart
 * and writes one text, which is read ten times as fast as a row for each of them.
 */
export const listScoreLines = (
  connection: Connection,
  { surveyId, after, limit }: { surveyId: string; after: number; limit: number },
): Promise<ScoreLine[]> =>
  readLines(connection, sql`survey_id = ${surveyId} and id > ${after}::bigint order by id limit ${limit}`);

/** Lines of those of these respondents that the survey has. */
export const scoreLinesById = (
  connection: Connection,
  surveyId: string,
  respondentIds: readonly string[],
): Promise<ScoreLine[]> =>
  readLines(connection, sql`survey_id = ${surveyId} and respondent_id = any(${sql.param([...respondentIds])}::text[])`);

async function readLines(connection: Connection, which: SQL): Promise<ScoreLine[]> {
  const [row] = await connection.execute<{ lines: ScoreLine[] | null }>(sql`
    select json_agg(line order by id) as lines from (
      select id, json_build_array(id, respondent_id, is_excluded, decided_by,
        floor(extract(epoch from created_at) * 1000), scores -> 'serviceScore',
        jsonb_path_query_array(scores, '$.checks[*].qualityCheck'),
        jsonb_path_query_array(scores, '$.checks[*].score'),
        jsonb_path_query_array(scores, '$.points[*] ? (@.score != -999).qualityCheck'),
        jsonb_path_query_array(scores, '$.points[*].category ? (@ != null)'),
        rule_reasons) as line
      from ${qualityRespondents} where ${which}) as lines`);
  return row?.lines ?? [];
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
