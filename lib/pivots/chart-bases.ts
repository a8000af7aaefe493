import { shortened } from "@/lib/contracts/rules/shortened";
import type { Format } from "@/lib/tables/format";
import type { PivotChart } from "./prepare-pivot-chart";

type Drawn = Pick<PivotChart, "categories" | "series" | "cells">;
type Words = Pick<Format, "count" | "tenths">;

/** A figure that is drawn: its value, its place, and the words for the responses that it is of. */
type Figure = { category: number; series: number; value: number | null; base: number; words: string };

/** More than these nobody reads under a chart, nor has a slide room for them. */
const MOST_NAMED = 40;
const MOST_LETTERS = 40;

/**
 * The responses behind the figures of a chart, in a sentence for pictures, which have no table beneath: one number where
 * all are of the same, else of each series or each category if its figures share one, else of each figure. Of many it is
 * the least and the greatest. Null: no base is known.
 */
export function basesWords(chart: Drawn, format: Words): string | null {
  const figures = figuresOf(chart, format);
  const [first] = figures;
  if (!first) return null;
  if (figures.every(({ value, base }) => value === base)) return "Base (n): every figure is its own.";
  const isWeighted = chart.cells.some((row) => row.some((cell) => cell !== null && cell.effective !== null));
  const head = isWeighted ? "Base (n, in brackets the effective base)" : "Base (n)";
  if (new Set(figures.map(({ words }) => words)).size === 1) return `${head}: ${first.words} behind every figure.`;
  const named = namedBases(chart, figures);
  if (named.length <= MOST_NAMED) return `${head}: ${named.join("; ")}.`;
  const least = figures.reduce((a, b) => (b.base < a.base ? b : a), first);
  const most = figures.reduce((a, b) => (b.base > a.base ? b : a), first);
  return `${head}: from ${least.words} to ${most.words} behind a figure.`;
}

function figuresOf({ cells }: Drawn, { count, tenths }: Words): Figure[] {
  return cells.flatMap((row, category) =>
    row.flatMap((cell, series): Figure[] => {
      if (!cell || cell.base === null) return [];
      const { value, base, effective } = cell;
      const words = effective === null ? count(base) : `${count(base)} (${tenths(effective)})`;
      return [{ category, series, value, base, words }];
    }),
  );
}

/** "Female 12" of each series, else of each category, else of each figure. */
function namedBases({ categories, series }: Drawn, figures: readonly Figure[]): string[] {
  const nameIn = (names: readonly string[], at: number) => shortened(names[at] ?? "", MOST_LETTERS);
  for (const { names, placeOf } of [
    { names: series, placeOf: (figure: Figure) => figure.series },
    { names: categories, placeOf: (figure: Figure) => figure.category },
  ]) {
    const shared = sharedBy(figures, placeOf);
    if (shared) return [...shared].map(([at, words]) => `${nameIn(names, at)} ${words}`);
  }
  return figures.map((each) => `${nameIn(categories, each.category)}, ${nameIn(series, each.series)} ${each.words}`);
}

/** The base of each place, if all figures there have the same; else null. */
function sharedBy(figures: readonly Figure[], placeOf: (figure: Figure) => number): Map<number, string> | null {
  const shared = new Map<number, string>();
  for (const figure of figures) {
    const at = placeOf(figure);
    if ((shared.get(at) ?? figure.words) !== figure.words) return null;
    shared.set(at, figure.words);
  }
  return new Map([...shared].toSorted(([one], [other]) => one - other));
}
