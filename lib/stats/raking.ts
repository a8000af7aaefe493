/** A margin that the weighted sample shall have: one category for each respondent, and a share for each category. */
export type Margin = {
  name: string;
  categories: readonly { name: string /** Relative to the others; percentages will do. */; target: number }[];
  /** By respondent, the place of his category; null where he has none. */
  of: readonly (number | null)[];
};

export type Raking = {
  margins: readonly Margin[];
  /** How many there are. */
  respondents: number;
  /** Weights are kept between these, as multiples of the mean. */
  caps?: { low: number; high: number } | undefined;
};

export type Raked = {
  /** One a respondent; they sum to their number. */
  weights: number[];
  /** Rounds over all margins. */
  rounds: number;
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

/** Shares this far from their targets count as reached. */
const CLOSE = 1e-9;
const MOST_ROUNDS = 1000;

/** What the margins cannot be reached for, a sentence each that names the category; none when they can be tried. */
export function rakingProblems({ margins, respondents }: Raking): string[] {
  if (respondents === 0) return ["There is no respondent to weight."];
  return margins.flatMap(({ name, categories, of }) => {
    const counts = countsOf(of, categories.length);
    const without = of.filter((place) => place === null).length;
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
 * the caps hold and the margins come as near as they allow. Give it margins without problems.
 */
export function rake(raking: Raking): Raked {
  const free = rounds({ ...raking, caps: undefined });
  const { weights, count } = raking.caps && !isWithin(free.weights, raking.caps) ? rounds(raking) : free;
  const margins = raking.margins.map((margin) => figuresOf(margin, weights));
  const sum = total(weights);
  const designEffect = (weights.length * total(weights.map((w) => w * w))) / (sum * sum);
  return {
    weights,
    rounds: count,
    isReached: margins.every(({ categories }) =>
      categories.every((each) => Math.abs(each.weighted - each.target) < CLOSE),
    ),
    margins,
    uncapped: rangeOf(free.weights),
    capped: rangeOf(weights),
    designEffect,
    efficiency: 1 / designEffect,
  };
}

type Caps = NonNullable<Raking["caps"]>;

function rounds({ margins, respondents, caps }: Raking) {
  let weights = Array.from({ length: respondents }, () => 1);
  let count = 0;
  for (; count < MOST_ROUNDS; count++) {
    const before = weights;
    for (const margin of margins) weights = scaled(margin, weights);
    if (caps) weights = cut(weights, caps);
    // Without caps the shares of the first margin tell: the last one has just been scaled.
    if (weights.every((w, at) => Math.abs(w - (before[at] ?? 0)) <= CLOSE * 1e-3 * w)) break;
  }
  return { weights, count };
}

function scaled({ categories, of }: Margin, weights: readonly number[]): number[] {
  const sums = categories.map(() => 0);
  for (const [at, place] of of.entries()) if (place !== null) sums[place] = (sums[place] ?? 0) + (weights[at] ?? 0);
  const targets = total(categories.map(({ target }) => target));
  const factors = categories.map(({ target }, place) => {
    const sum = sums[place] ?? 0;
    return sum > 0 ? (target / targets) * (weights.length / sum) : 0;
  });
  return weights.map((w, at) => w * (factors[of[at] ?? -1] ?? 1));
}

const isWithin = (weights: readonly number[], { low, high }: Caps) => weights.every((w) => w >= low && w <= high);

const MOST_CUTS = 100;

/** Weights between the caps that still sum to their number: what is cut is spread over those that have room. */
function cut(weights: readonly number[], { low, high }: Caps): number[] {
  let scale = 1;
  for (let tries = 0; tries < MOST_CUTS; tries++) {
    const bounded = weights.map((w) => Math.min(high, Math.max(low, w * scale)));
    const missing = weights.length - total(bounded);
    if (Math.abs(missing) < CLOSE * weights.length) return bounded;
    const room = total(bounded.filter((w) => w > low && w < high));
    if (!(room > 0)) return bounded;
    scale *= Math.max(0.5, 1 + missing / room);
  }
  return weights.map((w) => Math.min(high, Math.max(low, w * scale)));
}

function figuresOf({ name, categories, of }: Margin, weights: readonly number[]): Raked["margins"][number] {
  const targets = total(categories.map(({ target }) => target));
  const sum = total(weights);
  const [counts, weighted] = [countsOf(of, categories.length), categories.map(() => 0)];
  for (const [at, place] of of.entries())
    if (place !== null) weighted[place] = (weighted[place] ?? 0) + (weights[at] ?? 0);
  return {
    name,
    categories: categories.map((category, place) => ({
      name: category.name,
      target: category.target / targets,
      unweighted: (counts[place] ?? 0) / of.length,
      weighted: (weighted[place] ?? 0) / sum,
    })),
  };
}

function countsOf(of: readonly (number | null)[], categories: number): number[] {
  const counts = Array.from({ length: categories }, () => 0);
  for (const place of of) if (place !== null) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const rangeOf = (values: readonly number[]) =>
  values.reduce(({ low, high }, w) => ({ low: Math.min(low, w), high: Math.max(high, w) }), {
    low: Number.POSITIVE_INFINITY,
    high: 0,
  });
