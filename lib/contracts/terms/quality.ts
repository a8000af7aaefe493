/** Terms of respondent quality, without a schema. */

export const qualityVersions = ["v1", "v2", "v3"] as const;
export type QualityVersion = (typeof qualityVersions)[number];

/** Open-ended, time, grid, coherence and behaviour. */
export const qualityChecks = ["OES", "TS", "GQS", "CHS", "BAS"] as const;
export type QualityCheck = (typeof qualityChecks)[number];

/** Data points that a respondent may have of a check; of behaviour the interface states no limit, and this one is ours. */
export const mostDataPoints: Record<QualityCheck, number> = { OES: 10, TS: 100, GQS: 20, CHS: 1, BAS: 200 };

/** What an open answer is, as v3 names it; stored and computed with these alone. */
export const answerCategories = [
  "AI_SUSPECT",
  "VALID_ANSWER",
  "BAD_LANGUAGE",
  "OFF_TOPIC",
  "NO_ANSWER",
  "WRONG_LANGUAGE",
  "GIBBERISH",
  "DUPLICATE_ANSWER",
  "DUPLICATE_RESPONDENT",
] as const;
export type AnswerCategory = (typeof answerCategories)[number];

/** How v1 and v2 name the categories. */
const formerNames: Record<AnswerCategory, string> = {
  AI_SUSPECT: "FAKE_ANSWER",
  VALID_ANSWER: "GENERIC_ANSWER",
  BAD_LANGUAGE: "BAD_LANGUAGE",
  OFF_TOPIC: "WRONG_TOPIC",
  NO_ANSWER: "NO_INFORMATION",
  WRONG_LANGUAGE: "WRONG_LANGUAGE",
  GIBBERISH: "NONSENSE",
  DUPLICATE_ANSWER: "DUPLICATE_ANSWER",
  DUPLICATE_RESPONDENT: "DUPLICATE_RESPONDENT",
};

/** A category in the words of a version. */
export const categoryName = (version: QualityVersion, category: AnswerCategory): string =>
  version === "v3" ? category : formerNames[category];

/** Names by which public services call a category of v1 and v2 beside its own. */
const otherNames: Record<string, AnswerCategory> = {
  AI_GENERATED_ANSWER: "AI_SUSPECT",
  GIBBERISH: "GIBBERISH",
  OFF_TOPIC: "OFF_TOPIC",
};

/** The names of categories that a version reads, with what each means. */
export const readableCategories = (version: QualityVersion): ReadonlyMap<string, AnswerCategory> =>
  new Map([
    ...answerCategories.map((category): [string, AnswerCategory] => [categoryName(version, category), category]),
    ...(version === "v3" ? [] : Object.entries(otherNames)),
  ]);

/** The score of what cannot be scored, and its category. */
export const NOT_SCORED = -999;
export const NO_CATEGORY = "N/A";

/** How one data point was scored. `reason`: the evidence, in words. */
export type PointScore = {
  qualityCheck: QualityCheck;
  dataPointId: string;
  score: number;
  /** Of open answers; null: none, or not scored. */
  category: AnswerCategory | null;
  reason: string;
};

/** What is stored of a respondent's scores; the same for every version. */
export type RespondentScores = {
  points: PointScore[];
  checks: { qualityCheck: QualityCheck; score: number }[];
  serviceScore: number;
};
