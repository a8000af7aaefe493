import { incompleteBeta } from "./incomplete-beta";

/** A sample by its figures: `variance` with divisor n - 1; `count` at least 2, an effective one need not be whole. */
export type Sample = { mean: number; variance: number; count: number };

export type Welch = {
  t: number;
  /** Degrees of freedom. */
  freedom: number;
  /** Two-sided. */
  p: number;
};

/** The probability that a t of `freedom` degrees lies at least as far from 0 as `t`: I_{v/(v+t²)}(v/2, 1/2). */
export function twoSidedT(t: number, freedom: number): number {
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  const whole = freedom + square;
  return incompleteBeta(freedom / whole, freedom / 2, 0.5, square / whole);
}

/**
 * Welch's test of two means (B. L. Welch, The generalization of “Student's” problem, Biometrika 34, 1947): it does not
 * take the variances for equal. Null where the figures allow none: fewer than two answers, or none of both samples
 * varies.
 */
export function welch(a: Sample, b: Sample): Welch | null {
  if (!(a.count >= 2) || !(b.count >= 2) || !(a.variance >= 0) || !(b.variance >= 0)) return null;
  const [errorA, errorB] = [a.variance / a.count, b.variance / b.count];
  const error = errorA + errorB;
  if (!(error > 0)) return null;
  const [shareA, shareB] = [errorA / error, errorB / error];
  // Satterthwaite's, written with shares: squares of small variances would vanish.
  const freedom = 1 / (shareA ** 2 / (a.count - 1) + shareB ** 2 / (b.count - 1));
  const t = (a.mean - b.mean) / Math.sqrt(error);
  return { t, freedom, p: twoSidedT(t, freedom) };
}
