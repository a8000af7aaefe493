import type { Thresholds } from "@/lib/contracts/ours/respondents";
import { mostDataPoints, type QualityCheck, qualityChecks } from "@/lib/contracts/terms/quality";
import { type ExclusionRule, suspectCategories } from "@/lib/contracts/terms/respondents";

const categories: readonly string[] = suspectCategories;
const isCheck = (rule: ExclusionRule): rule is QualityCheck => qualityChecks.some((check) => check === rule);
const isCategory = (rule: ExclusionRule): rule is (typeof suspectCategories)[number] => categories.includes(rule);

/** Rules in the order of the screen. */
export const rulesInOrder: readonly ExclusionRule[] = ["total", ...qualityChecks, ...suspectCategories];

const MOST_ANSWERS = 10;

/** What a rule's slider goes from and to, and where it stands when it is switched on. */
export const limitsOf = (rule: ExclusionRule) =>
  isCategory(rule) ? { min: 1, max: MOST_ANSWERS, first: 2 } : { min: 0, max: 100, first: 40 };

/** Null: the rule is off. */
export function levelOf(thresholds: Thresholds, rule: ExclusionRule): number | null {
  if (rule === "total") return thresholds.total;
  return isCheck(rule) ? thresholds.checks[rule] : thresholds.categories[rule];
}

export function withLevel(thresholds: Thresholds, rule: ExclusionRule, level: number | null): Thresholds {
  if (rule === "total") return { ...thresholds, total: level };
  if (isCheck(rule)) return { ...thresholds, checks: { ...thresholds.checks, [rule]: level } };
  return { ...thresholds, categories: { ...thresholds.categories, [rule]: level } };
}

/** How many scored points a check's rule needs; null: it is no check, or has one point at most. */
export const pointsOf = (
  thresholds: Thresholds,
  rule: ExclusionRule,
): { check: QualityCheck; points: number } | null =>
  isCheck(rule) && mostDataPoints[rule] > 1 ? { check: rule, points: thresholds.points[rule] } : null;

export const withPoints = (thresholds: Thresholds, check: QualityCheck, points: number): Thresholds => ({
  ...thresholds,
  points: { ...thresholds.points, [check]: points },
});

const NO_RULE = "none";

/** Thresholds in an address: "total:40,OES:50/2,GIBBERISH:2"; a rule that is off is left out. */
export function writeThresholds(thresholds: Thresholds): string {
  const parts = rulesInOrder.flatMap((rule) => {
    const level = levelOf(thresholds, rule);
    const points = pointsOf(thresholds, rule)?.points ?? 1;
    return level === null ? [] : [`${rule}:${level}${points > 1 ? `/${points}` : ""}`];
  });
  return parts.join(",") || NO_RULE;
}

const noThresholds = (): Thresholds => ({
  total: null,
  checks: { OES: null, TS: null, GQS: null, CHS: null, BAS: null },
  points: { OES: 1, TS: 1, GQS: 1, CHS: 1, BAS: 1 },
  categories: {
    ...{ AI_SUSPECT: null, BAD_LANGUAGE: null, OFF_TOPIC: null, NO_ANSWER: null, WRONG_LANGUAGE: null },
    ...{ GIBBERISH: null, DUPLICATE_ANSWER: null, DUPLICATE_RESPONDENT: null },
  },
});

/** Null: the text says no thresholds. */
export function readThresholds(text: string): Thresholds | null {
  if (text === NO_RULE) return noThresholds();
  let read = noThresholds();
  for (const part of text.split(",")) {
    const [, name, level, points] = /^(\w+):(\d{1,3})(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const rule = rulesInOrder.find((each) => each === name);
    if (!rule || level === undefined) return null;
    const { min, max } = limitsOf(rule);
    if (Number(level) < min || Number(level) > max) return null;
    read = withLevel(read, rule, Number(level));
    if (points === undefined) continue;
    if (!isCheck(rule) || Number(points) < 1 || Number(points) > mostDataPoints[rule]) return null;
    read = withPoints(read, rule, Number(points));
  }
  return read;
}

/** Whether both exclude by the same rules; how many points a rule asks for that is off says nothing. */
export const sameThresholds = (a: Thresholds, b: Thresholds): boolean => writeThresholds(a) === writeThresholds(b);

/** A rule in words: "Total score under 40". */
export function levelText(rule: ExclusionRule, level: number | null): string {
  if (level === null) return "Off";
  if (!isCategory(rule)) return `under ${level}`;
  return level === 1 ? "from 1 answer" : `from ${level} answers`;
}
