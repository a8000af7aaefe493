/** A margin that the weighted sample shall have: one category for each respondent, and a share for each category. */
export type Margin = {
  name: string;
  categories: readonly { name: string /** Relative to the others; percentages will do. */; target: number }[];
  /** By respondent, the place of his category; null where he has none. */
  of: readonly (number | null)[];
};

export type Raking = {
  margins: readonly Margin[];
  /** How many there are: entries of each margin's `of`. */
  respondents: number;
  /** By entry how many respondents it stands for, who have the same in every margin; left out: one each. */
  times?: ArrayLike<number> | undefined;
  /** Weights are kept between these, as multiples of the mean. */
  caps?: { low: number; high: number } | undefined;
};

export type Raked = {
  /** One an entry; each as often as it stands for respondents, they sum to their number. */
  weights: number[];
  /** Rounds over all margins. */
  rounds: number;
  /** Whether the weights had come to rest by then. */
  isSettled: boolean;
  /** Whether the targets can all be reached without caps; where they contradict each other, caps are not tried. */
  isReachable: boolean;
  /** Whether every weighted share is within `CLOSE` of its target; caps may not allow it. */
  isReached: boolean;
  margins: { name: string; categories: { name: string; target: number; unweighted: number; weighted: number }[] }[];
  /** Smallest and largest weight before caps, and after. */
  uncapped: { low: number; high: number };
  capped: { low: number; high: number };
  /** Kish (1965): n * sum w² / (sum w)². */
  designEffect: number;
  /** The effective sample as a share of the sample: 1 / design effect. */
  efficiency: number;
};

/** Called again and again in between: others may be served meanwhile. */
export type Rest = () => Promise<void>;

/** Shares this far from their targets count as reached. */
const CLOSE = 1e-9;
const MOST_ROUNDS = 1000;

/** What the margins cannot be reached for, a sentence each that names the category; none when they can be tried. */
export function rakingProblems({ margins, respondents, times }: Raking): string[] {
  if (respondents === 0) return ["There is no respondent to weight."];
  return margins.flatMap(({ name, categories, of }) => {
    const counts = sumsOf(of, categories.length, (at) => times?.[at] ?? 1);
    const without = of.reduce<number>((sum, place, at) => sum + (place === null ? (times?.[at] ?? 1) : 0), 0);
    const bad = categories.find(({ target }) => !(target >= 0) || !Number.isFinite(target));
    if (bad) return [`The target of “${bad.name}” in ${name} must be a number of 0 or more.`];
    if (!(categories.reduce((sum, { target }) => sum + target, 0) > 0)) return [`The targets of ${name} are all 0.`];
    return [
      ...(without > 0
        ? [
            `${without.toLocaleString("en")} respondents have no answer to ${name}. Leave them out, or give them a category.`,
          ]
        : []),
      ...categories.flatMap((category, place) => {
        const count = counts[place] ?? 0;
        if (category.target > 0 && count === 0)
          return [
            `Nobody is in “${category.name}” of ${name}, which shall have a share. Join it with another category.`,
          ];
        if (category.target === 0 && count > 0)
          return [
            `“${category.name}” of ${name} has ${count.toLocaleString("en")} respondents and a target of 0. Leave them out, or give it a share.`,
          ];
        return [];
      }),
    ];
  });
}

/**
 * Rim weighting: every margin in turn is scaled to its targets until all hold (W. E. Deming, F. F. Stephan, On a least
 * squares adjustment…, Annals of Mathematical Statistics 11, 1940). With caps each round ends in cutting the weights to
 * them (J. DeBell, J. A. Krosnick, Computing weights for American National Election Study survey data, 2009), so that
 * the caps hold and the margins come as near as they allow. Give it margins without problems. `rest` is called between
 * rounds, of which there may be so many that others wait; what it throws ends the raking.
 */
