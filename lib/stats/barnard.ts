import type { Chosen } from "./fisher";

/** Tables of two columns that are looked through: more take longer than anybody waits for a cell. */
const MOST_TABLES = 20_000;
/** Values of the common share that are tried, before the best of them are made sharper. */
const STEPS = 400;
const SHARPENED = 3;

/** Whether columns of these sizes are small enough for `barnard`. */
export const allowsBarnard = (one: number, other: number): boolean => (one + 1) * (other + 1) <= MOST_TABLES;

/**
 * The two-sided p of Barnard's unconditional exact test of two shares: the greatest probability, over all common shares,
 * of a table whose pooled z is at least as far from 0 as this one's (G. A. Barnard, Significance tests for 2 × 2 tables,
 * Biometrika 34, 1947; with the statistic of S. Suissa, J. J. Shuster, Journal of the Royal Statistical Society A 148, 1985).
 */
export function barnard(a: Chosen, b: Chosen): number {
  const far = Math.abs(pooledZ(a, b)) - 1e-9;
  const tails = Array.from({ length: a.count + 1 }, (_, x) => tailsOf(x, { a, b, far }));
  const [ofA, ofB] = [logChooses(a.count), logChooses(b.count)];
  const probability = (share: number): number => {
    const [own, other] = [binomial(ofA, share), binomial(ofB, share)];
    // Summed from either end: a difference of sums near 1 would leave nothing of a small tail.
    const [first, last] = [sumsOf(other), sumsOf(other.toReversed())];
    return tails.reduce((sum, { low, high }, x) => sum + (own[x] ?? 0) * ((first[low] ?? 0) + (last[high] ?? 0)), 0);
  };
  return Math.min(1, greatest(probability));
}

/** 0 where nobody or everybody was chosen: nothing is nearer to equal shares. */
function pooledZ(a: Chosen, b: Chosen): number {
  const share = (a.chosen + b.chosen) / (a.count + b.count);
  const variance = share * (1 - share) * (1 / a.count + 1 / b.count);
  return variance > 0 ? (a.chosen / a.count - b.chosen / b.count) / Math.sqrt(variance) : 0;
}

type Tables = { a: Chosen; b: Chosen; far: number };

/** With `x` chosen of `a`: how many numbers from 0 on, and how many up to all of `b`, are as far away. */
function tailsOf(x: number, { a, b, far }: Tables): { low: number; high: number } {
  const isFar = (y: number) => Math.abs(pooledZ({ chosen: x, count: a.count }, { chosen: y, count: b.count })) >= far;
  let low = 0;
  while (low <= b.count && isFar(low)) low++;
  let high = 0;
  while (low + high <= b.count && isFar(b.count - high)) high++;
  return { low, high };
}

/** The sum of the first 0, 1, … numbers. */
function sumsOf(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const each of numbers) sums.push((sums.at(-1) ?? 0) + each);
  return sums;
}

/** ln of the ways to choose 0, 1, … of `count`. */
function logChooses(count: number): number[] {
  const logFactorials = sumsOf(Array.from({ length: count }, (_, at) => Math.log(at + 1)));
  const of = (n: number) => logFactorials[n] ?? 0;
  return Array.from({ length: count + 1 }, (_, k) => of(count) - of(k) - of(count - k));
}

/** The probabilities of 0, 1, … chosen. */
function binomial(chooses: readonly number[], share: number): number[] {
  const [yes, no] = [Math.log(share), Math.log1p(-share)];
  return chooses.map((choose, k) => Math.exp(choose + k * yes + (chooses.length - 1 - k) * no));
}

/** The greatest value between 0 and 1: the best of a grid, each sharpened by golden section between its neighbours. */
function greatest(of: (share: number) => number): number {
  const tried = Array.from({ length: STEPS - 1 }, (_, at) => ({ at: at + 1, value: of((at + 1) / STEPS) }));
  const best = tried.toSorted((one, other) => other.value - one.value).slice(0, SHARPENED);
  return Math.max(...best.map(({ at, value }) => Math.max(value, sharpened(of, (at - 1) / STEPS, (at + 1) / STEPS))));
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

function sharpened(of: (share: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (to - from > 1e-7) {
    const [one, other] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
    if (of(one) < of(other)) from = one;
    else to = other;
  }
  return of((from + to) / 2);
}
