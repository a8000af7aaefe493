import { roundToSum } from "./apportion";
import { fitWithoutCaps } from "./fit-without-caps";
import { type Edge, maximumFlow } from "./maximum-flow";
import { CLOSE, finishAtOnce, type Sample } from "./proportional-fitting";

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

/**
 * `difference`: the largest that a margin was left with, in the unit of the cells. `end`: whether the margins are met,
 * it is proved that no table has them, or neither was decided.
 */
type Fit = { cells: number[]; difference: number; end: "met" | "contradictory" | "open" };

/**
 * The table nearest to `seed`, in the sense of Kullback and Leibler, whose margins are the given ones: iterative
 * proportional fitting (Deming and Stephan 1940), and Newton's method where that is slow. A cell whose seed is 0 stays
 * 0. Margins that only a table with more cells of 0 has are met by the limit of such tables.
 *
 * `margins`: one list a dimension, none negative, all of one sum up to rounding: they are scaled to that of the first.
 * `seed`: a number a cell, none negative; missing: 1 everywhere.
 */
export function fitMargins(margins: readonly (readonly number[])[], seed?: readonly number[]): Fit {
  const sizes = margins.map(({ length }) => length);
  const total = sum(margins[0] ?? []);
  const wanted = margins.map((margin) => scaledTo(total, margin));
  const places = Array.from({ length: product(sizes) }, (_, cell) => placeOf(sizes, cell));
  const mayHold = (cell: number) =>
    (seed?.[cell] ?? 1) > 0 &&
    sizes.every((_, dimension) => (wanted[dimension]?.[places[cell]?.[dimension] ?? 0] ?? 0) > 0);
  const usable = [...places.keys()].filter(mayHold);
  const start = usable.map((cell) => seed?.[cell] ?? 1);
  const sample: Sample = {
    ...{ entries: usable.length, n: total, times: Float64Array.from(scaledTo(total, start)) },
    margins: wanted.map((margin, dimension) => ({
      of: Int32Array.from(usable, (cell) => places[cell]?.[dimension] ?? 0),
      wanted: margin,
    })),
  };
  const fitted = hasEmptyCategory(sample) ? undefined : finishAtOnce(fitWithoutCaps(sample));
  const cells = places.map(() => 0);
  usable.forEach((cell, entry) => {
    cells[cell] = (fitted?.weights[entry] ?? 1) * (sample.times[entry] ?? 0);
  });
  const difference = largestDifference(marginsOf({ sizes, cells }), wanted);
  if (difference <= CLOSE * total) return { cells, difference, end: "met" };
  return { cells, difference, end: !fitted || fitted.end === "contradictory" ? "contradictory" : "open" };
}

/** Whether a category shall hold something and has no cell to hold it, which no rounds could prove. */
const hasEmptyCategory = ({ margins }: Sample) =>
  margins.some(({ of, wanted }) => {
    const filled = new Set(of);
    return wanted.some((each, category) => each > 0 && !filled.has(category));
  });

/** Whole cells; `residue`: by how much each category of each dimension misses its own whole margin. */
type WholeFit = { cells: number[]; residue: number[][] };

/**
 * A fitted table in whole numbers: the cells sum to `total`, and each margin is its exact one rounded to a whole
 * number (by largest remainders, so that each dimension's margins sum to the total). Where cells that must stay 0 do
 * not allow these, a table of two dimensions has its margins rounded up or down as its cells allow; one of more
 * dimensions may miss a few places, and the residue tells where.
 */
export function roundToMargins(table: Table, total: number): WholeFit {
  const byFractions = roundByFractions(table, total);
  const isExact = byFractions.residue.flat().every((each) => each === 0);
  return isExact ? byFractions : (roundByFlow(table, total) ?? byFractions);
}

/** Fitted cells are this near to whole ones, as a part of the cell, before they count as such. */
const SLACK = 1e-9;

const wholePart = (value: number) => Math.floor(value + SLACK * Math.max(1, value));

