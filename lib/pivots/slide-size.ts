import type { PivotChart } from "./prepare-pivot-chart";

/** Of a table, heads included. */
const MOST_ON_SLIDE = { rows: 36, columns: 16 };

type Size = { rows: number; columns: number };

/** Why a table of this size, heads included, does not go on a slide; null: it does. */
export function slideRefusal({ rows, columns }: Size): string | null {
  if (rows <= MOST_ON_SLIDE.rows && columns <= MOST_ON_SLIDE.columns) return null;
  return `A slide holds a table of ${MOST_ON_SLIDE.rows} rows and ${MOST_ON_SLIDE.columns} columns, and this one has ${rows} and ${columns}. Show it as bars, filter it, or export XLSX.`;
}

/** Of the table that a chart is on a slide; most charts are none. */
export const sizeOnSlide = ({ kind, categories, series }: PivotChart): Size =>
  kind === "heat" ? { rows: categories.length + 1, columns: series.length + 1 } : { rows: 0, columns: 0 };
