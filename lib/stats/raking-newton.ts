import { CLOSE, type Fitted, provesContradiction, type Rounds, type Sample } from "./proportional-fitting";

/** More categories than this make a system of equations that would hold up a process for too long. */
const MOST_CATEGORIES = 400;
const MOST_STEPS = 60;
const MOST_HALVINGS = 40;
/** Keeps the system solvable where categories of two margins hold the same respondents. */
const RIDGE = 1e-12;

type Solved = { weights: Float64Array<ArrayBuffer>; steps: number; end: Exclude<Fitted["end"], "open"> };

/**
 * Newton's method on the dual of rim weighting: the weights are `start * exp(sum of a number for each of the cell's
 * categories)`, and those numbers minimise `sum(times * weight) - sum(wanted * number)`, a convex function whose gradient
 * is what the margins still miss (J.-C. Deville, C.-E. Särndal, O. Sautory, Generalized raking procedures in survey
 * sampling, JASA 88, 1993). It converges in a few steps where scaling the margins in turn takes thousands of rounds.
 * Undefined: neither solved nor proved to have no solution.
 */
export function* solveByNewton(sample: Sample, start: Float64Array): Rounds<Solved | undefined> {
  const { n, margins } = sample;
  const offsets = margins.map((_, at) => margins.slice(0, at).reduce((sum, { wanted }) => sum + wanted.length, 0));
  const wanted = margins.flatMap((margin) => margin.wanted);
  if (wanted.length > MOST_CATEGORIES) return undefined;
  let numbers = new Float64Array(wanted.length);
  let point = pointAt(sample, start, offsets, numbers);
  for (let steps = 1; steps <= MOST_STEPS; steps++) {
    yield;
    if (mostMissing(wanted, point) < CLOSE * 1e-2 * n) return { weights: point.weights, steps, end: "settled" };
    const byMargin = margins.map(({ wanted: { length } }, at) =>
      numbers.subarray(offsets[at], (offsets[at] ?? 0) + length),
    );
    if (provesContradiction(sample, byMargin)) return { weights: point.weights, steps, end: "contradictory" };
    const missing = wanted.map((sum, place) => sum - (point.sums[place] ?? 0));
    const direction = solve(hessian(sample, offsets, point.weights, wanted.length), missing);
    const next = stepAlong(direction, (moved) => pointAt(sample, start, offsets, moved), { numbers, point, wanted });
    if (!next) return undefined;
    ({ numbers, point } = next);
  }
  return undefined;
}

type Point = { weights: Float64Array<ArrayBuffer>; sums: Float64Array; total: number };

/** The weights that these numbers make, the sum of each category, and the sum of all. */
function pointAt(
  { entries, times, margins }: Sample,
  start: Float64Array,
  offsets: number[],
  numbers: Float64Array,
): Point {
  const weights = new Float64Array(entries);
  const sums = new Float64Array(numbers.length);
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    let exponent = 0;
    for (const [at, { of }] of margins.entries()) exponent += numbers[(offsets[at] ?? 0) + (of[entry] ?? 0)] ?? 0;
    const weight = (start[entry] ?? 0) * Math.exp(exponent);
    weights[entry] = weight;
    const share = weight * (times[entry] ?? 0);
    total += share;
    for (const [at, { of }] of margins.entries()) {
      const place = (offsets[at] ?? 0) + (of[entry] ?? 0);
      sums[place] = (sums[place] ?? 0) + share;
    }
  }
  return { weights, sums, total };
}

/**
 * The longest of the steps 1, 1/2, 1/4 … that makes the dual function smaller, or, where it has no digits left to tell,
 * what the margins miss; undefined where none does.
 */
function stepAlong(
  direction: readonly number[],
  at: (numbers: Float64Array<ArrayBuffer>) => Point,
  { numbers, point, wanted }: { numbers: Float64Array; point: Point; wanted: readonly number[] },
) {
  const dualAt = (where: Float64Array, { total }: Point) =>
    total - wanted.reduce((sum, each, place) => sum + each * (where[place] ?? 0), 0);
  const value = dualAt(numbers, point);
  const rounding = Math.abs(value) * 1e-12;
  const missed = mostMissing(wanted, point);
  for (let halvings = 0, length = 1; halvings < MOST_HALVINGS; halvings++, length /= 2) {
    const moved = Float64Array.from(numbers, (number, place) => number + length * (direction[place] ?? 0));
    const next = at(moved);
    const difference = dualAt(moved, next) - value;
    const isBetter = difference < -rounding || (difference < rounding && mostMissing(wanted, next) < missed);
    if (isBetter) return { numbers: moved, point: next };
  }
  return undefined;
}

const mostMissing = (wanted: readonly number[], { sums }: Point) =>
  wanted.reduce((most, sum, place) => Math.max(most, Math.abs(sum - (sums[place] ?? 0))), 0);

/** By two categories, the weighted respondents who are in both. */
function hessian({ entries, times, margins }: Sample, offsets: number[], weights: Float64Array, size: number) {
  const rows = Array.from({ length: size }, () => new Float64Array(size));
  for (let entry = 0; entry < entries; entry++) {
    const share = (weights[entry] ?? 0) * (times[entry] ?? 0);
    for (const [one, { of }] of margins.entries()) {
      const row = rows[(offsets[one] ?? 0) + (of[entry] ?? 0)];
      for (const [other, { of: others }] of margins.entries()) {
        const place = (offsets[other] ?? 0) + (others[entry] ?? 0);
        if (row) row[place] = (row[place] ?? 0) + share;
      }
    }
  }
  return rows;
}

/** Solves a symmetric, positive semidefinite system by Cholesky's factors, with a small ridge; `rows` are overwritten. */
function solve(rows: Float64Array[], right: readonly number[]): number[] {
  const size = rows.length;
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  const largest = rows.reduce((most, row, at) => Math.max(most, row[at] ?? 0), 0);
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      let sum = cell(row, column) + (row === column ? RIDGE * largest : 0);
      for (let k = 0; k < column; k++) sum -= cell(row, k) * cell(column, k);
      const target = rows[row];
      if (!target) continue;
      target[column] = row === column ? Math.sqrt(Math.max(sum, RIDGE * largest)) : sum / cell(column, column);
    }
  }
  const solution = [...right];
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) solution[row] = (solution[row] ?? 0) - cell(row, k) * (solution[k] ?? 0);
    solution[row] = (solution[row] ?? 0) / cell(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) solution[row] = (solution[row] ?? 0) - cell(k, row) * (solution[k] ?? 0);
    solution[row] = (solution[row] ?? 0) / cell(row, row);
  }
  return solution;
}
