import { type Fitted, fit, type Rounds, type Sample, startOf } from "./proportional-fitting";
import { solveByNewton } from "./raking-newton";

/** Rounds before Newton's method is tried: most samples need fewer than fifty. */
const FIRST_ROUNDS = 100;
export const MOST_ROUNDS = 1000;

/**
 * Weights without caps that meet the margins of a sample: by scaling the margins in turn (W. E. Deming, F. F. Stephan,
 * Annals of Mathematical Statistics 11, 1940), and by Newton's method where that is slow. Both methods give the same
 * weights: only one set that meets the margins is a product of a factor for each category.
 */
export function* fitWithoutCaps(sample: Sample): Rounds<Fitted> {
  const first = yield* fit(sample, startOf(sample), { mostRounds: FIRST_ROUNDS });
  if (first.end !== "open") return first;
  const solved = yield* solveByNewton(sample, first.weights);
  if (solved) return { weights: solved.weights, count: first.count + solved.steps, end: solved.end };
  return yield* fit(sample, first, { mostRounds: MOST_ROUNDS });
}
