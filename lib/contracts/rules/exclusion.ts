import { type AnswerCategory, NOT_SCORED, type QualityCheck, qualityChecks } from "../terms/quality";

/** Who is excluded by their scores: one rule for the built-in service and for the review of respondents. */

/** What the rules look at. A check that is missing was not sent; `points`: its data points that could be scored. */
export type ScoreFigures = {
  total: number;
  checks: Partial<Record<QualityCheck, { score: number; points: number }>>;
  /** How many open answers are of a category. */
  categories: Partial<Record<AnswerCategory, number>>;
};

/** Rules joined by "or"; null or missing: that rule is off. */
export type ExclusionThresholds = {
  total: number | null;
  checks: Record<QualityCheck, number | null>;
  /** Scored data points that a check's rule needs. */
  points: Record<QualityCheck, number>;
  categories: Partial<Record<AnswerCategory, number | null>>;
};

export type MetRule = "total" | QualityCheck | AnswerCategory;

export const defaultThresholds = {
  total: 60,
  checks: { OES: 40, TS: 20, GQS: 20, CHS: 30, BAS: 20 },
  points: { OES: 2, TS: 1, GQS: 2, CHS: 1, BAS: 2 },
  categories: {
    ...{ AI_SUSPECT: 2, BAD_LANGUAGE: 2, OFF_TOPIC: 2, NO_ANSWER: null, WRONG_LANGUAGE: 2, GIBBERISH: 2 },
    ...{ DUPLICATE_ANSWER: null, DUPLICATE_RESPONDENT: null },
  },
} as const satisfies ExclusionThresholds;

/** Open answers of a category that exclude, where a rule names no number. */
export const USUAL_CATEGORY_ANSWERS = 2;

/** The rules that a respondent meets, in the order of their reasons; none: nothing excludes them. */
export function rulesMet(
  { total, checks, categories }: ScoreFigures,
  { total: least, checks: leastOf, points: needed, categories: most }: ExclusionThresholds,
): MetRule[] {
  const met: MetRule[] = [];
  if (least !== null && total !== NOT_SCORED && total < least) met.push("total");
  for (const check of qualityChecks) {
    const [threshold, found] = [leastOf[check], checks[check]];
    if (threshold === null || !found || found.score === NOT_SCORED) continue;
    if (found.score < threshold && found.points >= needed[check]) met.push(check);
  }
  for (const category of Object.keys(most) as AnswerCategory[]) {
    const answers = most[category] ?? null;
    if (answers !== null && (categories[category] ?? 0) >= answers) met.push(category);
  }
  return met;
}

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

const isCheck = (rule: MetRule): rule is QualityCheck => qualityChecks.some((check) => check === rule);

/** One sentence: why a rule that is met excludes a respondent. */
export function reasonOf(rule: MetRule, figures: ScoreFigures, { total, checks }: ExclusionThresholds): string {
  if (rule === "total") return `The total of ${figures.total} is below ${total}.`;
  if (!isCheck(rule)) {
    const answers = figures.categories[rule];
    return `${answers} open ${answers === 1 ? "answer is" : "answers are"} ${categoryWords[rule]}.`;
  }
  const found = figures.checks[rule];
  const points = found?.points === 1 ? "1 data point" : `${found?.points} data points`;
  return `${checkWords[rule]}: ${found?.score} is below ${checks[rule]}, over ${points}.`;
}
