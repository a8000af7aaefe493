import { namedColumns } from "../named-columns";
import { identifier } from "./answer-table";
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
  quartiles: null,
};

/** Figures of a series: sums of weights `w`, and of numbers `x` by weight where there is one. */
const plain = namedColumns(["count", "min", "max", "x", "xx"]);
const weighted = namedColumns(["count", "min", "max", "w", "ww", "wx", "wxx"]);

/** How many aggregates a series has. */
export const figuresWidth = (hasWeight: boolean): number => (hasWeight ? weighted : plain).width;

/** Numbers of one question, or of several together; `weight`: a column; `place`: of the series in its statement. */
export function seriesFigures(numbers: readonly string[], weight: string | null, place = 0): string {
  const of = numbers.length > 1 ? "Array" : "";
  const names = numbers.map((number, at) => (COLUMN.test(number) ? number : `x${place}_${at}`));
  const [all, x] = [together(names), together(names.map(orZero))];
  const w = weight && together(weightsOf(names, weight));
  const sum = (...factors: string[]) => `sumKahan${of}(${times(of, factors)})`;
  const shared = {
    count: `count${of}(${together(numbers.map((number, at) => named(number, names[at])))})`,
    min: `min${of}(${all})`,
    max: `max${of}(${all})`,
  };
  const figures = w
    ? weighted.inOrder({ ...shared, w: sum(w), ww: sum(w, w), wx: sum(w, x), wxx: sum(w, x, x) })
    : plain.inOrder({ ...shared, x: sum(x), xx: sum(x, x) });
  return figures.join(", ");
}

/** The quartiles of each series. */
export const quartileColumns = namedColumns(["low", "high"]);

/** The engine takes whole weights: a millionth of a weight is kept. */
const WEIGHT_PARTS = "1e6";

/**
 * The answers a quarter and three quarters up, each that many times as its weight says. Exact, and of answers that were
 * given: halves between the points of a scale are none.
 */
export function quartileFigures(numbers: readonly string[], weight: string | null): string {
  const of = numbers.length > 1 ? "Array" : "";
  const whole = weight === null ? "1" : `toUInt64(round(assumeNotNull(${weight}) * ${WEIGHT_PARTS}))`;
  const weights = numbers.map((number) => `if(isNull(${number}), toUInt64(0), toUInt64(${whole}))`);
  const answers = together(numbers.map(orZero));
  const quantile = (level: number) => `quantileExactWeighted${of}(${level})(${answers}, ${together(weights)})`;
  return quartileColumns.inOrder({ low: quantile(0.25), high: quantile(0.75) }).join(", ");
}

/** Of a bucket with a mean: of one whose answers weigh nothing the engine says zero. */
export function readQuartiles(row: readonly (number | null)[], at: number): Bucket["quartiles"] {
  const low = row[at + quartileColumns.at.low] ?? null;
  const high = row[at + quartileColumns.at.high] ?? null;
  return low === null || high === null ? null : [low, high];
}

const COLUMN = /^\w+$/;

/** What is more than a column stands in a statement once: the engine plans it as often as it is written out. */
const named = (number: string, name: string | undefined) =>
  name === undefined || name === number ? number : `(${number}) AS ${name}`;

/**
 * What is added up is never null: of rows in the order of their group, the engine's sumKahan leaves out others than
 * those that are.
 */
const orZero = (number: string) => `ifNull(${number}, 0.)`;

const weightsOf = (numbers: readonly string[], weight: string) =>
  numbers.map((number) => `if(isNull(${number}), 0., assumeNotNull(${weight}))`);

/** Names of columns whose figures stand side by side. */
export type ColumnsTogether = readonly string[];

/**
 * The figures of several columns without a weight, each of the five an array with a place for each column: a statement
 * plans five aggregates then, however many columns. A table of many rows keeps exactly these by hours (`new-table.ts`).
 */
