import "server-only";
import type { FieldSession } from "@/lib/contracts/interfaces/fielding";
import type { RespondentRow } from "@/lib/contracts/ours/respondents";
import { fieldedElsewhere, sessionsById, supplierNamesOf } from "@/lib/gateway/fielding";
import { noRespondent, type QualitySurvey, reviewedSurvey } from "@/lib/gateway/quality";
import { scoreRowsById } from "@/lib/gateway/quality-scores";
import { db } from "@/lib/stores/postgres/client";
import { type ReviewRow, reviewHistory } from "@/lib/stores/postgres/respondent-reviews";
import { viewRow } from "./list-respondents";
import { scoreTableBuilder } from "./score-table";
import type { SessionTable } from "./session-table";
import { thresholdsOf } from "./stored-thresholds";

export type OneRespondent = {
  row: RespondentRow;
  /** Null: no session of this product has this id. */
  session: FieldSession | null;
  /** Newest first. */
  history: ReviewRow[];
};

/** One respondent as they are now, without the others of the survey. */
export async function readOne(survey: QualitySurvey, respondentId: string): Promise<OneRespondent> {
  const place = reviewedSurvey(survey);
  const [rows, session, history, { thresholds }] = await Promise.all([
    scoreRowsById(survey, [respondentId]),
    sessionOf(survey, respondentId),
    reviewHistory(db(), place, respondentId),
    thresholdsOf(place),
  ]);
  if (rows.length === 0) throw noRespondent(respondentId);
  const builder = scoreTableBuilder();
  builder.add(rows);
  const [latest] = history;
  const reviews = new Map(latest?.decision ? [[respondentId, latest]] : []);
  const joined = { scores: builder.table(), sessions: session?.table ?? null, reviews, thresholds };
  return { row: viewRow(joined, 0), session: session?.session ?? null, history };
}

async function sessionOf({ context, id }: QualitySurvey, respondentId: string) {
  if (fieldedElsewhere(context.viewer) !== null || respondentId.includes("\0")) return null;
  const [[session], suppliers] = await Promise.all([
    sessionsById(context, id, [respondentId]),
    supplierNamesOf(context),
  ]);
  const facts: SessionTable["facts"] = new Map();
  if (session && !session.test) {
    const endedAt = session.ended_at === null ? null : Date.parse(session.ended_at);
    const { supplier, quota_attributes: quotas } = session;
    facts.set(respondentId, { supplier, endedAt, isComplete: session.status === "complete", quotas });
  }
  return { session: session ?? null, table: { facts, suppliers } };
}
