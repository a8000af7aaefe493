/**
 * The probability that `x` of `n` are chosen, each with the chance `p`; `q` is 1 - p. Exact to 13 digits also for
 * millions, where ln n! has lost them (C. Loader, Fast and accurate computation of binomial probabilities, 2000).
 */
export function binomialProbability(x: number, n: number, { p, q }: { p: number; q: number }): number {
  if (p === 0) return x === 0 ? 1 : 0;
  if (q === 0) return x === n ? 1 : 0;
  if (x === 0) return Math.exp(n * logOf(q, p));
  if (x === n) return Math.exp(n * logOf(p, q));
  const exponent =
    stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * (n - x)));
}

/** ln of a chance; `rest`: 1 less it, from which it is more exact near 1. */
const logOf = (chance: number, rest: number) => (rest < 0.5 ? Math.log1p(-rest) : Math.log(chance));

const MOST_SUMMED = 15;
const summed = Array.from({ length: MOST_SUMMED + 1 }, (_, n) => {
  let logFactorial = 0;
  for (let each = 2; each <= n; each++) logFactorial += Math.log(each);
  return n === 0 ? 0 : logFactorial - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
});

/** How far ln n! is from Stirling's formula: beyond the first ones by its series. */
function stirlingError(n: number): number {
  const small = summed[n];
  if (small !== undefined) return small;
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** x ln(x / mean) + mean - x, where both may be nearly equal. */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - difference;
  const ratio = difference / (x + mean);
  let sum = difference * ratio;
  let term = 2 * x * ratio;
  for (let odd = 3; ; odd += 2) {
    term *= ratio * ratio;
    const next = sum + term / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
