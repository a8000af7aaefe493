import "server-only";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/respondents";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import { noRespondent, qualitySurvey } from "@/lib/gateway/quality";
import { scoreRowsById } from "@/lib/gateway/quality-scores";
import { excludeEverywhere } from "./exclude";
import { readOne } from "./one-respondent";

type Decision = BodyOf<typeof contract.decideRespondent>;

/** What each decision means for the exclusion; null: it stays. */
const exclusionBy: Record<ReviewDecision, boolean | null> = { exclude: true, keep: false, flag: null };

const words: Record<ReviewDecision, string> = {
  exclude: "Excluded by a reviewer",
  keep: "Kept by a reviewer",
  flag: "Flagged by a reviewer",
};

/** Decides of a respondent: their exclusion at the service and in the answers, and the review with its note. */
export async function decideRespondent(
  context: SignedInContext,
  { survey_id, respondent_id, decision, note, is_excluded }: Decision,
): Promise<contract.RespondentRow> {
  const survey = await qualitySurvey(context, { id: survey_id });
  const wanted = is_excluded ?? (decision && exclusionBy[decision]);
  if (wanted === null && (await scoreRowsById(survey, [respondent_id])).length === 0) throw noRespondent(respondent_id);
  const said = decision ? words[decision] : "Decision withdrawn by a reviewer";
  await excludeEverywhere(survey, {
    isExcluded: new Map(wanted === null ? [] : [[respondent_id, wanted]]),
    reviews: [{ respondentId: respondent_id, decision, note }],
    reason: note ? `${said}: ${note}` : `${said}.`,
  });
  return (await readOne(survey, respondent_id)).row;
}
