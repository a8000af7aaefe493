import type { Bucket } from "./trend";

/**
 * The aggregates of each series and what is read from them. Variances come from sums of squares around 0, which the
 * engine adds up fastest; where these have lost too many digits (`isBlurred`), they are asked for again.
 */

const EMPTY: Bucket = {
  count: 0,
  mean: null,
  min: null,
  max: null,
  variance: null,
  sumOfWeights: null,
  sumOfSquaredWeights: null,
};

const PLAIN = 5;
const WEIGHTED = 7;

/** How many aggregates a series has. */
export const figuresWidth = (weighted: boolean): number => (weighted ? WEIGHTED : PLAIN);

/**
 * Numbers of one question, or of several together; `weight`: a column. Of a column without a weight, a table of many
 * rows keeps exactly these by hours (`new-table.ts`).
 */
export function seriesFigures(numbers: readonly string[], weight: string | null): string {
  const of = numbers.length > 1 ? "Array" : "";
  const [all, x] = [together(numbers), together(numbers.map(orZero))];
  const w = weight && together(weightsOf(numbers, weight));
  const sums = w ? [[w], [w, w], [w, x], [w, x, x]] : [[x], [x, x]];
  return [
    ...["count", "min", "max"].map((each) => `${each}${of}(${all})`),
    ...sums.map((factors) => `sumKahan${of}(${times(of, factors)})`),
  ].join(", ");
}

/**
 * What is added up is never null: of rows in the order of their group, the engine's sumKahan leaves out others than
 * those that are.
 */
const orZero = (number: string) => `ifNull(${number}, 0.)`;

const weightsOf = (numbers: readonly string[], weight: string) =>
  numbers.map((number) => `if(isNull(${number}), 0., assumeNotNull(${weight}))`);

/** The squares of the distances that numbers have from their bucket's mean, with their weights. */
export function squaresFigure(distances: readonly string[], weight: string | null): string {
  const of = distances.length > 1 ? "Array" : "";
  const x = together(distances.map(orZero));
  return `sumKahan${of}(${times(of, weight ? [together(weightsOf(distances, weight)), x, x] : [x, x])})`;
}

/** Answers to several questions are an array, which the `-Array` aggregates take. */
const together = (numbers: readonly string[]): string =>
  numbers.length > 1 ? `[${numbers.join(", ")}]` : (numbers[0] ?? "NULL");

function times(of: "" | "Array", factors: readonly string[]): string {
  if (of === "") return factors.map((each) => `(${each})`).join(" * ");
  if (factors.length === 1) return factors.join();
  const names = factors.map((_, place) => `v${place}`);
  return `arrayMap((${names.join(", ")}) -> ${names.join(" * ")}, ${factors.join(", ")})`;
}

/** `row`: what a statement answered for a bucket; the aggregates of the series begin at `at`. */
export function readFigures(row: readonly (number | null)[] | undefined, at: number, weighted: boolean): Bucket {
  const count = row?.[at];
  if (!row || !count) return EMPTY;
  const [min = null, max = null, ...sums] = row.slice(at + 1, at + figuresWidth(weighted));
  if (!weighted) {
    const [x = null, xx = null] = sums;
    const bucket = { count, min, max, sumOfWeights: null, sumOfSquaredWeights: null };
    return { ...bucket, ...momentsOf(bucket, { w: count, wx: x, wxx: xx }) };
  }
  const [w = null, ww = null, wx = null, wxx = null] = sums;
  const bucket = { count, min, max, sumOfWeights: w, sumOfSquaredWeights: ww };
  return { ...bucket, ...momentsOf(bucket, { w, wx, wxx }) };
}

type Spread = Pick<Bucket, "count" | "min" | "max" | "sumOfWeights">;
type Sums = { w: number | null; wx: number | null; wxx: number | null };

/**
 * The store writes a sum that is larger than any number as null, and then nothing is known of it; of such squares the
 * variance is infinite until they are asked for again around the mean. Exact where the answers are whole numbers and not
 * huge: nothing is divided before the difference is taken.
 */
function momentsOf(bucket: Spread, { w, wx, wxx }: Sums): Pick<Bucket, "mean" | "variance"> {
  if (!w || wx === null) return { mean: null, variance: null };
  const squares = wxx === null ? Number.POSITIVE_INFINITY : (w * wxx - wx * wx) / w;
  return { mean: wx / w, variance: varianceAround(bucket, squares) };
}

/** `squares`: those around the mean, by weight. Divisor n - 1; with a weight sum w * (n - 1) / n. */
export function varianceAround({ count, min, max, sumOfWeights }: Spread, squares: number): number | null {
  if (count < 2 || sumOfWeights === 0) return null;
  if (min === max) return 0;
  return Math.max(0, squares) / (((sumOfWeights ?? count) * (count - 1)) / count);
}

/** Where the spread is this small beside the mean, more than six of a sum's sixteen digits are gone. */
const LOST = 1e-6;

export const isBlurred = ({ mean, min, max, variance }: Bucket): boolean =>
  mean !== null && variance !== null && min !== max && !(variance >= LOST * mean * mean && Number.isFinite(variance));
