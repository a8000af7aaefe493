import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import { separateWrite } from "@/lib/gateway/join";
import {
  type ExclusionChange,
  isExcludedNow,
  type QualitySurvey,
  reviewedSurvey,
  setExclusion,
} from "@/lib/gateway/quality";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { addReviews, type NewReview } from "@/lib/stores/postgres/respondent-reviews";
import { excludeResponses } from "@/lib/stores/postgres/response-exclusions";

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
  // Whoever asks for figures after this joins none that were asked for before it.
  await separateWrite(credentialOf(context.viewer), () =>
    db().transaction(async (transaction) => {
      await addReviews(transaction, context, reviewedSurvey(survey), reviews);
      await reachAnswers(transaction, survey, { answers, reason });
    }),
  );
  return change;
}

/** A survey whose project is not known has no answers that it could reach. */
async function reachAnswers(
  transaction: Connection,
  { context, account, projectId }: QualitySurvey,
  { answers, reason }: Required<Pick<Wanted, "answers" | "reason">>,
): Promise<void> {
  if (projectId === null) return;
  const project = { connection: context.viewer.connection, accountId: account.id, projectId };
  for (const to of [true, false]) {
    const ids = [...answers].filter(([, wanted]) => wanted === to).map(([id]) => id);
    if (ids.length > 0) await excludeResponses(transaction, context, project, ids, { isExcluded: to, reason });
  }
}