export function columnsFigures(columns: ColumnsTogether): string[] {
  const names = columns.map(identifier);
  const x = names.map(orZero);
  const [all, sums, squares] = [names, x, x.map((each) => times("", [each, each]))].map(asArray);
  return plain.inOrder({
    count: `countForEach(${all})`,
    min: `minForEach(${all})`,
    max: `maxForEach(${all})`,
    x: `sumKahanForEach(${sums})`,
    xx: `sumKahanForEach(${squares})`,
  });
}

/** Such figures of parts of a bucket, under these names in the same order, as those of the whole. */
export function joinedFigures(names: readonly string[]): string[] {
  const of = plain.at;
  const joined = (aggregate: string, place: number) => `${aggregate}ForEach(${identifier(names[place] ?? "")})`;
  return plain.inOrder({
    count: joined("sum", of.count),
    min: joined("min", of.min),
    max: joined("max", of.max),
    x: joined("sumKahan", of.x),
    xx: joined("sumKahan", of.xx),
  });
}

const asArray = (numbers: readonly string[]): string => `[${numbers.join(", ")}]`;

/** The squares of the distances that numbers have from their bucket's mean, with their weights. */
export function squaresFigure(distances: readonly string[], weight: string | null): string {
  const of = distances.length > 1 ? "Array" : "";
  const x = together(distances.map(orZero));
  return `sumKahan${of}(${times(of, weight ? [together(weightsOf(distances, weight)), x, x] : [x, x])})`;
}

/** Answers to several questions are an array, which the `-Array` aggregates take. */
const together = (numbers: readonly string[]): string =>
  numbers.length > 1 ? asArray(numbers) : (numbers[0] ?? "NULL");

function times(of: "" | "Array", factors: readonly string[]): string {
  if (of === "") return factors.map((each) => `(${each})`).join(" * ");
  if (factors.length === 1) return factors.join();
  const names = factors.map((_, place) => `v${place}`);
  return `arrayMap((${names.join(", ")}) -> ${names.join(" * ")}, ${factors.join(", ")})`;
}

/**
 * `row`: what a statement answered for a bucket; the aggregates of the series begin at `at`. The store writes a sum that
 * is larger than any number as null: nothing is known of it then. Read tens of thousands of times for one trend: each
 * member by itself, with no list or object in between.
 */
export function readFigures(row: readonly (number | null)[] | undefined, at: number, hasWeight: boolean): Bucket {
  const places = (hasWeight ? weighted : plain).at;
  const count = row?.[at + places.count];
  if (!row || !count) return EMPTY;
  const min = row[at + places.min] ?? null;
  const max = row[at + places.max] ?? null;
  const sumOfWeights = hasWeight ? (row[at + weighted.at.w] ?? null) : null;
  const sumOfSquaredWeights = hasWeight ? (row[at + weighted.at.ww] ?? null) : null;
  const w = hasWeight ? sumOfWeights : count;
  const wx = row[at + (hasWeight ? weighted.at.wx : plain.at.x)] ?? null;
  const wxx = row[at + (hasWeight ? weighted.at.wxx : plain.at.xx)] ?? null;
  const mean = w && wx !== null ? wx / w : null;
  const bucket: Bucket = { ...EMPTY, count, mean, min, max, sumOfWeights, sumOfSquaredWeights };
  if (w && wx !== null) bucket.variance = varianceAround(bucket, squaresOf(w, wx, wxx));
  return bucket;
}

type Spread = Pick<Bucket, "count" | "min" | "max" | "sumOfWeights">;

/**
 * The squares around the mean. Exact where the answers are whole numbers and not huge: nothing is divided before the
 * difference is taken. Of squares that are larger than any number it is infinite until they are asked for again.
 */
const squaresOf = (w: number, wx: number, wxx: number | null): number =>
  wxx === null ? Number.POSITIVE_INFINITY : (w * wxx - wx * wx) / w;

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
