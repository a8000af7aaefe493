import { fitWithoutCaps, MOST_ROUNDS } from "./fit-without-caps";
import {
  type Caps,
  CLOSE,
  finishWithRests,
  fit,
  isWithin,
  type Rest,
  type Sample,
  startOf,
  total,
} from "./proportional-fitting";

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
  caps?: Caps | undefined;
};

export type Raked = {
  /** One an entry; each as often as it stands for respondents, they sum to their number. */
  weights: number[];
  /** Rounds over all margins. */
  rounds: number;
  /** Whether the weights had come to rest, within the caps if there are any. */
  isSettled: boolean;
  /**
   * Whether weights without caps meet all targets: found, proved impossible, or not decided. Caps are tried only where
   * they are found.
   */
  feasibility: "reached" | "contradictory" | "unknown";
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
 * squares adjustment…, Annals of Mathematical Statistics 11, 1940). Where that is slow, Newton's method finds the same
 * weights; where targets contradict each other, that is proved (Farkas' lemma). With caps each round ends in cutting the
 * weights to them (J. DeBell, J. A. Krosnick, Computing weights for American National Election Study survey data, 2009),
 * so that the caps hold and the margins come as near as they allow. Give it margins without problems. `rest` is called
 * between rounds, of which there may be many; what it throws ends the raking.
 */
export async function rake(raking: Raking, rest: Rest = async () => {}): Promise<Raked> {
  const sample = sampleOf(raking);
  const { caps } = raking;
  const figures = (of: Float64Array) => raking.margins.map((margin) => figuresOf(margin, sample, of));
  const free = await finishWithRests(fitWithoutCaps(sample), rest);
  const isReached = areReached(figures(free.weights));
  const feasibility = isReached ? "reached" : free.end === "contradictory" ? "contradictory" : "unknown";
  const isCut = isReached && caps && !isWithin(free.weights, caps);
  const { weights, count, end } = isCut
    ? await finishWithRests(fit(sample, startOf(sample), { mostRounds: MOST_ROUNDS, caps }), rest)
    : free;
  const margins = figures(weights);
  const sum = total(sample, (at) => weights[at] ?? 0);
  const squares = total(sample, (at) => (weights[at] ?? 0) ** 2);
  const designEffect = (sample.n * squares) / (sum * sum);
  return {
    weights: [...weights],
    ...{ rounds: count, isSettled: end === "settled", feasibility, isReached: areReached(margins), margins },
    uncapped: rangeOf(free.weights),
    capped: rangeOf(weights),
    designEffect,
    efficiency: 1 / designEffect,
  };
}

const areReached = (margins: Raked["margins"]) =>
  margins.every(({ categories }) => categories.every((each) => Math.abs(each.weighted - each.target) < CLOSE));

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

const rangeOf = (values: Float64Array) =>
  values.reduce(({ low, high }, w) => ({ low: Math.min(low, w), high: Math.max(high, w) }), {
    low: Number.POSITIVE_INFINITY,
    high: 0,
  });
