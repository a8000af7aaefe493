import { type AnswerCategory, NOT_SCORED } from "@/lib/contracts/terms/quality";

/** What a check says of one data point: 0 (bad) to 100 (nothing against it), and the evidence in words. */
export type Scored = { score: number; category?: AnswerCategory; reason: string };

export const notScored = (reason: string): Scored => ({ score: NOT_SCORED, reason });

export const isScored = ({ score }: { score: number }): boolean => score !== NOT_SCORED;

/** To the nearest whole number, halves up. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

/** The mean of what could be scored, rounded; -999: nothing could. */
export function meanScore(scores: readonly number[]): number {
  const scorable = scores.filter((score) => isScored({ score }));
  if (scorable.length === 0) return NOT_SCORED;
  return roundHalfUp(scorable.reduce((sum, score) => sum + score, 0) / scorable.length);
}
