"use client";

import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from "recharts";
import classes from "@/components/charts/charts.module.css";
import { colourOf } from "@/components/charts/tones";
import { useFormat } from "@/components/ui/use-format";
import { fitted } from "@/lib/charts/fitted";
import { tickText } from "@/lib/pivots/chart-figures";
import { AXIS_HEIGHT, barsLayout, FIGURE_ROOM, hasFigures } from "@/lib/pivots/chart-layout";
import { figureText } from "@/lib/tables/column";
import type { PlotProps } from "./pivot-chart";
import { AXIS } from "./plot-look";
import { plotRows, plotTooltip, valueIn } from "./plot-tooltip";

/** Bars that lie, so that long names are read: side by side, or in a stack. */
export function PivotBars({ chart, width }: PlotProps) {
  const format = useFormat();
  const layout = barsLayout(chart, width);
  const { categories, series, scale, form } = chart;
  const isStack = chart.kind === "stacked";
  return (
    <div className={classes.plot}>
      <BarChart
        layout="vertical"
        width={width}
        height={layout.height}
        data={plotRows(chart)}
        margin={{ top: 4, right: hasFigures(chart) ? FIGURE_ROOM : 14, bottom: 4, left: 0 }}
        barCategoryGap={layout.gap / 2}
        barGap={1}
        {...(isStack && { stackOffset: "sign" as const })}
        title={chart.title}
      >
        <CartesianGrid horizontal={false} stroke="var(--chart-grid)" />
        <XAxis
          type="number"
          domain={[scale.from, scale.to]}
          ticks={scale.ticks}
          tickFormatter={(value: number) => tickText(format, chart, value)}
          tick={AXIS}
          tickLine={false}
          stroke="var(--chart-grid)"
          height={AXIS_HEIGHT}
          label={{ value: chart.value, position: "insideBottom", offset: 6, ...AXIS }}
        />
        <YAxis
          type="category"
          dataKey="at"
          tickFormatter={(at: number) => fitted(categories[at] ?? "", layout.label - 12)}
          tick={AXIS}
          tickLine={false}
          stroke="var(--chart-grid)"
          width={layout.label}
          interval={0}
        />
        {series.map((name, tone) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name.
            key={`${tone} ${name}`}
            name={name}
            dataKey={valueIn(tone)}
            fill={colourOf(tone)}
            isAnimationActive={false}
            {...(isStack && { stackId: "all" })}
          >
            {hasFigures(chart) && (
              <LabelList
                dataKey={valueIn(tone)}
                position="right"
                formatter={(value) => (typeof value === "number" ? figureText(form, value, format) : "")}
                fontSize={10}
                fill="var(--chart-axis)"
              />
            )}
          </Bar>
        ))}
        <Tooltip {...plotTooltip(chart)} cursor={{ fill: "var(--chart-axis)", fillOpacity: 0.08 }} />
      </BarChart>
    </div>
  );
}