export async function rake(raking: Raking, rest: Rest = async () => {}): Promise<Raked> {
  const sample = sampleOf(raking);
  const { caps } = raking;
  const figures = (of: Float64Array) => raking.margins.map((margin) => figuresOf(margin, sample, of));
  const free = await rounds(sample, undefined, rest);
  const isReachable = areReached(figures(free.weights));
  const isCut = isReachable && caps && !isWithin(free.weights, caps);
  const { weights, count, isSettled } = isCut ? await rounds(sample, caps, rest) : free;
  const margins = figures(weights);
  const sum = total(sample, (at) => weights[at] ?? 0);
  const squares = total(sample, (at) => (weights[at] ?? 0) ** 2);
  const designEffect = (sample.n * squares) / (sum * sum);
  return {
    weights: [...weights],
    ...{ rounds: count, isSettled, isReachable, isReached: areReached(margins), margins },
    uncapped: rangeOf(free.weights),
    capped: rangeOf(weights),
    designEffect,
    efficiency: 1 / designEffect,
  };
}

const areReached = (margins: Raked["margins"]) =>
  margins.every(({ categories }) => categories.every((each) => Math.abs(each.weighted - each.target) < CLOSE));

type Caps = NonNullable<Raking["caps"]>;

/**
 * `times` by entry; `n` respondents in all; each margin's places, -1 where there is none, with the sums that its
 * categories shall have.
 */
type Sample = {
  entries: number;
  n: number;
  times: Float64Array;
  margins: { of: Int32Array; wanted: number[] }[];
};

function sampleOf({ margins, respondents, times }: Raking): Sample {
  const all = times ? Float64Array.from(times) : new Float64Array(respondents).fill(1);
  const n = all.reduce((sum, each) => sum + each, 0);
  return {
    ...{ entries: respondents, n, times: all },
    margins: margins.map(({ categories, of }) => {
      const targets = categories.reduce((sum, { target }) => sum + target, 0);
      const places = Int32Array.from(of, (place) => place ?? -1);
      return { of: places, wanted: categories.map(({ target }) => (target / targets) * n) };
    }),
  };
}

async function rounds(sample: Sample, caps: Caps | undefined, rest: Rest) {
  let weights = new Float64Array(sample.entries).fill(1);
  for (let count = 1; count <= MOST_ROUNDS; count++) {
    await rest();
    const before = weights.slice();
    for (const margin of sample.margins) scale(margin, sample, weights);
    if (caps) weights = cut(sample, weights, caps);
    if (isAtRest(before, weights, caps ? CLOSE : CLOSE * 1e-3)) {
      return { weights, count, isSettled: true };
    }
  }
  return { weights, count: MOST_ROUNDS, isSettled: false };
}

/**
 * Whether a round has changed no weight by more than such a part of it. Cutting to caps adds up to a number, which is
 * exact to fewer digits than scaling.
 */
const isAtRest = (before: Float64Array, after: Float64Array, part: number) =>
  after.every((w, at) => Math.abs(w - (before[at] ?? 0)) <= part * w);

/** Plain loops: this is done for every margin in every round, up to a thousand times. */
function scale({ of, wanted }: Sample["margins"][number], { times }: Sample, weights: Float64Array): void {
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
}

const isWithin = (weights: Float64Array, { low, high }: Caps) => weights.every((w) => w >= low && w <= high);

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

function figuresOf({ name, categories, of }: Margin, { n, times }: Sample, weights: Float64Array) {
  const targets = categories.reduce((sum, { target }) => sum + target, 0);
  const counts = sumsOf(of, categories.length, (at) => times[at] ?? 0);
  const weighted = sumsOf(of, categories.length, (at) => (weights[at] ?? 0) * (times[at] ?? 0));
  const sum = weighted.reduce((all, each) => all + each, 0);
  return {
    name,
    categories: categories.map((category, place) => ({
      name: category.name,
      target: category.target / targets,
      unweighted: (counts[place] ?? 0) / n,
      weighted: (weighted[place] ?? 0) / sum,
    })),
  };
}

/** By category the sum of what its entries have. */
function sumsOf(of: readonly (number | null)[], categories: number, amount: (at: number) => number): number[] {
  const sums = Array.from({ length: categories }, () => 0);
  for (const [at, place] of of.entries()) if (place !== null) sums[place] = (sums[place] ?? 0) + amount(at);
  return sums;
}

function total({ times }: Sample, amount: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < times.length; at++) sum += amount(at) * (times[at] ?? 0);
  return sum;
}

const rangeOf = (values: Float64Array) =>
  values.reduce(({ low, high }, w) => ({ low: Math.min(low, w), high: Math.max(high, w) }), {
    low: Number.POSITIVE_INFINITY,
    high: 0,
  });
