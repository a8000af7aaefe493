/**
 * Iterative proportional fitting over cells: the arithmetic under rim weighting.
 * Shapes: a sample has `entries` cells; weights are one number a cell; shares are parts of `n`.
 */

/** Weights stay between these, as multiples of the mean. */
export type Caps = { low: number; high: number };

/**
 * `times` says how many respondents a cell stands for; `n` is their sum. Each margin has the category of every cell (-1:
 * none) and the sum that each category shall have.
 */
export type Sample = {
  entries: number;
  n: number;
  times: Float64Array;
  margins: { of: Int32Array; wanted: number[] }[];
};

/** Work that pauses between its rounds, so that its caller decides what happens there. */
export type Rounds<T> = Generator<void, T>;

/** Called between rounds, so that a process can serve others; what it throws ends the work. */
export type Rest = () => Promise<void>;

export async function finishWithRests<T>(rounds: Rounds<T>, rest: Rest): Promise<T> {
  for (;;) {
    const round = rounds.next();
    if (round.done) return round.value;
    await rest();
  }
}

export function finishAtOnce<T>(rounds: Rounds<T>): T {
  for (;;) {
    const round = rounds.next();
    if (round.done) return round.value;
  }
}

/** Shares this far from their targets count as reached. */
export const CLOSE = 1e-9;

/** A proof of contradiction must hold by more than what rounding of sums of logarithms can make. */
const PROOF = 1e-10;

/**
 * How fitting ended: the weights came to rest, it is proved that no weights meet the margins, or neither within the
 * rounds that it had.
 */
export type Fitted = { weights: Float64Array<ArrayBuffer>; count: number; end: "settled" | "contradictory" | "open" };

type Start = { weights: Float64Array<ArrayBuffer>; count: number };

export const startOf = ({ entries }: Sample): Start => ({ weights: new Float64Array(entries).fill(1), count: 0 });

/**
 * Scales every margin in turn, from `start` up to `mostRounds` in all. With caps each round ends in cutting the weights
 * to them. Without, each round is also asked whether its factors prove that the margins contradict each other.
 */
export function* fit(
  sample: Sample,
  start: Start,
  { mostRounds, caps }: { mostRounds: number; caps?: Caps | undefined },
): Rounds<Fitted> {
  let { weights, count } = start;
  while (count < mostRounds) {
    yield;
    count += 1;
    const before = weights;
    weights = before.slice();
    const factors = sample.margins.map((margin) => scale(margin, sample, weights));
    if (caps) weights = cut(sample, weights, caps);
    if (!caps && provesContradiction(sample, factors.map(logarithms))) return { weights, count, end: "contradictory" };
    if (isAtRest(before, weights, caps ? CLOSE : CLOSE * 1e-3)) return { weights, count, end: "settled" };
  }
  return { weights, count, end: "open" };
}

const logarithms = (factors: Float64Array) => factors.map((factor) => (factor > 0 ? Math.log(factor) : 0));

/**
 * Whether a number for each category (by margin) proves that no weights meet the margins (Farkas' lemma): weights that
 * did would make the mean of the cells' sums of these numbers equal to the mean over the targets, but that mean is
 * greater than the sum of any cell.
 */
export function provesContradiction({ n, entries, times, margins }: Sample, numbers: readonly Float64Array[]): boolean {
  let wanted = 0;
  let scale = 1;
  for (const [at, margin] of margins.entries()) {
    for (const [place, sum] of margin.wanted.entries()) {
      const number = numbers[at]?.[place] ?? 0;
      wanted += (sum / n) * number;
      scale = Math.max(scale, Math.abs(number));
    }
  }
  for (let entry = 0; entry < entries; entry++) {
    if ((times[entry] ?? 0) === 0) continue;
    let sum = 0;
    for (const [at, { of }] of margins.entries()) sum += numbers[at]?.[of[entry] ?? -1] ?? 0;
    if (wanted - sum <= PROOF * scale) return false;
  }
  return true;
}

/**
 * Whether a round has changed no weight by more than such a part of it. Cutting to caps adds up to a number, which is
 * exact to fewer digits than scaling.
 */
const isAtRest = (before: Float64Array, after: Float64Array, part: number) =>
  after.every((w, at) => Math.abs(w - (before[at] ?? 0)) <= part * w);

/** Scales the weights to one margin, and returns the factor of each category. Plain loops: it is the inner loop. */
function scale({ of, wanted }: Sample["margins"][number], { times }: Sample, weights: Float64Array): Float64Array {
  const factors = new Float64Array(wanted.length);
  for (let at = 0; at < of.length; at++) {
    const place = of[at] ?? -1;
    if (place >= 0) factors[place] = (factors[place] ?? 0) + (weights[at] ?? 0) * (times[at] ?? 0);
  }
  for (let place = 0; place < factors.length; place++) {
    const sum = factors[place] ?? 0;
    factors[place] = sum > 0 ? (wanted[place] ?? 0) / sum : 0;
  }
  for (let at = 0; at < of.length; at++) {
    const place = of[at] ?? -1;
    if (place >= 0) weights[at] = (weights[at] ?? 0) * (factors[place] ?? 0);
  }
  return factors;
}

export const isWithin = (weights: Float64Array, { low, high }: Caps) => weights.every((w) => w >= low && w <= high);

const MOST_CUTS = 100;

/**
 * Weights between the caps that still sum to their number: all are multiplied by one factor before they are cut, which
 * is found by Newton's steps, and by halves where these leave what is known to hold it. The sum grows with the factor,
 * and as the caps lie on both sides of 1, some factor has it right.
 */
function cut(sample: Sample, weights: Float64Array, { low, high }: Caps): Float64Array<ArrayBuffer> {
  const bounded = new Float64Array(sample.entries);
  let factor = 1;
  let [below, above] = [0, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < MOST_CUTS; tries++) {
    for (let at = 0; at < bounded.length; at++) {
      bounded[at] = Math.min(high, Math.max(low, (weights[at] ?? 0) * factor));
    }
    const missing = sample.n - total(sample, (at) => bounded[at] ?? 0);
    if (Math.abs(missing) < CLOSE * 1e-3 * sample.n) return bounded;
    if (missing > 0) below = factor;
    else above = factor;
    const room = total(sample, (at) => {
      const w = bounded[at] ?? 0;
      return w > low && w < high ? w : 0;
    });
    const next = factor * (1 + missing / room);
    if (next > below && next < above) factor = next;
    else factor = above === Number.POSITIVE_INFINITY ? factor * 2 : (below + above) / 2;
  }
  return bounded;
}

/** The sum over all respondents of what their cells have. */
export function total({ times }: Sample, amount: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < times.length; at++) sum += amount(at) * (times[at] ?? 0);
  return sum;
}
