import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { AnswerCategory } from "@/lib/contracts/terms/quality";
import type { Connection } from "./client";
import type { StoredRespondent } from "./quality";
import { qualityRespondents } from "./schema/quality";

/** Respondents of a survey with everything that was sent of them, in the order that they came, after one of them. */
export const listStoredRespondents = (
  connection: Connection,
  { surveyId, after, limit, offset = 0 }: { surveyId: string; after: number; limit: number; offset?: number },
): Promise<StoredRespondent[]> =>
  connection
    .select()
    .from(qualityRespondents)
    .where(and(eq(qualityRespondents.surveyId, surveyId), gt(qualityRespondents.id, after)))
    .orderBy(asc(qualityRespondents.id))
    .limit(limit)
    .offset(offset);

/** Interview entries of a survey without a question id, and how many open answers are of each category. */
export async function countMigration(
  connection: Connection,
  surveyId: string,
): Promise<{ entries: number; answers: Map<AnswerCategory, number> }> {
  const [[counted], categories] = await Promise.all([
    connection.execute<{ entries: number }>(sql`
      select count(*)::int as entries from ${qualityRespondents},
        jsonb_path_query(data_points, '$[*].interviewData[*] ? (!exists(@.questionId))')
      where survey_id = ${surveyId}`),
    connection.execute<{ category: AnswerCategory; answers: number }>(sql`
      select category #>> '{}' as category, count(*)::int as answers
      from ${qualityRespondents}, jsonb_path_query(scores, '$.points[*].category ? (@ != null)') as category
      where survey_id = ${surveyId} group by 1`),
  ]);
  return {
    entries: counted?.entries ?? 0,
    answers: new Map(categories.map(({ category, answers }) => [category, answers])),
  };
}

/** How many respondents of a survey were sent with as much to score, by how much that is of each check. */
export const countAmounts = (connection: Connection, surveyId: string): Promise<CountedAmounts[]> =>
  connection.execute<CountedAmounts>(sql`
    select
      jsonb_array_length(jsonb_path_query_array(data_points, '$[*] ? (@.qualityCheck == "OES")')) as "OESDataPoints",
      jsonb_array_length(jsonb_path_query_array(data_points, '$[*] ? (@.qualityCheck == "TS")')) as "TSDataPoints",
      jsonb_array_length(jsonb_path_query_array(data_points, '$[*] ? (@.qualityCheck == "BAS")')) as "BASDataPoints",
      jsonb_array_length(jsonb_path_query_array(data_points, '$[*].gridAnswersPattern[*]')) as "GQSAnswers",
      jsonb_array_length(jsonb_path_query_array(data_points, '$[*].interviewData[*]')) as "CHSAnswers",
      count(*)::int as respondents
    from ${qualityRespondents} where survey_id = ${surveyId} group by 1, 2, 3, 4, 5`);

type CountedAmounts = Record<
  "OESDataPoints" | "TSDataPoints" | "BASDataPoints" | "GQSAnswers" | "CHSAnswers" | "respondents",
  number
>;
