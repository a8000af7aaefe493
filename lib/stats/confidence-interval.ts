import type { Proportion } from "./two-proportions";
import { type Sample, twoSidedT, whereTailIs } from "./welch";

/** From and to, in the unit of the figure. */
export type Interval = readonly [low: number, high: number];

const OUTSIDE = 0.05;

/** The normal curve has 5% beyond this, on both sides together. */
const Z = 1.959963984540054;

/** By degrees of freedom: every bucket of a trend asks for one. */
const widths = new Map<number, number>();
const MOST_WIDTHS = 10_000;

/** How many standard errors lie to each side; of many degrees of freedom whole ones are told apart, which changes no digit shown. */
function errorsBeside(freedom: number): number {
  const key = freedom < 200 ? freedom : Math.round(freedom);
  const present = widths.get(key);
  if (present !== undefined) return present;
  const width = whereTailIs(OUTSIDE, (t) => twoSidedT(t, key));
  if (widths.size < MOST_WIDTHS) widths.set(key, width);
  return width;
}

/** The 95% confidence interval of a mean by Student's t; null where the figures allow none, as of one answer. */
export function meanInterval({ mean, variance, count }: Sample): Interval | null {
  if (!(count > 1) || !(variance >= 0)) return null;
  const beside = errorsBeside(count - 1) * Math.sqrt(variance / count);
  return [mean - beside, mean + beside];
}

/**
 * The 95% confidence interval of a share (E. B. Wilson, Probable inference, the law of succession, and statistical
 * inference, JASA 22, 1927), which stays within 0 to 1; null without answers.
 */
export function shareInterval({ share, count }: Proportion): Interval | null {
  if (!(count > 0)) return null;
  const square = Z ** 2 / count;
  const middle = share + square / 2;
  const beside = Z * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return [Math.max(0, (middle - beside) / (1 + square)), Math.min(1, (middle + beside) / (1 + square))];
}
