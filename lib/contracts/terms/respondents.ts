import type { AnswerCategory, QualityCheck } from "./quality";

/** Terms of the review of respondents, without a schema. */

/** Scores in bands, the worst first, with the least and the most score of each. */
export const scoreBands = ["bad", "poor", "fair", "good"] as const;
export type ScoreBand = (typeof scoreBands)[number];
export const bandLimits: Record<ScoreBand, readonly [number, number]> = {
  bad: [0, 39],
  poor: [40, 59],
  fair: [60, 79],
  good: [80, 100],
};

/** The band of a score; null: it could not be scored. */
export const bandOf = (score: number): ScoreBand | null =>
  scoreBands.find((band) => score >= bandLimits[band][0] && score <= bandLimits[band][1]) ?? null;

/** What a reviewer decides of a respondent. A flag excludes nobody: it asks for a second look. */
export const reviewDecisions = ["exclude", "keep", "flag"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Orders of the list; `suspicion`: not reviewed first, then the worst score. */
export const respondentOrders = ["suspicion", "newest", "score"] as const;
export type RespondentOrder = (typeof respondentOrders)[number];

/** Categories of open answers that speak against a respondent. */
export const suspectCategories = [
  "AI_SUSPECT",
  "BAD_LANGUAGE",
  "OFF_TOPIC",
  "NO_ANSWER",
  "WRONG_LANGUAGE",
  "GIBBERISH",
  "DUPLICATE_ANSWER",
  "DUPLICATE_RESPONDENT",
] as const satisfies readonly AnswerCategory[];
type SuspectCategory = (typeof suspectCategories)[number];

/** A rule that excludes: the total, a check, or a category of open answers. */
export type ExclusionRule = "total" | QualityCheck | SuspectCategory;

export const MOST_NOTE = 2000;
export const MOST_DECIDED = 1000;
/** Questions whose figures a preview of thresholds shows. */
export const MOST_PREVIEWED_QUESTIONS = 6;
