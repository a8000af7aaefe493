import { and, desc, eq, inArray, isNotNull, max, sql } from "drizzle-orm";
import type { Context } from "@/lib/contracts/context";
import type { ExclusionThresholds } from "@/lib/contracts/rules/exclusion";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";
import { addAudit } from "./audit";
import type { Connection } from "./client";
import { qualityThresholds, type respondentDeletions, respondentReviews } from "./schema/respondent-reviews";

/** What reviewers decide of a survey's respondents, and its thresholds. That the survey is theirs, the caller has proven. */
export type ReviewedSurvey = { connection: string; accountId: string; surveyId: string };

type Row = typeof respondentReviews.$inferSelect;
export type ReviewRow = Pick<Row, "respondentId" | "decision" | "note" | "who" | "at">;

const columns = {
  respondentId: respondentReviews.respondentId,
  decision: respondentReviews.decision,
  note: respondentReviews.note,
  who: respondentReviews.who,
  at: respondentReviews.at,
};

type OfSurveys = Pick<typeof respondentReviews, "connection" | "accountId" | "surveyId">;
type OfThresholds = Pick<typeof qualityThresholds, "connection" | "accountId" | "surveyId">;
type OfDeletions = Pick<typeof respondentDeletions, "connection" | "accountId" | "surveyId">;

/** The rows of a survey, in a table that names it by these three. */
export const ofReviewedSurvey = (
  table: OfSurveys | OfThresholds | OfDeletions,
  { connection, accountId, surveyId }: ReviewedSurvey,
) => and(eq(table.connection, connection), eq(table.accountId, accountId), eq(table.surveyId, surveyId));

/** The decision in force of each respondent who has one. */
export const listReviews = async (connection: Connection, survey: ReviewedSurvey): Promise<ReviewRow[]> => {
  const latest = connection
    .select({ id: max(respondentReviews.id) })
    .from(respondentReviews)
    .where(ofReviewedSurvey(respondentReviews, survey))
    .groupBy(respondentReviews.respondentId);
  const isInForce = and(inArray(respondentReviews.id, latest), isNotNull(respondentReviews.decision));
  return connection.select(columns).from(respondentReviews).where(isInForce);
};

const MOST_HISTORY = 100;

/** Every decision of one respondent, newest first. */
export const reviewHistory = (
  connection: Connection,
  survey: ReviewedSurvey,
  respondentId: string,
): Promise<ReviewRow[]> =>
  connection
    .select(columns)
    .from(respondentReviews)
    .where(and(ofReviewedSurvey(respondentReviews, survey), eq(respondentReviews.respondentId, respondentId)))
    .orderBy(desc(respondentReviews.id))
    .limit(MOST_HISTORY);

export type NewReview = { respondentId: string; decision: ReviewDecision | null; note: string };

/** Adds decisions of the viewer in the transaction given, with one audit entry for all of them. */
export async function addReviews(
  transaction: Connection,
  context: Context,
  survey: ReviewedSurvey,
  reviews: readonly NewReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  const who = context.viewer.email;
  await transaction.insert(respondentReviews).values(reviews.map((review) => ({ ...survey, ...review, who })));
  const { accountId, surveyId } = survey;
  await addAudit(transaction, context, {
    ...{ accountId, action: "reviewRespondents", thing: "quality-surveys", thingId: surveyId },
    after: { reviews },
    outcome: "done",
  });
}

export type StoredThresholds = Pick<typeof qualityThresholds.$inferSelect, "thresholds" | "who" | "at">;

/** The thresholds that somebody saved; null: nobody has. */
export async function findThresholds(connection: Connection, survey: ReviewedSurvey): Promise<StoredThresholds | null> {
  const { thresholds, who, at } = qualityThresholds;
  const [row] = await connection
    .select({ thresholds, who, at })
    .from(qualityThresholds)
    .where(ofReviewedSurvey(qualityThresholds, survey));
  return row ?? null;
}

/** Saves them with the audit entry of it. */
export async function putThresholds(
  transaction: Connection,
  context: Context,
  survey: ReviewedSurvey,
  thresholds: ExclusionThresholds,
): Promise<void> {
  const before = (await findThresholds(transaction, survey))?.thresholds;
  const row = { thresholds, who: context.viewer.email, at: sql`clock_timestamp()` };
  const { connection, accountId, surveyId } = qualityThresholds;
  await transaction
    .insert(qualityThresholds)
    .values({ ...survey, ...row })
    .onConflictDoUpdate({ target: [connection, accountId, surveyId], set: row });
  await addAudit(transaction, context, {
    ...{ accountId: survey.accountId, action: "saveThresholds", thing: "quality-surveys", thingId: survey.surveyId },
    ...(before && { before: { thresholds: before } }),
    after: { thresholds },
    outcome: "done",
  });
}
