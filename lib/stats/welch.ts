import { incompleteBeta } from "./incomplete-beta";
import { twoSidedZ } from "./normal";

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

/** A t so near to 0 or so far from it that its p need not be computed: it is 1 below `near`, 0 beyond `far`. */
export type Decided = { near: number; far: number };

/** Digits of p end in noise: only what is clearly beyond a bound is decided by it. */
const CLEARLY = 1e-6;

/** A t nearer to 0 than this has a p of more than `most`, however many degrees of freedom it has. */
export const nearerThanAny = (most: number): number => whereTailIs(most, twoSidedZ) * (1 - CLEARLY);

/**
 * Which t's are decided where it only matters whether p is at most `least`, and whether it is more than `most`, and all
 * have at least `freedom` degrees. The more degrees, the smaller p; with endlessly many it is the normal one.
 */
export function decidedBy({ least, most, freedom }: { least: number; most: number; freedom: number }): Decided {
  return {
    near: nearerThanAny(most),
    far: whereTailIs(least, (t) => twoSidedT(t, freedom)) * (1 + CLEARLY),
  };
}

/** Where a tail that falls from 1 to 0 is so large: by halving, to the last digits. */
export function whereTailIs(p: number, tail: (at: number) => number): number {
  let [from, to] = [0, 1];
  while (tail(to) > p) [from, to] = [to, 2 * to];
  for (let steps = 0; steps < 50; steps++) {
    const middle = (from + to) / 2;
    if (tail(middle) > p) from = middle;
    else to = middle;
  }
  return to;
}

/**
 * Welch's test of two means (B. L. Welch, The generalization of “Student's” problem, Biometrika 34, 1947): it does not
 * take the variances for equal. Null where the figures allow none: fewer than two answers, or none of both samples
 * varies. `decided`: of such a t it leaves the integral out, which is nearly all the work.
 */
export function welch(a: Sample, b: Sample, decided?: Partial<Decided>): Welch | null {
  if (!(a.count >= 2) || !(b.count >= 2) || !(a.variance >= 0) || !(b.variance >= 0)) return null;
  const errorA = a.variance / a.count;
  const errorB = b.variance / b.count;
  const error = errorA + errorB;
  if (!(error > 0)) return null;
  const shareA = errorA / error;
  const shareB = errorB / error;
  // Satterthwaite's, written with shares: squares of small variances would vanish.
  const freedom = 1 / (shareA ** 2 / (a.count - 1) + shareB ** 2 / (b.count - 1));
  const t = (a.mean - b.mean) / Math.sqrt(error);
  const far = decided?.far ?? Infinity;
  const near = decided?.near ?? 0;
  const p = Math.abs(t) < near ? 1 : Math.abs(t) > far ? 0 : twoSidedT(t, freedom);
  return { t, freedom, p };
}
