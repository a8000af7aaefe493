/** Lanczos' coefficients for g = 7 (Godfrey): relative error below 1e-13 for positive arguments. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of a positive number. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const t = z + 7.5;
  const sum = LANCZOS.reduce((total, coefficient, at) => (at === 0 ? coefficient : total + coefficient / (z + at)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

const MOST_STEPS = 10_000;
const CLOSE = 1e-15;
const TINY = 1e-300;

/** The continued fraction of I_x(a, b) by the modified method of Lentz (DLMF 8.17.22); quick where x < (a+1)/(a+b+2). */
function fraction(x: number, a: number, b: number): number {
  const kept = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < CLOSE) break;
  }
  return value;
}

/**
 * The regularized incomplete beta function I_x(a, b) for positive a and b and x from 0 to 1; `rest` is 1 - x, given
 * beside it because near x = 1 the difference would lose what matters.
 */
export function incompleteBeta(x: number, a: number, b: number, rest: number = 1 - x): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(rest) + logGamma(a + b) - logGamma(a) - logGamma(b));
  if (x < (a + 1) / (a + b + 2)) return (front * fraction(x, a, b)) / a;
  return 1 - (front * fraction(rest, b, a)) / b;
}
