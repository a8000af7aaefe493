import {
  type AnswerCategory,
  NOT_SCORED,
  type QualityCheck,
  qualityChecks,
  type RespondentScores,
} from "@/lib/contracts/terms/quality";
import { isScored } from "./scored";

type CheckRule = {
  activate?: boolean | undefined;
  score?: number | undefined;
  minDataPoints?: number | undefined;
};
type CategoryRule = {
  activate?: boolean | undefined;
  exclude?: boolean | undefined;
  minDataPoints?: number | undefined;
};

/** Thresholds of a respondent; a check or category that is missing has no rule. Categories as v3 names them. */
export type CleaningRules = Partial<Record<QualityCheck, CheckRule>> & {
  serviceScore?: number | undefined;
  categories?: Partial<Record<AnswerCategory, CategoryRule>>;
};

type Threshold = { score: number; minDataPoints: number };
const thresholds: Record<QualityCheck, Threshold> = {
  OES: { score: 40, minDataPoints: 2 },
  TS: { score: 20, minDataPoints: 1 },
  GQS: { score: 20, minDataPoints: 2 },
  CHS: { score: 30, minDataPoints: 1 },
  BAS: { score: 20, minDataPoints: 2 },
};
const MIN_CATEGORY_POINTS = 2;

/** The rules of whoever sends none. */
export const defaultRules: CleaningRules = {
  serviceScore: 60,
  ...{ OES: {}, TS: {}, GQS: {}, CHS: {}, BAS: {} },
  categories: { AI_SUSPECT: {}, GIBBERISH: {}, OFF_TOPIC: {}, WRONG_LANGUAGE: {}, BAD_LANGUAGE: {} },
};

const categoryWords: Record<AnswerCategory, string> = {
  AI_SUSPECT: "pasted instead of typed",
  VALID_ANSWER: "valid",
  BAD_LANGUAGE: "in bad language",
  OFF_TOPIC: "off topic",
  NO_ANSWER: "without an answer",
  WRONG_LANGUAGE: "in another language",
  GIBBERISH: "gibberish",
  DUPLICATE_ANSWER: "copies of others",
  DUPLICATE_RESPONDENT: "copies of one respondent's",
};

const checkWords: Record<QualityCheck, string> = {
  OES: "Open answers",
  TS: "Time",
  GQS: "Grids",
  CHS: "Coherence",
  BAS: "Behaviour",
};

/** Why the rules exclude a respondent, one sentence each; none: they do not. Any rule is enough. */
export function reasonsToExclude({ points, checks, serviceScore }: RespondentScores, rules: CleaningRules): string[] {
  const reasons: string[] = [];
  const least = rules.serviceScore;
  if (least !== undefined && serviceScore !== NOT_SCORED && serviceScore < least) {
    reasons.push(`The total of ${serviceScore} is below ${least}.`);
  }
  for (const check of qualityChecks) {
    const rule = rules[check];
    const score = checks.find(({ qualityCheck }) => qualityCheck === check)?.score;
    if (!rule || rule.activate === false || score === undefined || score === NOT_SCORED) continue;
    const { score: threshold, minDataPoints } = { ...thresholds[check], ...given(rule) };
    const scorable = points.filter((point) => point.qualityCheck === check && isScored(point)).length;
    if (score >= threshold || scorable < minDataPoints) continue;
    reasons.push(`${checkWords[check]}: ${score} is below ${threshold}, over ${scorable} data points.`);
  }
  for (const [category, rule] of Object.entries(rules.categories ?? {}) as [AnswerCategory, CategoryRule][]) {
    if (!(rule.activate ?? rule.exclude ?? true)) continue;
    const answers = points.filter((point) => point.category === category).length;
    if (answers < (rule.minDataPoints ?? MIN_CATEGORY_POINTS)) continue;
    reasons.push(`${answers} open answers are ${categoryWords[category]}.`);
  }
  return reasons;
}

/** The numbers that a rule gives itself. */
const given = ({ score, minDataPoints }: CheckRule): Partial<Threshold> => ({
  ...(score !== undefined && { score }),
  ...(minDataPoints !== undefined && { minDataPoints }),
});
