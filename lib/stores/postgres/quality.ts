import { and, asc, count, desc, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import type { Connection } from "./client";
import { qualityAnswers, qualityDurations, qualityQuestions, qualityRespondents, qualitySurveys } from "./schema";

/** Surveys and respondents of the built-in quality service. Whose account it is, the caller has proven. */

export type QualitySurvey = typeof qualitySurveys.$inferSelect;

/** What is shown of a respondent: not what was sent of them, which can be long. */
const {
  dataPoints: _points,
  cleaningSettings: _settings,
  attributes: _attributes,
  ...shown
} = getTableColumns(qualityRespondents);
export type QualityRespondent = Omit<
  typeof qualityRespondents.$inferSelect,
  "dataPoints" | "cleaningSettings" | "attributes"
>;

/** Creates the survey of an account where there is none of this name; whoever comes first decides its version. */
export async function createQualitySurvey(
  transaction: Connection,
  values: { accountId: string; name: string; version: QualityVersion },
): Promise<void> {
  await transaction.insert(qualitySurveys).values(values).onConflictDoNothing();
}

const isNamed = (accountId: string, name: string) =>
  and(eq(qualitySurveys.accountId, accountId), eq(qualitySurveys.name, name));

export async function findQualitySurvey(
  connection: Connection,
  accountId: string,
  name: string,
): Promise<QualitySurvey | null> {
  const [row] = await connection.select().from(qualitySurveys).where(isNamed(accountId, name));
  return row ?? null;
}

/** The survey, locked until the transaction ends: respondents of one survey are added one after another. */
export async function lockQualitySurvey(
  transaction: Connection,
  accountId: string,
  name: string,
): Promise<QualitySurvey | null> {
  const [row] = await transaction.select().from(qualitySurveys).where(isNamed(accountId, name)).for("update");
  return row ?? null;
}

export async function setQualitySurveyStopped(
  transaction: Connection,
  surveyId: string,
  stoppedAt: Date | null,
): Promise<void> {
  await transaction.update(qualitySurveys).set({ stoppedAt }).where(eq(qualitySurveys.id, surveyId));
}

/** Adds a respondent; null: the survey has one of this id. */
export async function insertQualityRespondent(
  transaction: Connection,
  values: typeof qualityRespondents.$inferInsert,
): Promise<QualityRespondent | null> {
  const [row] = await transaction.insert(qualityRespondents).values(values).onConflictDoNothing().returning(shown);
  return row ?? null;
}

/** The respondents of a survey that have these ids. */
export const findQualityRespondents = (
  connection: Connection,
  surveyId: string,
  respondentIds: readonly string[],
): Promise<QualityRespondent[]> =>
  connection
    .select(shown)
    .from(qualityRespondents)
    .where(and(eq(qualityRespondents.surveyId, surveyId), inArray(qualityRespondents.respondentId, [...respondentIds])))
    .orderBy(asc(qualityRespondents.id));

/** Respondents of a survey in the order that they came, after one of them. */
export const listQualityRespondents = (
  connection: Connection,
  { surveyId, after, limit, offset = 0 }: { surveyId: string; after: number; limit: number; offset?: number },
): Promise<QualityRespondent[]> =>
  connection
    .select(shown)
    .from(qualityRespondents)
    .where(and(eq(qualityRespondents.surveyId, surveyId), gt(qualityRespondents.id, after)))
    .orderBy(asc(qualityRespondents.id))
    .limit(limit)
    .offset(offset);

export async function countQualityRespondents(connection: Connection, surveyId: string): Promise<number> {
  const [row] = await connection
    .select({ respondents: count() })
    .from(qualityRespondents)
    .where(eq(qualityRespondents.surveyId, surveyId));
  return row?.respondents ?? 0;
}

/** Sets who is excluded; `decidedBy` null: as the rules say. */
export async function setQualityExclusion(
  transaction: Connection,
  ids: readonly number[],
  change: { isExcluded: boolean; decidedBy: string | null; decidedAt: Date | null },
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .update(qualityRespondents)
    .set(change)
    .where(inArray(qualityRespondents.id, [...ids]));
}

/** Deletes respondents; what others are compared with of theirs goes by its foreign keys. */
export async function deleteQualityRespondents(transaction: Connection, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await transaction.delete(qualityRespondents).where(inArray(qualityRespondents.id, [...ids]));
}

/** Deletes a survey; its respondents and questions go by their foreign keys. */
export async function deleteQualitySurvey(transaction: Connection, surveyId: string): Promise<void> {
  await transaction.delete(qualitySurveys).where(eq(qualitySurveys.id, surveyId));
}

/* What respondents are compared with */

/** Those who came last stand for all: so a comparison costs the same in a survey of any size. */
const COMPARED_DURATIONS = 300;

export type DurationFigures = { dataPointId: string; respondents: number; medianMs: number };

/** The median of the latest durations at these data points of a survey. */
export async function durationFigures(
  connection: Connection,
  surveyId: string,
  dataPointIds: readonly string[],
): Promise<DurationFigures[]> {
  if (dataPointIds.length === 0) return [];
  return connection.execute<DurationFigures>(sql`
    select p.id as "dataPointId", count(*)::int as respondents,
      percentile_cont(0.5) within group (order by d.duration_ms) as "medianMs"
    from unnest(${sql.param([...new Set(dataPointIds)])}::text[]) as p(id)
      cross join lateral (
        select ${qualityDurations.durationMs} from ${qualityDurations}
        where ${qualityDurations.surveyId} = ${surveyId} and ${qualityDurations.dataPointId} = p.id
        order by ${qualityDurations.respondent} desc limit ${COMPARED_DURATIONS}) as d
    group by p.id`);
}

export async function insertQualityDurations(
  transaction: Connection,
  rows: (typeof qualityDurations.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(qualityDurations).values(rows);
}

/** Whatever a survey's answers have in common, at most so many are compared word for word. */
const COMPARED_ANSWERS = 50;

export type SimilarAnswer = { respondent: number; respondentId: string; words: string };

/** Answers to one question of a survey that share a band with this one, those that share most first. */
export async function answersInBands(
  connection: Connection,
  { surveyId, dataPointId, bands }: { surveyId: string; dataPointId: string; bands: readonly bigint[] },
): Promise<SimilarAnswer[]> {
  const own = sql`${sql.param(bands.map(String))}::bigint[]`;
  const shared = sql`${qualityAnswers.bands} && ${own}`;
  const sharedBands = sql`(select count(*) from unnest(${qualityAnswers.bands}) as b where b = any(${own}))`;
  return connection
    .select({
      respondent: qualityAnswers.respondent,
      respondentId: qualityRespondents.respondentId,
      words: qualityAnswers.words,
    })
    .from(qualityAnswers)
    .innerJoin(qualityRespondents, eq(qualityRespondents.id, qualityAnswers.respondent))
    .where(and(shared, eq(qualityAnswers.surveyId, surveyId), eq(qualityAnswers.dataPointId, dataPointId)))
    .orderBy(desc(sharedBands), asc(qualityAnswers.respondent))
    .limit(COMPARED_ANSWERS);
}

export async function insertQualityAnswers(
  transaction: Connection,
  rows: (typeof qualityAnswers.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(qualityAnswers).values(rows);
}

/** Keeps the text of questions that are new to a survey, and answers those whose id first came with another text. */
export async function questionsWithOtherText(
  transaction: Connection,
  surveyId: string,
  texts: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (texts.size === 0) return [];
  const rows = [...texts].map(([questionId, question]) => ({ surveyId, questionId, question }));
  await transaction.insert(qualityQuestions).values(rows).onConflictDoNothing();
  const stored = await transaction
    .select()
    .from(qualityQuestions)
    .where(and(eq(qualityQuestions.surveyId, surveyId), inArray(qualityQuestions.questionId, [...texts.keys()])));
  return stored
    .filter(({ questionId, question }) => texts.get(questionId) !== question)
    .map(({ questionId }) => questionId)
    .sort();
}