/**
 * The whole parts of the cells leave every category short by some; one more goes, again and again, to the cell of the
 * largest fraction among those all of whose categories are short. Without cells that must stay 0 such a cell always
 * exists, so nothing is missed.
 */
function roundByFractions({ sizes, cells: exact }: Table, total: number): WholeFit {
  const wanted = marginsOf({ sizes, cells: exact }).map((margin) => roundToSum(margin, total));
  const places = exact.map((_, cell) => placeOf(sizes, cell));
  const cells = exact.map(wholePart);
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

/**
 * Controlled rounding of a table of two dimensions (L. H. Cox, L. R. Ernst, Controlled rounding, INFOR 20, 1982): every
 * cell and every margin is its exact one rounded up or down. An extra row and column hold what the margins lack to the
 * next whole number, so that all margins are whole, and a flow then fills these with whole cells. Undefined for tables
 * of other dimensions, and where the exact cells do not sum to `total`.
 */
function roundByFlow({ sizes, cells: exact }: Table, total: number): WholeFit | undefined {
  const [rows, columns] = sizes;
  if (rows === undefined || columns === undefined || sizes.length !== 2) return undefined;
  const near = CLOSE * Math.max(1, total);
  const lackOf = (value: number) => {
    const lack = Math.ceil(value) - value;
    return lack > near && lack < 1 - near ? lack : 0;
  };
  const margins = marginsOf({ sizes, cells: exact });
  const [lackOfRows = [], lackOfColumns = []] = margins.map((margin) => margin.map(lackOf));
  const extended = [
    ...lackOfRows.flatMap((lack, row) => [...exact.slice(row * columns, (row + 1) * columns), lack]),
    ...lackOfColumns,
    0,
  ];
  const filled = fillByFlow([rows + 1, columns + 1], extended);
  const cells = filled?.filter((_, cell) => cell % (columns + 1) < columns && cell < rows * (columns + 1));
  if (!cells || sum(cells) !== total) return undefined;
  return { cells, residue: margins.map((margin) => margin.map(() => 0)) };
}

/** Cells of a table of whole margins, each rounded up or down, so that the margins stay; undefined where none do. */
function fillByFlow(sizes: readonly [number, number], exact: readonly number[]): number[] | undefined {
  const cells = exact.map(wholePart);
  const present = marginsOf({ sizes, cells }).flat();
  const short = marginsOf({ sizes, cells: exact })
    .flat()
    .map((each, node) => Math.round(each) - (present[node] ?? 0));
  const [rows] = sizes;
  const [source, sink] = [short.length, short.length + 1];
  const outer = short.map(
    (capacity, node): Edge => (node < rows ? { from: source, to: node, capacity } : { from: node, to: sink, capacity }),
  );
  const roundable = [...cells.keys()].filter((cell) => (exact[cell] ?? 0) > (cells[cell] ?? 0));
  const inner = roundable.map((cell): Edge => {
    const [row = 0, column = 0] = placeOf(sizes, cell);
    return { from: row, to: rows + column, capacity: 1 };
  });
  const { value, flows } = maximumFlow(sink + 1, [...inner, ...outer], source, sink);
  if (value !== sum(short.slice(0, rows))) return undefined;
  roundable.forEach((cell, edge) => {
    cells[cell] = (cells[cell] ?? 0) + (flows[edge] ?? 0);
  });
  return cells;
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

/** The same proportions with this sum; all 0 where they are. */
function scaledTo(total: number, parts: readonly number[]): number[] {
  const all = sum(parts);
  return parts.map((part) => (all > 0 ? (part * total) / all : 0));
}

const product = (numbers: readonly number[]) => numbers.reduce((all, each) => all * each, 1);

const largestDifference = (has: readonly (readonly number[])[], wanted: readonly (readonly number[])[]) =>
  Math.max(
    0,
    ...wanted.flatMap((margin, dimension) => margin.map((want, at) => Math.abs(want - (has[dimension]?.[at] ?? 0)))),
  );
