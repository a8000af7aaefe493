import "server-only";
import type { AnswerCategory, QualityVersion } from "@/lib/contracts/terms/quality";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import { countMigration, listStoredRespondents } from "@/lib/stores/postgres/quality-copies";
import { pointsInV2, renamedCategories, settingsInV3 } from "./migrate";
import type { SentRespondent } from "./score-respondent";

/** Copying a survey of v1 or v2 to a new one of v3. That the account is the caller's, the gateway has proven. */
type Named = { accountId: string; name: string };

export type MigrationFacts = {
  respondents: number;
  entriesWithoutQuestionId: number;
  categories: { from: string; to: AnswerCategory; answers: number }[];
};

/** What a copy would rename and add; null: the account has no such survey. */
export async function migrationFacts({ accountId, name }: Named): Promise<MigrationFacts | null> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return null;
  const [respondents, { entries, answers }] = await Promise.all([
    store.countQualityRespondents(db(), survey.id),
    countMigration(db(), survey.id),
  ]);
  return {
    respondents,
    entriesWithoutQuestionId: entries,
    categories: renamedCategories(survey.version).flatMap(({ category, from, to }) => {
      const count = answers.get(category) ?? 0;
      return count > 0 ? [{ from, to, answers: count }] : [];
    }),
  };
}

/** A respondent as `addRespondent` of v3 takes them; `isExcluded`: what a person decided, null: nobody has. */
export type CopiedRespondent = { place: number; body: SentRespondent; isExcluded: boolean | null };

/** Respondents of a survey after one of them, in the order that they came, for a new survey of v3. */
export async function copiesAfter(
  { accountId, name }: Named,
  { newName, after, limit }: { newName: string; after: number; limit: number },
): Promise<CopiedRespondent[]> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return [];
  const rows = await listStoredRespondents(db(), { surveyId: survey.id, after, limit });
  return rows.map((row) => copyOf(survey.version, newName, row));
}

function copyOf(version: QualityVersion, newName: string, row: store.StoredRespondent): CopiedRespondent {
  // Safe: they are stored as the contract read them.
  const points = row.dataPoints as SentRespondent["dataPoints"];
  const settings = (row.cleaningSettings ?? undefined) as SentRespondent["cleaningSettings"];
  const body: SentRespondent = {
    ...{ surveyName: newName, respondentId: row.respondentId, dataPoints: pointsInV2(points) },
    ...(settings && { cleaningSettings: settingsInV3(version, settings) }),
    ...{ activateCleaning: row.cleans, synchronousResponse: false },
    ...(row.attributes && { respondentAttributes: row.attributes }),
  };
  return { place: row.id, body, isExcluded: row.decidedAt === null ? null : row.isExcluded };
}
