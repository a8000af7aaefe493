import "server-only";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import { reviewedSurvey } from "@/lib/gateway/quality";
import { findRespondents, viewRow } from "./list-respondents";
import { readSnapshot, type Snapshot } from "./snapshot";
import { thresholdsOf } from "./stored-thresholds";
import { summarizeRespondents } from "./summarize";

type ListQuery = QueryOf<typeof contract.listRespondents> & { survey_id: string };

/** One page of the respondents that a filter finds. */
export async function listRespondents(
  context: SignedInContext,
  { page = 1, page_size = DEFAULT_PAGE_SIZE, ...filter }: ListQuery,
): Promise<contract.RespondentList> {
  const snapshot = await readSnapshot(context, filter.survey_id);
  const { thresholds } = await thresholdsOf(reviewedSurvey(snapshot.survey));
  const joined = { ...snapshot, thresholds };
  const found = findRespondents(joined, filter);
  const shown = found.slice((page - 1) * page_size, page * page_size);
  return {
    survey: viewSurvey(snapshot),
    total_respondents: found.length,
    not_reviewed: found.filter((at) => !snapshot.reviews.has(snapshot.scores.ids[at] ?? "")).length,
    page,
    page_size: shown.length,
    respondents: shown.map((at) => viewRow(joined, at)),
    read_at: snapshot.readAt.toISOString(),
  };
}

export async function summarize(context: SignedInContext, surveyId: string): Promise<contract.RespondentSummary> {
  const snapshot = await readSnapshot(context, surveyId);
  return {
    survey: viewSurvey(snapshot),
    ...summarizeRespondents(snapshot),
    read_at: snapshot.readAt.toISOString(),
  };
}

const viewSurvey = ({ survey, scored }: Pick<Snapshot, "survey" | "scored">): contract.ScoredSurvey | null =>
  scored && { survey_name: survey.number, version: scored.version, is_stopped: scored.isStopped };
