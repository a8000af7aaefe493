import {
  type CheckResult,
  DEFAULT_THRESHOLD,
  type FailureReason,
  type Finding,
  type FraudCheck,
  fraudCheckNames,
  fraudChecks,
  NO_FAILURE,
  type Potential,
} from "@/lib/contracts/terms/fraud";
import { scoreOf, together } from "./checked";

export type Results = Partial<Record<FraudCheck, CheckResult>>;

export type Verdict = {
  duplicateScore: number;
  threatScore: number;
  /** Of both together. */
  risk: number;
  failureReason: FailureReason;
};

const ofDuplicates: ReadonlySet<FraudCheck> = new Set(["duplicate", "survey_group"]);

/** The stronger result of two looks at a session: what was found once stays found. */
export function mergeResults(before: Results, now: Results): Results {
  const rank = (result: CheckResult | undefined) =>
    result === undefined ? -2 : result.state === "not checked" ? -1 : scoreOf(result);
  return Object.fromEntries(
    fraudCheckNames.flatMap((check) => {
      const stronger = rank(before[check]) > rank(now[check]) ? before[check] : now[check];
      return stronger ? [[check, stronger]] : [];
    }),
  );
}

/** What was found, the strongest first. */
export function findingsOf(results: Results): Finding[] {
  const findings = fraudCheckNames.flatMap((check): Finding[] => {
    const result = results[check];
    return result?.state === "found" ? [{ check, score: result.score, evidence: result.evidence }] : [];
  });
  return findings.sort((a, b) => b.score - a.score);
}

/**
 * Duplicates count by the strongest, threats together. Who reaches the threshold with either fails, by the strongest
 * finding that has a number.
 */
export function verdictOf(results: Results, threshold: number): Verdict {
  const findings = findingsOf(results);
  const scores = (wanted: boolean) =>
    findings.filter(({ check }) => ofDuplicates.has(check) === wanted).map(({ score }) => score);
  const [duplicateScore, threatScore] = [Math.max(0, ...scores(true)), together(scores(false))];
  const failing = findings.find(
    ({ check }) => fraudChecks[check] !== null && (ofDuplicates.has(check) ? duplicateScore : threatScore) >= threshold,
  );
  return {
    ...{ duplicateScore, threatScore, risk: together([duplicateScore, threatScore]) },
    failureReason: (failing && fraudChecks[failing.check]) ?? NO_FAILURE,
  };
}

export const potentialOf = (score: number): Potential =>
  score < 30 ? "low" : score < DEFAULT_THRESHOLD ? "medium" : "high";
