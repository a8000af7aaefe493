import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { QualityVersion, RespondentScores } from "@/lib/contracts/terms/quality";
import type { Connection } from "./client";
import {
  qualityAnswers,
  qualityDurations,
  qualityGrids,
  qualityQuestions,
  qualityRespondents,
  qualitySurveys,
} from "./schema/quality";

/** Surveys and respondents of the built-in quality service. Whose account it is, the caller has proven. */

export type QualitySurvey = typeof qualitySurveys.$inferSelect;

/** What is shown of a respondent: not what was sent of them, which can be long. */
const {
  dataPoints: _points,
  cleaningSettings: _settings,
  attributes: _attributes,
  ...shown
} = getTableColumns(qualityRespondents);
/** With everything that was sent of them. */
export type StoredRespondent = typeof qualityRespondents.$inferSelect;
export type QualityRespondent = Omit<StoredRespondent, "dataPoints" | "cleaningSettings" | "attributes">;

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

/** Adds a respondent, and says whether others of the survey wait to be scored; null: the survey has one of this id. */
export async function insertQualityRespondent(
  transaction: Connection,
  values: typeof qualityRespondents.$inferInsert,
): Promise<{ row: StoredRespondent; doOthersWait: boolean } | null> {
  const others = sql<boolean>`exists (
    select from ${qualityRespondents} as other where other.survey_id = ${values.surveyId} and other.scores is null)`;
  const [added] = await transaction
    .insert(qualityRespondents)
    .values(values)
    .onConflictDoNothing()
    .returning({ ...getTableColumns(qualityRespondents), doOthersWait: others });
  if (!added) return null;
  const { doOthersWait, ...row } = added;
  return { row, doOthersWait };
}

/* Who waits to be scored */

/** Tells the workers that somebody waits. */
export const QUALITY_CHANNEL = "quality";

export const notifyScorers = (connection: Connection) =>
  connection.execute(sql`select pg_notify(${QUALITY_CHANNEL}, '')`);

const isWaiting = isNull(qualityRespondents.scores);

/** The respondent of a survey who has waited longest. */
export async function longestWaiting(connection: Connection, surveyId: string): Promise<StoredRespondent | null> {
  const [row] = await connection
    .select()
    .from(qualityRespondents)
    .where(and(isWaiting, eq(qualityRespondents.surveyId, surveyId)))
    .orderBy(asc(qualityRespondents.id))
    .limit(1);
  return row ?? null;
}

/** Surveys in which somebody waits, each found by one step along the index of those who wait. */
export const surveysWaiting = async (connection: Connection, most: number): Promise<string[]> => {
  const next = (after: SQL) => sql`
    (select r.survey_id from ${qualityRespondents} as r where r.scores is null and ${after} order by r.survey_id limit 1)`;
  const rows = await connection.execute<{ id: string }>(sql`
    with recursive waiting(id) as (
      ${next(sql`true`)}
      union all
      select ${next(sql`r.survey_id > waiting.id`)} from waiting where waiting.id is not null)
    select id from waiting where id is not null limit ${most}`);
  return rows.map(({ id }) => id);
};

/** The survey, locked; null: it is gone, or, with `skipLocked`, somebody else has it locked now. */
export async function lockQualitySurveyById(
  transaction: Connection,
  id: string,
  { skipLocked }: { skipLocked: boolean },
): Promise<QualitySurvey | null> {
  const found = transaction.select().from(qualitySurveys).where(eq(qualitySurveys.id, id));
  const [row] = await (skipLocked ? found.for("update", { skipLocked }) : found.for("update"));
  return row ?? null;
}

/** Stores what a respondent was scored; an exclusion that a person decided meanwhile stays. */
export async function storeScores(
  transaction: Connection,
  id: number,
  { scores, ruleReasons }: { scores: RespondentScores; ruleReasons: string[] },
): Promise<QualityRespondent | null> {
  const byRules = sql`case when ${qualityRespondents.decidedAt} is null then ${ruleReasons.length > 0} else ${qualityRespondents.isExcluded} end`;
  const [row] = await transaction
    .update(qualityRespondents)
    .set({ scores, ruleReasons, isExcluded: byRules })
    .where(and(eq(qualityRespondents.id, id), isWaiting))
    .returning(shown);
  return row ?? null;
}

/** Counts one more failure of scoring a respondent, and how many there are now. */
export async function countScoringFailure(connection: Connection, id: number): Promise<number> {
  const [row] = await connection
    .update(qualityRespondents)
    .set({ failures: sql`${qualityRespondents.failures} + 1` })
    .where(eq(qualityRespondents.id, id))
    .returning({ failures: qualityRespondents.failures });
  return row?.failures ?? 0;
}

/* Respondents */

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

