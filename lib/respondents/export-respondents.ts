import "server-only";
import type { RespondentRow } from "@/lib/contracts/ours/respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import { reviewedSurvey } from "@/lib/gateway/quality";
import { findRespondents, type RespondentFilter, viewRow } from "./list-respondents";
import { readSnapshot } from "./snapshot";
import { thresholdsOf } from "./stored-thresholds";

async function readJoined(context: SignedInContext, surveyId: string) {
  const snapshot = await readSnapshot(context, surveyId);
  const { thresholds } = await thresholdsOf(reviewedSurvey(snapshot.survey));
  return { ...snapshot, thresholds };
}

/** The ids of all whom a filter finds, in the list's order. */
export async function respondentIdsInOrder(
  context: SignedInContext,
  filter: RespondentFilter & { survey_id: string },
): Promise<string[]> {
  const joined = await readJoined(context, filter.survey_id);
  return findRespondents(joined, filter).flatMap((at) => joined.scores.ids[at] ?? []);
}

/** These respondents as the list shows them; those deleted meanwhile are missing. */
export async function respondentRows(
  context: SignedInContext,
  surveyId: string,
  ids: readonly string[],
): Promise<RespondentRow[]> {
  const joined = await readJoined(context, surveyId);
  return ids.flatMap((id) => {
    const at = joined.scores.placeOf.get(id);
    return at === undefined ? [] : viewRow(joined, at);
  });
}
