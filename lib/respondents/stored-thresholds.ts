import "server-only";
import { isObject } from "@/lib/contracts/lenient";
import { type Thresholds, thresholds as thresholdsSchema } from "@/lib/contracts/ours/respondents";
import { defaultThresholds } from "@/lib/contracts/rules/exclusion";
import type { SignedInContext } from "@/lib/gateway/call";
import { qualitySurvey, reviewedSurvey } from "@/lib/gateway/quality";
import { db } from "@/lib/stores/postgres/client";
import { findThresholds, putThresholds, type ReviewedSurvey } from "@/lib/stores/postgres/respondent-reviews";
import { readStored } from "@/lib/stores/stored-json";

type Saved = { thresholds: Thresholds; saved: { by: string; at: string } | null };

/** The thresholds of a survey: the saved ones, else the usual ones. What a former release did not know of is off. */
export async function thresholdsOf(survey: ReviewedSurvey): Promise<Saved> {
  const stored = await findThresholds(db(), survey);
  if (!stored) return { thresholds: defaultThresholds, saved: null };
  const saved = { by: stored.who, at: stored.at.toISOString() };
  const what = `The thresholds of survey ${survey.surveyId} in quality_thresholds`;
  return { thresholds: readStored(thresholdsSchema, withAllCategories(stored.thresholds), what), saved };
}

function withAllCategories(stored: unknown): unknown {
  if (!isObject(stored) || !isObject(stored.categories)) return stored;
  const off = Object.fromEntries(Object.keys(defaultThresholds.categories).map((category) => [category, null]));
  return { ...stored, categories: { ...off, ...stored.categories } };
}

export const getThresholds = async (context: SignedInContext, surveyId: string): Promise<Saved> =>
  thresholdsOf(reviewedSurvey(await qualitySurvey(context, { id: surveyId })));

export async function saveThresholds(
  context: SignedInContext,
  { survey_id, thresholds }: { survey_id: string; thresholds: Thresholds },
): Promise<Saved> {
  const survey = reviewedSurvey(await qualitySurvey(context, { id: survey_id }));
  await db().transaction((transaction) => putThresholds(transaction, context, survey, thresholds));
  return thresholdsOf(survey);
}
