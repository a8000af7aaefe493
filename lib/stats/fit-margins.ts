import { roundToSum } from "./apportion";

/**
 * A table of any number of dimensions, its cells in one row: the last dimension varies fastest. `sizes`: the number
 * of categories of each dimension.
 */
export type Table = { sizes: readonly number[]; cells: readonly number[] };

/** Which category of each dimension a cell belongs to. */
export function placeOf(sizes: readonly number[], cell: number): number[] {
  const place: number[] = [];
  let rest = cell;
  for (let dimension = sizes.length - 1; dimension >= 0; dimension -= 1) {
    const size = sizes[dimension] ?? 1;
    place[dimension] = rest % size;
    rest = Math.floor(rest / size);
  }
  return place;
}

/** What the categories of each dimension add up to. */
export function marginsOf({ sizes, cells }: Table): number[][] {
  const margins = sizes.map((size) => new Array<number>(size).fill(0));
  cells.forEach((value, cell) => {
    placeOf(sizes, cell).forEach((category, dimension) => {
      const margin = margins[dimension];
      if (margin) margin[category] = (margin[category] ?? 0) + value;
    });
  });
  return margins;
}

/** Exact cells, and the largest difference that a margin was left with (in the unit of the cells). */
type Fit = { cells: number[]; difference: number };

const MOST_ROUNDS = 500;
const CLOSE = 1e-10;

/**
 * Iterative proportional fitting (Deming and Stephan 1940): the table nearest to `seed`, in the sense of Kullback and
 * Leibler, whose margins are the given ones. A cell whose seed is 0 stays 0; where that leaves no table with these
 * margins the rounds end with a difference, which is told.
 *
 * `margins`: one list a dimension, none negative, all of one sum. `seed`: a number a cell, missing: 1 everywhere.
 */
export function fitMargins(margins: readonly (readonly number[])[], seed?: readonly number[]): Fit {
  const sizes = margins.map(({ length }) => length);
  const places = Array.from({ length: product(sizes) }, (_, cell) => placeOf(sizes, cell));
  const total = sum(margins[0] ?? []);
  let cells = places.map((_, cell) => seed?.[cell] ?? 1);
  let difference = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && difference > CLOSE * Math.max(1, total); round += 1) {
    margins.forEach((margin, dimension) => {
      const present = marginsOf({ sizes, cells })[dimension] ?? [];
      const factors = margin.map((wanted, category) => {
        const has = present[category] ?? 0;
        return has > 0 ? wanted / has : 0;
      });
      cells = cells.map((value, cell) => value * (factors[places[cell]?.[dimension] ?? 0] ?? 0));
    });
    difference = largestDifference(marginsOf({ sizes, cells }), margins);
  }
  return { cells, difference };
}

/** Whole cells; `residue`: by how much each category of each dimension misses its own whole margin. */
type WholeFit = { cells: number[]; residue: number[][] };

/**
 * A fitted table in whole numbers: the cells sum to `total`, and each margin is its exact one rounded to a whole
 * number (by largest remainders, so that each dimension's margins sum to the total). The whole parts of the cells
 * leave every category short by some; one more goes, again and again, to the cell of the largest fraction among those
 * all of whose categories are short. Without cells that must stay 0 such a cell always exists, so nothing is missed;
 * with them a few places may be left over, and the residue tells where.
 */
export function roundToMargins({ sizes, cells: exact }: Table, total: number): WholeFit {
  const wanted = marginsOf({ sizes, cells: exact }).map((margin) => roundToSum(margin, total));
  const places = exact.map((_, cell) => placeOf(sizes, cell));
  const cells = exact.map((value) => Math.floor(value + 1e-9 * Math.max(1, value)));
  const present = marginsOf({ sizes, cells });
  const short = wanted.map((margin, dimension) => margin.map((want, at) => want - (present[dimension]?.[at] ?? 0)));
  const take = (cell: number) => {
    cells[cell] = (cells[cell] ?? 0) + 1;
    places[cell]?.forEach((category, dimension) => {
      const of = short[dimension];
      if (of) of[category] = (of[category] ?? 0) - 1;
    });
  };
  const shortness = (cell: number) =>
    (places[cell] ?? []).map((category, dimension) => short[dimension]?.[category] ?? 0);
  const fraction = (cell: number) => (exact[cell] ?? 0) - (cells[cell] ?? 0);
  for (let left = total - sum(cells); left > 0; left -= 1) {
    const best = bestCell(exact, (cell) => {
      const all = shortness(cell);
      // Where no cell has all its categories short, the fewest are overfilled.
      return [all.filter((each) => each > 0).length, fraction(cell)];
    });
    if (best === null) break;
    take(best);
  }
  const residue = marginsOf({ sizes, cells }).map((margin, dimension) =>
    margin.map((has, at) => has - (wanted[dimension]?.[at] ?? 0)),
  );
  return { cells, residue };
}

/** The cell that may hold something and comes first by these ranks, larger ones first. */
function bestCell(exact: readonly number[], rank: (cell: number) => [number, number]): number | null {
  let best: { cell: number; rank: [number, number] } | null = null;
  for (let cell = 0; cell < exact.length; cell += 1) {
    if (!((exact[cell] ?? 0) > 0)) continue;
    const [first, second] = rank(cell);
    if (!best || first > best.rank[0] || (first === best.rank[0] && second > best.rank[1] + 1e-12)) {
      best = { cell, rank: [first, second] };
    }
  }
  return best?.cell ?? null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const product = (numbers: readonly number[]) => numbers.reduce((all, each) => all * each, 1);

const largestDifference = (has: readonly (readonly number[])[], wanted: readonly (readonly number[])[]) =>
  Math.max(
    0,
    ...wanted.flatMap((margin, dimension) => margin.map((want, at) => Math.abs(want - (has[dimension]?.[at] ?? 0)))),
  );
