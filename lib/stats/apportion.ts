/**
 * Whole numbers that sum to `total` and stand in the proportion of `weights`, by the method of largest remainders
 * (Hamilton): each gets the whole part of its exact share, and what is left goes to the largest fractions, the first
 * of equal ones first. Every number is within one of its exact share.
 *
 * `weights`: decimals as written, 0.1 being a tenth; finite, none negative, and one positive unless `total` is 0.
 * `total`: a whole number, 0 or more.
 */
export function apportion(weights: readonly number[], total: number): number[] {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError("The total must be a whole number, 0 or more.");
  if (weights.some((weight) => !(weight >= 0) || !Number.isFinite(weight)))
    throw new RangeError("Weights must be numbers, 0 or more.");
  if (total === 0) return weights.map(() => 0);
  const whole = inWholeUnits(weights);
  const sum = whole.reduce((all, weight) => all + weight, 0n);
  if (sum === 0n) throw new RangeError("One weight must be more than 0.");
  // Whole numbers throughout: floating-point shares would tell equal fractions apart.
  const shares = whole.map((weight, index) => {
    const times = weight * BigInt(total);
    return { index, part: times / sum, remainder: times % sum };
  });
  const parts = shares.map(({ part }) => Number(part));
  const left = total - parts.reduce((all, part) => all + part, 0);
  const byRemainder = shares.sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder));
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** Numbers as written in decimals, all in the same unit, which makes each a whole number: 0.1 and 2 are 1 and 20. */
function inWholeUnits(numbers: readonly number[]): bigint[] {
  const written = numbers.map((number) => {
    const [digits = "", exponent = "0"] = String(number).split("e");
    const [whole = "", fraction = ""] = digits.split(".");
    return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
  });
  const unit = written.reduce((least, { exponent }) => Math.min(least, exponent), 0);
  return written.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - unit));
}

/** Shares this close below a whole number are that number: thirds and tenths have no exact binary form. */
const SLACK = 1e-9;

/** Fractions that differ by less count as equal: worked-out shares are only so near to the exact ones. */
const STEPS = 1e7;

/**
 * Shares as computed, whose sum is about `total`, as whole numbers whose sum is exactly that: the whole parts, and one
 * more where the fractions are largest, the first of equal ones first. A share of 0 stays 0.
 */
export function roundToSum(shares: readonly number[], total: number): number[] {
  const whole = shares.map((share) => Math.floor(share + SLACK * Math.max(1, share)));
  let left = total - whole.reduce((all, each) => all + each, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: Math.round((share - (whole[index] ?? 0)) * STEPS), share }))
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
