import "server-only";
import type { RespondentResult } from "@/lib/contracts/interfaces/quality";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import * as scores from "@/lib/stores/postgres/quality-scores";
import type { ScoreLine } from "@/lib/stores/postgres/score-line";

export type { ScoreLine } from "@/lib/stores/postgres/score-line";

import { viewRespondent } from "./view-respondent";

/** What other parts of the product read of the built-in service. That the account is the caller's, they have proven. */
type Named = { accountId: string; name: string };

export type SurveyState = { version: QualityVersion; isStopped: boolean };

/** Null: nobody was scored under this name. */
export async function findSurveyState({ accountId, name }: Named): Promise<SurveyState | null> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  return survey && { version: survey.version, isStopped: survey.stoppedAt !== null };
}

/** Those of these respondents that the survey has, in the words of its version. */
export async function respondentsById(
  { accountId, name }: Named,
  respondentIds: readonly string[],
): Promise<RespondentResult[]> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return [];
  const rows = await store.findQualityRespondents(db(), survey.id, respondentIds);
  return rows.map((row) => viewRespondent(survey.version, row));
}

const READ_AT_ONCE = 500;

/** All respondents of a survey in the order that they came, some hundreds at a time. */
export async function* respondentsInOrder({ accountId, name }: Named): AsyncGenerator<RespondentResult[]> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return;
  for (let after = 0; ; ) {
    const rows = await store.listQualityRespondents(db(), { surveyId: survey.id, after, limit: READ_AT_ONCE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => viewRespondent(survey.version, row));
    after = last.id;
  }
}

const LINES_AT_ONCE = 5000;

/** The scores of all respondents of a survey without what they rest on, some thousands at a time. */
export async function* scoreLines({ accountId, name }: Named): AsyncGenerator<ScoreLine[]> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return;
  const next = (after: number) => scores.listScoreLines(db(), { surveyId: survey.id, after, limit: LINES_AT_ONCE });
  for (let lines = await next(0); ; ) {
    const last = lines.at(-1);
    if (!last) return;
    // The database reads on while these are taken.
    const following = next(last.id);
    following.catch(() => {});
    yield lines;
    lines = await following;
  }
}

/** The same of those of these respondents that the survey has. */
export async function scoreLinesById({ accountId, name }: Named, respondentIds: readonly string[]) {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  return survey ? scores.scoreLinesById(db(), survey.id, respondentIds) : [];
}
