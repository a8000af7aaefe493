import "server-only";
import { logger } from "@/lib/logger";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { findCoherenceRules } from "@/lib/stores/postgres/coherence-rules";
import * as store from "@/lib/stores/postgres/quality";
import { compareRespondent } from "./compare-respondent";
import { readAnswers, rulesOf, scorePoints } from "./score-respondent";
import { reasonsToExclude } from "./scoring/exclusion";
import type { ReadAnswer } from "./scoring/open-answer";
import { notScored } from "./scoring/scored";
import { summarize } from "./scoring/summary";
import { namesOfPoints, sentPoints, sentSettings } from "./sent-parts";
import { leaveOut } from "./surveys";

type Stored = { survey: store.QualitySurvey; row: store.StoredRespondent };

/** Scores a respondent who is the next of their survey, which this transaction has locked. */
export async function scoreStored(
  transaction: Connection,
  { survey, row, answers: given }: Stored & { answers?: ReadonlyMap<number, ReadAnswer> },
): Promise<store.QualityRespondent> {
  const points = sentPoints(survey.version, row);
  const answers = given ?? readAnswers(points);
  const isInterviewed = points.some(({ qualityCheck }) => qualityCheck === "CHS");
  const [coherenceRules, compared] = await Promise.all([
    isInterviewed ? findCoherenceRules(transaction, survey.accountId) : [],
    compareRespondent(transaction, { respondent: row.id, surveyId: survey.id, points, answers }),
  ]);
  const interview = { year: row.createdAt.getUTCFullYear(), attributes: row.attributes, rules: coherenceRules };
  const scores = summarize(scorePoints(points, answers, { ...compared, interview }));
  const settings = sentSettings(survey.version, row);
  const rules = rulesOf(survey.version, { activateCleaning: row.cleans, cleaningSettings: settings });
  return storeResult(
    transaction,
    { survey, row },
    { scores, ruleReasons: rules ? reasonsToExclude(scores, rules) : [] },
  );
}

type Result = { scores: ReturnType<typeof summarize>; ruleReasons: string[] };

async function storeResult(transaction: Connection, { survey, row }: Stored, result: Result) {
  const stored = await store.storeScores(transaction, row.id, result);
  if (!stored) throw new Error("A respondent was scored twice at once.");
  if (stored.isExcluded && !row.isExcluded) await leaveOut(transaction, survey, stored);
  return stored;
}

/** After so many failures a respondent is left unscored, and the next one has their turn. */
const MOST_FAILURES = 5;

/**
 * Scores who has waited longest in a survey. The survey's lock lets one worker at a time do so; where a worker dies, its
 * transaction is undone, and the respondent still waits.
 *
 * @returns whether somebody's turn is over; otherwise nobody waits, another worker is at it, or scoring failed for now
 */
export async function scoreNext(surveyId: string, { waits }: { waits: boolean }): Promise<boolean> {
  let turn: Stored | undefined;
  try {
    return await db().transaction(async (transaction) => {
      turn = await nextOf(transaction, surveyId, waits);
      if (turn) await scoreStored(transaction, turn);
      return turn !== undefined;
    });
  } catch (error) {
    if (!turn) throw error;
    return afterFailure(turn, error);
  }
}

async function nextOf(transaction: Connection, surveyId: string, waits: boolean): Promise<Stored | undefined> {
  const survey = await store.lockQualitySurveyById(transaction, surveyId, { skipLocked: !waits });
  const row = survey && (await store.longestWaiting(transaction, surveyId));
  return survey && row ? { survey, row } : undefined;
}

async function afterFailure({ survey, row }: Stored, error: unknown): Promise<boolean> {
  const failures = await store.countScoringFailure(db(), row.id);
  logger.error({ err: error, surveyId: survey.id, respondent: row.id, failures }, "a respondent could not be scored");
  if (failures < MOST_FAILURES) return false;
  const scored = notScored("Scoring failed again and again");
  const points = namesOfPoints(row).map((point) => ({ ...point, category: null, ...scored }));
  await db().transaction(async (transaction) => {
    const turn = await nextOf(transaction, survey.id, true);
    // Without a score no rule excludes them.
    if (turn?.row.id === row.id) await storeResult(transaction, turn, { scores: summarize(points), ruleReasons: [] });
  });
  return true;
}
