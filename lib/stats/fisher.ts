import { binomialProbability } from "./binomial-probability";

/** Whole numbers: how many of `count` were chosen. */
export type Chosen = { chosen: number; count: number };

/** Probabilities that differ by less than this part are equal, as in R's fisher.test. */
const EQUAL = 1 + 1e-7;

/**
 * The two-sided p of Fisher's exact test of two shares: the probability, with all margins fixed, of a table that is at
 * most as likely as this one (R. A. Fisher, The Design of Experiments, 1935, 2; two-sided as R's fisher.test).
 */
export function fisher(a: Chosen, b: Chosen): number {
  const chosen = a.chosen + b.chosen;
  const all = a.count + b.count;
  // With any common chance it is the same; this one keeps all three parts away from 0.
  const chance = { p: chosen / all, q: (all - chosen) / all };
  const whole = binomialProbability(chosen, all, chance);
  const probability = (x: number) =>
    (binomialProbability(x, a.count, chance) * binomialProbability(chosen - x, b.count, chance)) / whole;
  const most = probability(a.chosen) * EQUAL;
  let p = 0;
  for (let x = Math.max(0, chosen - b.count); x <= Math.min(a.count, chosen); x++) {
    const each = probability(x);
    if (each <= most) p += each;
  }
  return Math.min(1, p);
}
