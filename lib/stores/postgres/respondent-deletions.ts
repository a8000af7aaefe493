import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/contracts/context";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { ofReviewedSurvey, type ReviewedSurvey } from "./respondent-reviews";
import { forgetExclusions } from "./response-exclusions";
import { surveys } from "./schema/demand";
import { qualityThresholds, respondentDeletions, respondentReviews } from "./schema/respondent-reviews";

/** What this product keeps of respondents beside their quality service, and how it goes with them. */
export type RespondentDeletion = ReviewedSurvey & {
  /** Null: the survey's project is not known, and nobody's answers were excluded. */
  projectId: string | null;
  /** Everybody of the survey, with its thresholds. */
  isWhole: boolean;
  respondentIds: string[];
};

/** Deletes reviews with their notes, and gives the answers of the respondents back to their project's figures. */
export async function forgetRespondents(
  transaction: Connection,
  context: Context,
  { projectId, isWhole, respondentIds, ...survey }: RespondentDeletion,
): Promise<void> {
  const ofThem = isWhole ? undefined : inArray(respondentReviews.respondentId, respondentIds);
  await transaction.delete(respondentReviews).where(and(ofReviewedSurvey(respondentReviews, survey), ofThem));
  if (isWhole) await transaction.delete(qualityThresholds).where(ofReviewedSurvey(qualityThresholds, survey));
  if (projectId === null) return;
  const { connection, accountId } = survey;
  await forgetExclusions(transaction, context, { connection, accountId, projectId }, respondentIds);
}

/** The project of a survey of the built-in demand service; null: the account has no such survey. */
export async function projectOfSurvey(
  connection: Connection,
  { accountId, surveyId }: { accountId: string; surveyId: string },
): Promise<string | null> {
  if (!isUuid(accountId) || !isUuid(surveyId)) return null;
  const isSurvey = and(eq(surveys.id, surveyId), eq(surveys.accountId, accountId));
  const [row] = await connection.select({ projectId: surveys.projectId }).from(surveys).where(isSurvey);
  return row?.projectId ?? null;
}

/* Deletions at another service */

export type NotedDeletion = typeof respondentDeletions.$inferSelect;

/** Notes a deletion before it is asked for. */
export async function noteDeletion(
  connection: Connection,
  deletion: RespondentDeletion & { who: string },
): Promise<NotedDeletion> {
  const [row] = await connection.insert(respondentDeletions).values(deletion).returning();
  if (!row) throw new Error("A deletion was not noted.");
  return row;
}

export const dropDeletion = async (connection: Connection, id: number): Promise<void> => {
  await connection.delete(respondentDeletions).where(eq(respondentDeletions.id, id));
};

/** Deletions of a survey of which it is not known how they ended. */
export const listDeletions = (connection: Connection, survey: ReviewedSurvey): Promise<NotedDeletion[]> =>
  connection.select().from(respondentDeletions).where(ofReviewedSurvey(respondentDeletions, survey));

/** Drops those that were noted so long ago that their call is over: whom they left there is still there. */
export const dropOldDeletions = async (connection: Connection, survey: ReviewedSurvey): Promise<void> => {
  const isOver = lt(respondentDeletions.at, sql`clock_timestamp() - interval '1 hour'`);
  await connection.delete(respondentDeletions).where(and(ofReviewedSurvey(respondentDeletions, survey), isOver));
};
