import { aggregations } from "@/lib/contracts/terms/pivot";
import { effectiveBase } from "@/lib/stats/effective-base";
import {
  type CellSample,
  type Compared,
  corrected,
  differenceOf,
  type Level,
  levelOf,
  mayDiffer,
  oncePerRow,
  sampleAt,
  smallBase,
  spansOf,
  TOO_RARE,
  testOf,
  totalRow,
} from "./comparison";

/** How a cell differs from everybody else under its parent. */
export type RestMark = { direction: "higher" | "lower" | null; level: Level | null; reason: string | null };

const NONE: RestMark = { direction: null, level: null, reason: null };

/** People of a cell, or of a whole column, and what their number says. */
type People = { count: number; weight: number /** Sum of squared weights. */; squares: number };

/**
 * Each cell against the rest: all under the same parent column who are not in the cell's column. Nobody is on both
 * sides, so columns of several answers can be compared as well. Of a row, by column; totals are compared with nothing.
 */
export function againstRest(asked: Compared): (row: number) => RestMark[] {
  const { table, settings } = asked;
  // A span's columns have one parent, which is looked for once.
  const spans = spansOf(table).map((span) => ({ span, parent: parentOf(asked, span[0] ?? -1) }));
  return oncePerRow((row) => {
    const inRow = table.columns.map(() => NONE);
    if (testOf(asked.type) === null) return inRow;
    for (const { span, parent } of spans) {
      const tested = span.map((column) => testedAt(asked, row, { column, parent }));
      const ps = corrected(
        tested.flatMap((each) => (each.p === null ? [] : [each.p])),
        settings.correction,
      ).values();
      for (const [place, { p, isHigher, reason }] of tested.entries()) {
        const level = p === null ? null : levelOf(ps.next().value ?? 1, settings);
        const direction = level === null ? null : isHigher ? "higher" : "lower";
        inRow[span[place] ?? -1] = { direction, level, reason };
      }
    }
    return inRow;
  });
}

type Tested = { p: number | null; isHigher: boolean; reason: string | null };

function testedAt(asked: Compared, row: number, at: { column: number; parent: number }): Tested {
  const untested = { p: null, isHigher: false };
  const [sample, rest] = [sampleAt(asked, row, at.column), restBeside(asked, row, at)];
  if (!sample || !rest) return { ...untested, reason: null };
  const reason = smallBase(sample, asked.settings) ?? (smallBase(rest, asked.settings) && restIsSmall(asked, rest));
  if (reason) return { ...untested, reason };
  const found = differenceOf(sample, rest, asked.settings);
  return found
    ? { ...found, reason: null }
    : { ...untested, reason: sample.of === "shares" && mayDiffer(sample, rest) ? TOO_RARE : null };
}

const restIsSmall = ({ settings }: Compared, { count }: CellSample) =>
  `Not compared: the base of the rest, ${count.toLocaleString("en", { maximumFractionDigits: 1 })}, is below ${settings.minimumBase}.`;

/**
 * The sample of the rest, exactly, from the figures of the cell and of its parent: numbers, weights and squared weights
 * are differences; the sum of squares around the mean is that of the parent without the cell's own and what lies
 * between the two means (T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the sample variance, The
 * American Statistician 37, 1983, solved for one part).
 */
export const restAt = (asked: Compared, row: number, column: number): CellSample | null =>
  restBeside(asked, row, { column, parent: parentOf(asked, column) });

function parentOf({ table }: Compared, column: number): number {
  const path = table.columns[column] ?? [];
  return table.columns.findIndex((each) => isParent(each, path));
}

function restBeside(asked: Compared, row: number, { column, parent }: { column: number; parent: number }) {
  const { table, place, type } = asked;
  if (parent === -1) return null;
  if (testOf(type) === "shares") return restOfShares(asked, row, { column, parent });
  const [whole, part] = [sampleAt(asked, row, parent), sampleAt(asked, row, column)];
  // Of one answer the spread is none, of two it is known.
  const partMean = table.cells[row]?.[column]?.[place] ?? null;
  if (whole?.of !== "means" || partMean === null) return null;
  const [all, own] = [peopleAt(asked, row, parent), peopleAt(asked, row, column)];
  const rest = without(all, own);
  if (rest === null || rest.count < 2) return null;
  const partSquares = part?.of === "means" ? squaresAround(part.variance, own) : 0;
  const between = ((own.weight * rest.weight) / all.weight) * difference(whole.mean, partMean, all, rest) ** 2;
  const around = Math.max(0, squaresAround(whole.variance, all) - partSquares - between);
  const mean = (whole.mean * all.weight - partMean * own.weight) / rest.weight;
  const variance = (around * rest.count) / (rest.weight * (rest.count - 1));
  return { of: "means" as const, mean, variance, count: effective(rest) };
}

const isParent = (one: readonly string[], path: readonly string[]) =>
  one.length === path.length - 1 && one.every((label, at) => label === path[at]);

/** Between the part's mean and the rest's, from that between the part's and the whole's. */
const difference = (whole: number, part: number, all: People, rest: People) =>
  ((part - whole) * all.weight) / rest.weight;

/** Sum w (x - mean)² of the contract's variance, whose divisor is sum w (n - 1) / n. */
const squaresAround = (variance: number, { weight, count }: People) => (variance * weight * (count - 1)) / count;

function restOfShares(asked: Compared, row: number, at: { column: number; parent: number }): CellSample | null {
  const { table, place } = asked;
  const total = totalRow(table);
  const cell = (of: number, column: number) => table.cells[of]?.[column]?.[place] ?? 0;
  const rest = without(peopleAt(asked, total, at.parent), peopleAt(asked, total, at.column));
  const all = cell(total, at.parent) - cell(total, at.column);
  if (rest === null || !(all > 0)) return null;
  // Differences of sums of weights end in noise.
  const share = Math.min(1, Math.max(0, (cell(row, at.parent) - cell(row, at.column)) / all));
  return { of: "shares", share, count: effective(rest) };
}

function peopleAt({ table, place, type }: Compared, row: number, column: number): People {
  const count = table.base[row]?.[column]?.[place] ?? 0;
  if (type === aggregations.base) return { count, weight: count, squares: count };
  const weight = table.weightedBase[row]?.[column]?.[place] ?? 0;
  const certain = table.effectiveBase[row]?.[column]?.[place] ?? 0;
  return { count, weight, squares: certain > 0 ? weight ** 2 / certain : 0 };
}

/** Those of the whole who are not in the part; null where there is nobody with a weight. */
function without(whole: People, part: People): People | null {
  const count = whole.count - part.count;
  const [weight, squares] = [whole.weight - part.weight, whole.squares - part.squares];
  const isSomebody = count > 0 && weight > whole.weight * 1e-12 && squares > whole.squares * 1e-12;
  return isSomebody ? { count, weight, squares } : null;
}

const effective = ({ count, weight, squares }: People) => Math.min(count, effectiveBase(weight, squares));
