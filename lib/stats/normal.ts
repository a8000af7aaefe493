const CLOSE = 1e-16;

/** erf by its series of positive terms (DLMF 7.6.2), exact to the last digits where x is small. */
function erfSeries(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; term > sum * CLOSE; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

const DEPTH = 60;

/** erfc by its continued fraction (DLMF 7.9.1), from the inside out; exact to the last digits from 2 on. */
function erfcFraction(x: number): number {
  let inner = x;
  for (let n = DEPTH; n >= 1; n--) inner = x + n / 2 / inner;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * inner);
}

/** The probability that a standard normal variable lies at least as far from 0 as `z`. */
export function twoSidedZ(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < 2 ? 1 - erfSeries(x) : erfcFraction(x);
}
