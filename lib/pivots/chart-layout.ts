import { CHARACTER_WIDTH } from "@/lib/charts/fitted";
import { comparable } from "./order";
import type { PivotChart } from "./prepare-pivot-chart";

/** Where things of a chart lie, in pixels, on the screen and in a picture alike. */

/** Of bars that lie: names to the left of them, a row for each category. */
export type BarsLayout = {
  label: number;
  row: number /** Between the bars of two categories. */;
  gap: number;
  height: number;
};

/** Beneath the rows: figures of the axis, and what they are. */
export const AXIS_HEIGHT = 44;
/** So many bars have their figures beside them. */
const MOST_FIGURES = 60;

export const FIGURE_ROOM = 52;

export function barsLayout({ kind, categories, series }: PivotChart, width: number): BarsLayout {
  const thick =
    kind === "stacked" ? 20 : series.length === 1 ? 18 : series.length <= 4 ? 13 : series.length <= 12 ? 9 : 6;
  const gap = kind === "stacked" || series.length === 1 ? 8 : 12;
  const row = (kind === "stacked" ? 1 : series.length) * thick + gap;
  return { label: labelWidth(categories, width), row, gap, height: categories.length * row + AXIS_HEIGHT + 8 };
}

/** Where figures stand: those of a few bars beside them, those of a stack in its parts that have the room. */
export function figuresAt({ kind, categories, series }: PivotChart): "beside" | "inside" | null {
  if (kind === "stacked") return "inside";
  return kind === "bars" && categories.length * series.length <= MOST_FIGURES ? "beside" : null;
}

/** In the size of figures; left and right of one. */
const FIGURE_CHARACTER = 5.8;
const FIGURE_EDGE = 3;

/** Whether a figure stands in a part of a stack that is so many pixels long. */
export const fitsInside = (figure: string, length: number): boolean =>
  figure.length * FIGURE_CHARACTER + 2 * FIGURE_EDGE <= length;

export type HeatLayout = { label: number; cell: number; row: number; head: number; width: number; height: number };

const HEAT_ROW = 28;
/** What a figure needs. */
const LEAST_CELL = 58;
const WIDEST_CELL = 150;

/** Of a heat map, which is wider than `width` where its columns need it. */
export function heatLayout({ categories, series }: PivotChart, width: number): HeatLayout {
  const label = labelWidth(categories, width);
  const cell = Math.max(LEAST_CELL, Math.min(WIDEST_CELL, Math.floor((width - label) / series.length)));
  const lines = headLines(series, cell);
  const head = lines * 13 + 8;
  return {
    label,
    cell,
    row: HEAT_ROW,
    head,
    width: label + cell * series.length,
    height: head + categories.length * HEAT_ROW,
  };
}

/** Names over columns stand in up to three lines. */
const headLines = (names: readonly string[], cell: number) =>
  Math.min(3, Math.max(...names.map((name) => Math.ceil((name.length * CHARACTER_WIDTH) / (cell - 6)))));

/** A third of the whole at most is names. */
function labelWidth(names: readonly string[], width: number): number {
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  return Math.round(Math.min(Math.max(48, longest * CHARACTER_WIDTH + 28), width * 0.36));
}

/** The places of the names under a line that have room, evenly, the first one always. */
export function shownNames(count: number, width: number, longest: number): number[] {
  const most = Math.max(1, Math.floor(width / (longest * CHARACTER_WIDTH + 12)));
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

/** From 0 to 1, how far a figure is from the least to the greatest; the middle where all are equal. */
export function heatOf(value: number, { from, to }: PivotChart["scale"]): number {
  const [low, high] = [comparable(from), comparable(to)];
  return high > low ? (comparable(value) - low) / (high - low) : 0.5;
}
