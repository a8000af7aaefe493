import type { RespondentRow, Review, ThresholdPreview } from "@/lib/contracts/ours/respondents";
import type { AnswerCategory, QualityCheck } from "@/lib/contracts/terms/quality";
import {
  bandOf,
  type ExclusionRule,
  type RespondentOrder,
  type ReviewDecision,
  type ScoreBand,
} from "@/lib/contracts/terms/respondents";

export const checkNames: Record<QualityCheck, string> = {
  OES: "Open answers",
  TS: "Time",
  GQS: "Grids",
  CHS: "Coherence",
  BAS: "Behaviour",
};

export const categoryNames: Record<AnswerCategory, string> = {
  AI_SUSPECT: "AI suspected",
  VALID_ANSWER: "Valid answer",
  BAD_LANGUAGE: "Bad language",
  OFF_TOPIC: "Off topic",
  NO_ANSWER: "No answer",
  WRONG_LANGUAGE: "Wrong language",
  GIBBERISH: "Gibberish",
  DUPLICATE_ANSWER: "Duplicate answer",
  DUPLICATE_RESPONDENT: "Duplicate respondent",
};

export const ruleNames: Record<ExclusionRule, string> = {
  ...checkNames,
  ...categoryNames,
  total: "Total score",
};

export const bandNames: Record<ScoreBand, string> = { bad: "Bad", poor: "Poor", fair: "Fair", good: "Good" };

/** What a respondent is after a decision. */
export const decisionNames: Record<ReviewDecision, string> = { exclude: "Excluded", keep: "Kept", flag: "Flagged" };
/** What a button does. */
export const decisionVerbs: Record<ReviewDecision, string> = { exclude: "Exclude", keep: "Keep", flag: "Flag" };

export const NOT_REVIEWED = "Not reviewed";
export const decisionName = (review: Pick<Review, "decision"> | null): string =>
  review ? decisionNames[review.decision] : NOT_REVIEWED;

export const orderNames: Record<RespondentOrder, string> = {
  suspicion: "Not reviewed, worst first",
  score: "Worst score first",
  newest: "Newest first",
};

const NOT_SCORED = "Not scored";
const WAITING = "Waiting to be scored";

/** A score with its band in words: "34, Bad". */
export function scoreText({ is_pending, service_score }: Pick<RespondentRow, "is_pending" | "service_score">): string {
  if (is_pending) return WAITING;
  const band = bandOf(service_score);
  return band === null ? NOT_SCORED : `${service_score}, ${bandNames[band]}`;
}

/** "1 respondent", "1,200 respondents". */
export const respondentsText = (count: (value: number) => string, respondents: number): string =>
  `${count(respondents)} ${respondents === 1 ? "respondent" : "respondents"}`;

type ThresholdCounts = Pick<ThresholdPreview, "newly_excluded" | "newly_included" | "still_counted">;

/** What applying thresholds does, as its button names it; null: nothing. */
export function applyText(
  { newly_excluded: out, newly_included: back, still_counted: behind }: ThresholdCounts,
  count: (value: number) => string,
) {
  if (out > 0 && back > 0) return `Exclude ${count(out)} and include ${respondentsText(count, back)}`;
  if (out > 0) return `Exclude ${respondentsText(count, out)}`;
  if (back > 0) return `Include ${respondentsText(count, back)}`;
  return behind > 0 ? `Leave out the answers of ${respondentsText(count, behind)}` : null;
}

/** Stands where a supplier is not known. */
export const NO_SUPPLIER = "No supplier recorded";

/** Said wherever scores and rules are shown. */
export const WEAK_ALONE =
  "A score or a rule alone is weak evidence: careful respondents are suspected too. Look for two signals that agree before you exclude.";

export const NOBODY_SCORED = "No respondent of this survey has been scored yet.";

/** Said where coherence rules would be, and no respondent is held against them. */
export const SCORED_ELSEWHERE =
  "Another service scores the respondents of this connection. It does not know coherence rules from here.";
