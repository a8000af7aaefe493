import "server-only";
import { changeFigures, reachAnswers } from "@/lib/gateway/answers-of-respondents";
import {
  type ExclusionChange,
  isExcludedNow,
  type QualitySurvey,
  reviewedSurvey,
  setExclusion,
} from "@/lib/gateway/quality";
import { addReviews, type NewReview } from "@/lib/stores/postgres/respondent-reviews";

type Wanted = {
  /** Who is to be excluded; those who are not in it stay as they are. */
  isExcluded: ReadonlyMap<string, boolean>;
  /** Whose answers are left out or taken in; the same as above when absent. */
  answers?: ReadonlyMap<string, boolean>;
  reviews: readonly NewReview[];
  /** In words that a colleague understands, beside each response that is left out. */
  reason: string;
};

/**
 * Excludes and includes respondents at the service, then in the answers of the project, with the decisions of reviewers.
 * Nothing is recorded where the service fails. Both are set, not toggled: the same call again finishes what was cut off.
 */
export async function excludeEverywhere(
  survey: QualitySurvey,
  { isExcluded, answers = isExcluded, reviews, reason }: Wanted,
): Promise<ExclusionChange> {
  const { context } = survey;
  const ids = [...isExcluded.keys()];
  const change =
    ids.length === 0
      ? { now: new Map(), changed: [] }
      : await setExclusion(survey, ids, (one) => isExcluded.get(one.respondentId) ?? isExcludedNow(one));
  await changeFigures(survey, async (transaction) => {
    await addReviews(transaction, context, reviewedSurvey(survey), reviews);
    await reachAnswers(transaction, survey, { answers, reason });
  });
  return change;
}
