/**
 * Whole numbers that sum to `total` and stand in the proportion of `weights`, by the method of largest remainders
 * (Hamilton): each gets the whole part of its exact share, and what is left goes to the largest fractions, the first
 * of equal ones first. Every number is within one of its exact share.
 *
 * `weights`: finite, none negative, and one positive unless `total` is 0. `total`: a whole number, 0 or more.
 */
export function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError("The total must be a whole number, 0 or more.");
  if (weights.some((weight) => !(weight >= 0) || !Number.isFinite(weight)))
    throw new RangeError("Weights must be numbers, 0 or more.");
  if (total === 0) return weights.map(() => 0);
  if (!(sum > 0)) throw new RangeError("One weight must be more than 0.");
  return roundToSum(
    weights.map((weight) => (total * weight) / sum),
    total,
  );
}

/** Shares this close below a whole number are that number: thirds and tenths have no exact binary form. */
const SLACK = 1e-9;

/**
 * Exact shares, whose sum is about `total`, as whole numbers whose sum is exactly that: the whole parts, and one more
 * where the fractions are largest. A share of 0 stays 0.
 */
export function roundToSum(shares: readonly number[], total: number): number[] {
  const whole = shares.map((share) => Math.floor(share + SLACK * Math.max(1, share)));
  let left = total - whole.reduce((all, each) => all + each, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - (whole[index] ?? 0), share }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (let at = 0; left > 0 && byRemainder.length > 0; at = (at + 1) % byRemainder.length, left -= 1) {
    const index = byRemainder[at]?.index ?? 0;
    whole[index] = (whole[index] ?? 0) + 1;
  }
  // Slack can round up one too many: the smallest fraction gives it back.
  for (let at = byRemainder.length - 1; left < 0 && at >= 0; at -= 1) {
    const index = byRemainder[at]?.index ?? 0;
    if ((whole[index] ?? 0) > 0) {
      whole[index] = (whole[index] ?? 0) - 1;
      left += 1;
    }
  }
  return whole;
}
