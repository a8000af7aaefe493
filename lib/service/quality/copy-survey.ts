import "server-only";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import { countAmounts, countMigration, listStoredRespondents } from "@/lib/stores/postgres/quality-copies";
import { creditsFor } from "./credit-rules";
import { type RenamedAnswers, renamedAnswers, respondentInV3 } from "./migrate";
import type { SentRespondent } from "./score-respondent";
import { keptOf } from "./view-respondent";

/** Copying a survey of v1 or v2 to a new one of v3. That the account is the caller's, the gateway has proven. */
type Named = { accountId: string; name: string };

export type MigrationFacts = {
  respondents: number;
  entriesWithoutQuestionId: number;
  /** Copies are scored anew; null: the service has prices of its own. */
  credits: number | null;
  categories: RenamedAnswers;
};

/** What a copy would rename and add; null: the account has no such survey. */
export async function migrationFacts({ accountId, name }: Named): Promise<MigrationFacts | null> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return null;
  const [respondents, { entries, answers }, amounts] = await Promise.all([
    store.countQualityRespondents(db(), survey.id),
    countMigration(db(), survey.id),
    countAmounts(db(), survey.id),
  ]);
  return {
    ...{ respondents, entriesWithoutQuestionId: entries, categories: renamedAnswers(survey.version, answers) },
    credits: amounts.reduce((sum, { respondents: alike, ...each }) => sum + alike * creditsFor(each).totalCredits, 0),
  };
}

/** A respondent as `addRespondent` of v3 takes them, and where reading goes on behind them. */
export type CopiedRespondent = { place: number; body: SentRespondent };

/** Respondents of a survey after one of them, in the order that they came, for a new survey of v3. */
export async function copiesAfter(
  { accountId, name }: Named,
  { newName, after, limit }: { newName: string; after: number; limit: number },
): Promise<CopiedRespondent[]> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return [];
  const rows = await listStoredRespondents(db(), { surveyId: survey.id, after, limit });
  return rows.map((row) => ({
    place: row.id,
    body: respondentInV3(survey.version, newName, keptOf(survey.version, row)),
  }));
}
