"use client";

import type { ComponentProps } from "react";
import type { Tooltip } from "recharts";
import { ChartTooltip, type TooltipLine } from "@/components/charts/chart-tooltip";
import { useFormat } from "@/components/ui/use-format";
import type { ChartCell, PivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { figureText } from "@/lib/tables/column";

/** A category as the charts' package draws it. */
export type PlotRow = { at: number; cells: (ChartCell | null)[] };

export const plotRows = ({ cells }: PivotChart): PlotRow[] => cells.map((row, at) => ({ at, cells: row }));

export const valueIn =
  (series: number) =>
  ({ cells }: PlotRow): number | null =>
    cells[series]?.value ?? null;

type TooltipProps = ComponentProps<typeof Tooltip>;
type Props = {
  chart: PivotChart;
  /** The category's place. */
  at: number;
  /** One series alone, by its place. */
  only?: number;
};

/** A category in words: each figure, and the responses that it is of. */
export function PlotTooltip({ chart: { categories, series, tones, cells, form }, at, only }: Props) {
  const format = useFormat();
  const lines = series.flatMap((name, place): TooltipLine[] => {
    const cell = cells[at]?.[place] ?? null;
    if (only !== undefined && only !== place) return [];
    const tone = tones[place] ?? place;
    const value = cell?.value == null ? "no figure" : figureText(form, cell.value, format);
    return [{ name, tone, value, ...(cell?.base != null && { beside: `n ${format.count(cell.base)}` }) }];
  });
  return <ChartTooltip title={categories[at] ?? ""} lines={lines} />;
}

/** How a chart of categories shows it: of the category under the pointer, in all its series. */
export const plotTooltip = (chart: PivotChart): TooltipProps => ({
  isAnimationActive: false,
  allowEscapeViewBox: { x: false, y: true },
  wrapperStyle: { zIndex: 10, pointerEvents: "none" },
  content: ({ active, payload }) => {
    const row = payload?.[0]?.payload as PlotRow | undefined;
    return active && row ? <PlotTooltip chart={chart} at={row.at} /> : null;
  },
});
