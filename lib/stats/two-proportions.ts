import { twoSidedZ } from "./normal";

/** A share of 0 to 1 among `count` answers; an effective count need not be whole. */
export type Proportion = { share: number; count: number };

export type TwoProportions = {
  z: number;
  /** Two-sided. */
  p: number;
};

/** Below this the normal curve says nothing of a count (W. G. Cochran, Some methods for strengthening the common χ² tests, Biometrics 10, 1954). */
const LEAST_EXPECTED = 5;

/**
 * How the error of the difference is estimated: `pooled`, from the common share that the hypothesis of equal shares
 * means; `unpooled`, from the share of each sample.
 */
export type ProportionVariance = "pooled" | "unpooled";

/**
 * The z test of two independent proportions; pooled, z² is the χ² of their two-by-two table (K. Pearson, On the
 * criterion…, Philosophical Magazine 50, 1900); unpooled, it is Wald's (A. Agresti, Categorical Data Analysis, 3rd ed.
 * 2013, 3.1.1). Null where the figures allow none: under the common share fewer than five would be expected in one of
 * the four cells, which also holds where nobody or everybody was chosen.
 */
export function twoProportions(
  a: Proportion,
  b: Proportion,
  variance: ProportionVariance = "pooled",
): TwoProportions | null {
  const both = a.count + b.count;
  const share = (a.share * a.count + b.share * b.count) / both;
  const least = Math.min(a.count, b.count) * Math.min(share, 1 - share);
  // Shares of weighted counts end in noise: five of ten must not fail for it.
  if (!(least >= LEAST_EXPECTED - 1e-9)) return null;
  const of = (one: Proportion) => (variance === "pooled" ? share : one.share);
  const error = Math.sqrt(varianceOf(of(a), a.count) + varianceOf(of(b), b.count));
  if (!(error > 0)) return null;
  const z = (a.share - b.share) / error;
  return { z, p: twoSidedZ(z) };
}

const varianceOf = (share: number, count: number) => (share * (1 - share)) / count;