export async function listQualityRespondentIds(connection: Connection, surveyId: string): Promise<string[]> {
  const rows = await connection
    .select({ respondentId: qualityRespondents.respondentId })
    .from(qualityRespondents)
    .where(eq(qualityRespondents.surveyId, surveyId));
  return rows.map(({ respondentId }) => respondentId);
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

/** An answer under one of its keys. */
export type BandedAnswer = { band: bigint; respondent: number; dataPointId: string };

/** Those who came last stand for all: so a comparison costs the same in a survey of any size. */
const COMPARED_RESPONDENTS = 300;

const COMPARED_ANSWERS = 60;
const MOST_COMPARED_CHARACTERS = 500;

/** The beginnings of the latest answers at these data points of a survey. */
export async function latestAnswers(
  connection: Connection,
  surveyId: string,
  dataPointIds: readonly string[],
): Promise<{ dataPointId: string; words: string }[]> {
  if (dataPointIds.length === 0) return [];
  return connection.execute<{ dataPointId: string; words: string }>(sql`
    select p.id as "dataPointId", a.words
    from unnest(${sql.param([...new Set(dataPointIds)])}::text[]) as p(id)
      cross join lateral (
        select left(${qualityAnswers.words}, ${MOST_COMPARED_CHARACTERS}) as words from ${qualityAnswers}
        where ${qualityAnswers.surveyId} = ${surveyId} and ${qualityAnswers.dataPointId} = p.id
        order by ${qualityAnswers.respondent} desc limit ${COMPARED_ANSWERS}) as a`);
}

/** The latest answers to these grids of a survey. */
export async function latestGrids(
  connection: Connection,
  surveyId: string,
  dataPointIds: readonly string[],
): Promise<{ dataPointId: string; pattern: number[] }[]> {
  if (dataPointIds.length === 0) return [];
  return connection.execute<{ dataPointId: string; pattern: number[] }>(sql`
    select p.id as "dataPointId", g.pattern
    from unnest(${sql.param([...new Set(dataPointIds)])}::text[]) as p(id)
      cross join lateral (
        select ${qualityGrids.pattern} from ${qualityGrids}
        where ${qualityGrids.surveyId} = ${surveyId} and ${qualityGrids.dataPointId} = p.id
        order by ${qualityGrids.respondent} desc limit ${COMPARED_RESPONDENTS}) as g`);
}

export async function insertQualityGrids(
  transaction: Connection,
  rows: (typeof qualityGrids.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(qualityGrids).values(rows);
}

export type DurationFigures = {
  dataPointId: string;
  respondents: number;
  medianMs: number;
  /** Mean and standard deviation of the natural logarithms of the milliseconds; null: of fewer than two. */
  logMean: number | null;
  logDeviation: number | null;
};

/** The median of the latest durations at these data points of a survey. */
export async function durationFigures(
  connection: Connection,
  surveyId: string,
  dataPointIds: readonly string[],
): Promise<DurationFigures[]> {
  if (dataPointIds.length === 0) return [];
  return connection.execute<DurationFigures>(sql`
    select p.id as "dataPointId", count(*)::int as respondents,
      percentile_cont(0.5) within group (order by d.duration_ms) as "medianMs",
      avg(ln(greatest(d.duration_ms, 1))) as "logMean", stddev_samp(ln(greatest(d.duration_ms, 1))) as "logDeviation"
    from unnest(${sql.param([...new Set(dataPointIds)])}::text[]) as p(id)
      cross join lateral (
        select ${qualityDurations.durationMs} from ${qualityDurations}
        where ${qualityDurations.surveyId} = ${surveyId} and ${qualityDurations.dataPointId} = p.id
        order by ${qualityDurations.respondent} desc limit ${COMPARED_RESPONDENTS}) as d
    group by p.id`);
}

export async function insertQualityDurations(
  transaction: Connection,
  rows: (typeof qualityDurations.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(qualityDurations).values(rows);
}

/**
 * The answers of a survey under each of these keys. A key has few, so that they are few in a survey of any size. Each key
 * is looked up by itself: of many at once PostgreSQL expects a quarter of all answers, and reads the whole table.
 */
export async function answersInBands(
  connection: Connection,
  { surveyId, bands }: { surveyId: string; bands: readonly bigint[] },
): Promise<BandedAnswer[]> {
  if (bands.length === 0) return [];
  const rows = await connection.execute<Omit<BandedAnswer, "band"> & { band: string }>(sql`
    select own.band::text as band, a.respondent::int8 as respondent, a.data_point_id as "dataPointId"
    from unnest(${sql.param(bands.map(String))}::bigint[]) as own(band)
      cross join lateral (
        select ${qualityAnswers.respondent}, ${qualityAnswers.dataPointId} from ${qualityAnswers}
        where ${qualityAnswers.bands} @> array[own.band] and ${qualityAnswers.surveyId} = ${surveyId} offset 0) as a`);
  return rows.map(({ band, respondent, dataPointId }) => ({
    ...{ band: BigInt(band), respondent: Number(respondent), dataPointId },
  }));
}

export type AnswerPlace = { respondent: number; dataPointId: string };
export type StoredAnswer = AnswerPlace & { respondentId: string; words: string };

/** The words of these answers, in the order that their respondents came. */
export async function wordsOfAnswers(connection: Connection, places: readonly AnswerPlace[]): Promise<StoredAnswer[]> {
  if (places.length === 0) return [];
  const respondents = sql`${sql.param(places.map(({ respondent }) => respondent))}::bigint[]`;
  const ids = sql`${sql.param(places.map(({ dataPointId }) => dataPointId))}::text[]`;
  const isOne = sql`(${qualityAnswers.respondent}, ${qualityAnswers.dataPointId}) in (select * from unnest(${respondents}, ${ids}))`;
  return connection
    .select({
      respondent: qualityAnswers.respondent,
      dataPointId: qualityAnswers.dataPointId,
      respondentId: qualityRespondents.respondentId,
      words: qualityAnswers.words,
    })
    .from(qualityAnswers)
    .innerJoin(qualityRespondents, eq(qualityRespondents.id, qualityAnswers.respondent))
    .where(isOne)
    .orderBy(asc(qualityAnswers.respondent));
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
