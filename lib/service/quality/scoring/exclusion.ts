import {
  defaultThresholds,
  type ExclusionThresholds,
  reasonOf,
  rulesMet,
  type ScoreFigures,
  USUAL_CATEGORY_ANSWERS,
} from "@/lib/contracts/rules/exclusion";
import {
  type AnswerCategory,
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

/** Thresholds of a respondent as they were sent; a check or category that is missing has no rule. */
export type CleaningRules = Partial<Record<QualityCheck, CheckRule>> & {
  serviceScore?: number | undefined;
  categories?: Partial<Record<AnswerCategory, CategoryRule>>;
};

/** The rules of whoever sends none. */
export const defaultRules: CleaningRules = {
  serviceScore: defaultThresholds.total,
  ...{ OES: {}, TS: {}, GQS: {}, CHS: {}, BAS: {} },
  categories: { AI_SUSPECT: {}, GIBBERISH: {}, OFF_TOPIC: {}, WRONG_LANGUAGE: {}, BAD_LANGUAGE: {} },
};

const { checks: usualScores, points: usualPoints } = defaultThresholds;

/** What was sent, with the usual numbers where it names none. */
function thresholdsOf({ serviceScore, categories = {}, ...rules }: CleaningRules): ExclusionThresholds {
  const byCheck = <T>(value: (check: QualityCheck) => T) =>
    // Safe: it has an entry for every check.
    Object.fromEntries(qualityChecks.map((check) => [check, value(check)])) as Record<QualityCheck, T>;
  const isOn = (check: QualityCheck) => rules[check] !== undefined && rules[check].activate !== false;
  return {
    total: serviceScore ?? null,
    checks: byCheck((check) => (isOn(check) ? (rules[check]?.score ?? usualScores[check]) : null)),
    points: byCheck((check) => rules[check]?.minDataPoints ?? usualPoints[check]),
    categories: Object.fromEntries(
      Object.entries(categories).map(([category, rule]) => [
        category,
        (rule.activate ?? rule.exclude ?? true) ? (rule.minDataPoints ?? USUAL_CATEGORY_ANSWERS) : null,
      ]),
    ),
  };
}

function figuresOf({ points, checks, serviceScore }: RespondentScores): ScoreFigures {
  const categories: ScoreFigures["categories"] = {};
  for (const { category } of points) if (category) categories[category] = (categories[category] ?? 0) + 1;
  const scorable = (check: QualityCheck) =>
    points.filter((point) => point.qualityCheck === check && isScored(point)).length;
  return {
    total: serviceScore,
    checks: Object.fromEntries(
      checks.map(({ qualityCheck, score }) => [qualityCheck, { score, points: scorable(qualityCheck) }]),
    ),
    categories,
  };
}

/** Why the rules exclude a respondent, one sentence each; none: they do not. Any rule is enough. */
export function reasonsToExclude(scores: RespondentScores, rules: CleaningRules): string[] {
  const [figures, thresholds] = [figuresOf(scores), thresholdsOf(rules)];
  return rulesMet(figures, thresholds).map((rule) => reasonOf(rule, figures, thresholds));
}
