import type { CheckResult } from "@/lib/contracts/terms/fraud";

export const notChecked: CheckResult = { state: "not checked" };
export const nothingFound: CheckResult = { state: "nothing found" };
export const found = (score: number, evidence: string): CheckResult => ({ state: "found", score, evidence });

export const scoreOf = (result: CheckResult | undefined): number => (result?.state === "found" ? result.score : 0);

/** Several signs together, each of which may mislead by itself: 100 less the chance that all of them do. */
export const together = (scores: readonly number[]): number =>
  Math.round(100 * (1 - scores.reduce((rest, score) => rest * (1 - score / 100), 1)));

/** `3 sessions`, `1 session`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
