import { notScored, type Scored } from "./scored";

const LEAST_ITEMS = 5;
/** In fewer items a pattern is often the respondent's opinion. */
const LEAST_ITEMS_TO_DOUBT = 8;

/**
 * Patterns of a grid: one answer throughout, a short pattern repeated throughout, steps of one up and down, one answer
 * to most items.
 *
 * Source: long-string and intra-individual variability indices of careless responding. Limits: weak alone, which is
 * why the default rule wants two grids; who holds one opinion of eight brands answers the same eight times.
 */
export function scoreGrid(pattern: readonly number[]): Scored {
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
  if (run >= 0.75 * items) return { score: 60, reason: `The same answer to ${run} of ${items} items in a row` };
  return { score: 100, reason: "No pattern" };
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
