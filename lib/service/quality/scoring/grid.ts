import { notScored, type Scored } from "./scored";

const LEAST_ITEMS = 5;
/** In fewer items a pattern is often the respondent's opinion. */
const LEAST_ITEMS_TO_DOUBT = 8;
const LEAST_OTHERS = 50;
/** A signal is what fewer of the others show, in each direction. */
const RARE = 0.02;
const RARE_CORRELATION = 0.05;

/**
 * Patterns of a grid. By themselves: one answer throughout, a short pattern repeated throughout, steps of one up and
 * down. Two signals of three together, one alone scores 60: a run of three quarters of the items, a variation between
 * items (IRV) that 2% of the others fall short of or go beyond, answers that run against the others' mean of each item
 * (person-total correlation below zero, and lower than that of 95%).
 *
 * Source: indices of careless responding (Curran 2016; Dunn et al. 2018 for IRV); two of four found a fifth of the
 * careless in a labelled study, and were right of four in five. Limits: weak alone, which is why the default rule wants
 * two grids; who holds one opinion of eight brands answers the same eight times. Needs 50 others of the latest 300.
 *
 * @param others the latest answers of others to the same grid; those of another length are left out
 */
export function scoreGrid(pattern: readonly number[], others: readonly (readonly number[])[] = []): Scored {
  const items = pattern.length;
  if (items < LEAST_ITEMS) return notScored(`Fewer than ${LEAST_ITEMS} items`);
  const run = longestRun(pattern);
  if (run === items) {
    return { score: items < LEAST_ITEMS_TO_DOUBT ? 60 : 10, reason: `The same answer to all ${items} items` };
  }
  if (items < LEAST_ITEMS_TO_DOUBT) return { score: 100, reason: "No pattern" };
  const period = [2, 3, 4].find((length) => items >= 3 * length && repeats(pattern, length));
  if (period !== undefined) {
    return { score: 15, reason: `The pattern ${pattern.slice(0, period).join(", ")} is repeated over ${items} items` };
  }
  if (isStaircase(pattern)) return { score: 15, reason: `Each of ${items} answers is one step from the one before` };
  const signals = [
    ...(run >= 0.75 * items ? [`The same answer to ${run} of ${items} items in a row`] : []),
    ...unlikeOthers(
      pattern,
      others.filter((other) => other.length === items),
    ),
  ];
  if (signals.length === 0) return { score: 100, reason: "No pattern" };
  return { score: signals.length === 1 ? 60 : 15, reason: signals.join("; ") };
}

/** What sets the variation and the direction of an answer to a grid apart from the others', in words. */
function unlikeOthers(pattern: readonly number[], others: readonly (readonly number[])[]): string[] {
  if (others.length < LEAST_OTHERS) return [];
  const signals: string[] = [];
  const own = deviation(pattern);
  const variations = others.map(deviation);
  const [less, more] = [shareOf(variations, (each) => each <= own), shareOf(variations, (each) => each >= own)];
  if (less < RARE) signals.push(`Its answers vary less than those of ${percent(1 - less)} of ${others.length} others`);
  if (more < RARE) signals.push(`Its answers vary more than those of ${percent(1 - more)} of ${others.length} others`);
  const means = pattern.map((_, item) => mean(others.map((other) => other[item] ?? 0)));
  const direction = correlation(pattern, means);
  const lower = shareOf(others, (other) => correlation(other, means) <= direction);
  if (direction < 0 && lower < RARE_CORRELATION) {
    signals.push(`It runs against the means of ${others.length} others (correlation ${direction.toFixed(2)})`);
  }
  return signals;
}

const percent = (share: number) => `${Math.floor(share * 100)}%`;
const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean) => all.filter(holds).length / all.length;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Pearson's; 0 where either does not vary. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOfOne, meanOfOther] = [mean(one), mean(other)];
  const covariance = mean(one.map((value, at) => (value - meanOfOne) * ((other[at] ?? 0) - meanOfOther)));
  const scale = deviation(one) * deviation(other);
  return scale === 0 ? 0 : covariance / scale;
}

function longestRun(pattern: readonly number[]): number {
  let [longest, run] = [0, 0];
  for (const [at, value] of pattern.entries()) {
    run = at > 0 && value === pattern[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const repeats = (pattern: readonly number[], length: number) =>
  pattern.every((value, at) => at < length || value === pattern[at - length]);

const isStaircase = (pattern: readonly number[]) =>
  pattern.every((value, at) => at === 0 || Math.abs(value - (pattern[at - 1] ?? value)) === 1);
