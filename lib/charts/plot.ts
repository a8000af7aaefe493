import { roomAfterTicks, roomForValues } from "./axis";
import type { ChartModel, ChartRow } from "./chart-model";

/** How high the bars of answers beneath a trend are, and the room around them. */
export const STRIP = { height: 28, room: 36 };

const EDGE = { top: 14, right: 10, bottom: 22 };
/** Of the axis of time, within the plot. */
const PADDING = 8;

/** Where a chart is drawn: edges of its plot in pixels, and its scales. */
export type Plot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  toX: (at: number) => number;
  toY: (value: number) => number;
};

type Size = { width: number; height: number };

/** `figures`: the labels of the axis of values. */
export function plotOf(model: ChartModel, { width, height }: Size, figures: readonly string[]): Plot {
  const { x, y, rows, hasDots, hasCounts } = model;
  const left = roomForValues(figures);
  // What is outside the picture is cut off. Labels of waves have the room of their wave.
  const right = width - (hasDots ? EDGE.right : Math.max(EDGE.right, roomAfterTicks(x.ticks) - PADDING));
  const [top, bottom] = [EDGE.top, height - EDGE.bottom];
  // Half of the room of a wave, for its label is in the middle.
  const beside = hasDots ? (right - left) / (2 * Math.max(2, rows.length)) : PADDING;
  const low = bottom - (hasCounts ? STRIP.room : 0);
  return {
    ...{ left, right, top, bottom },
    toX: (at) => left + beside + ((at - x.from) / (x.to - x.from)) * (right - left - 2 * beside),
    toY: (value) => low - ((value - y.from) / (y.to - y.from)) * (low - top),
  };
}

/** The place of the row that is drawn nearest to a pixel across; -1: there is none. */
export function nearestRow(rows: readonly ChartRow[], { toX }: Plot, x: number): number {
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [place, { at }] of rows.entries()) {
    const away = Math.abs(toX(at) - x);
    if (away < least) [nearest, least] = [place, away];
  }
  return nearest;
}

/** Rows with data beside each other. */
export function runsOf<T>(rows: readonly ChartRow[], read: (row: ChartRow) => T | null): { at: number; value: T }[][] {
  const runs: { at: number; value: T }[][] = [[]];
  for (const row of rows) {
    const value = read(row);
    if (value !== null) runs.at(-1)?.push({ at: row.at, value });
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

const px = (value: number) => value.toFixed(1);

/** A line of the chart as an SVG path, with a gap where there is no figure. */
export const linePath = ({ rows }: ChartModel, line: number, { toX, toY }: Plot): string =>
  runsOf(rows, ({ values }) => values[line] ?? null)
    .map((run) => `M${run.map(({ at, value }) => `${px(toX(at))} ${px(toY(value))}`).join("L")}`)
    .join("");

/** From the lowest to the highest answer, as far as buckets with both stand beside each other. */
export const bandPath = ({ rows }: ChartModel, { toX, toY }: Plot): string =>
  runsOf(rows, ({ band }) => band)
    .filter(({ length }) => length > 1)
    .map((run) => {
      const tops = run.map(({ at, value: [, high] }) => `${px(toX(at))} ${px(toY(high))}`);
      const bottoms = run.toReversed().map(({ at, value: [low] }) => `${px(toX(at))} ${px(toY(low))}`);
      return `M${[...tops, ...bottoms].join("L")}z`;
    })
    .join("");
