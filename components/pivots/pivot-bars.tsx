"use client";

import { Bar, BarChart, CartesianGrid, LabelList, type LabelProps, Tooltip, XAxis, YAxis } from "recharts";
import classes from "@/components/charts/charts.module.css";
import { colourOf, figureColourOn } from "@/components/charts/tones";
import { useFormat } from "@/components/ui/use-format";
import type { Tone } from "@/lib/charts/colours";
import { fitted } from "@/lib/charts/fitted";
import { tickText } from "@/lib/pivots/chart-figures";
import { AXIS_HEIGHT, barsLayout, FIGURE_ROOM, figuresAt, fitsInside } from "@/lib/pivots/chart-layout";
import { figureText } from "@/lib/tables/column";
import type { PlotProps } from "./pivot-chart";
import { AXIS } from "./plot-look";
import { plotRows, plotTooltip, valueIn } from "./plot-tooltip";

/** Bars that lie, so that long names are read: side by side, or in a stack. */
export function PivotBars({ chart, width }: PlotProps) {
  const format = useFormat();
  const layout = barsLayout(chart, width);
  const { categories, series, tones, scale, form } = chart;
  const isStack = chart.kind === "stacked";
  const place = figuresAt(chart);
  const figure = (value: unknown) => (typeof value === "number" ? figureText(form, value, format) : "");
  return (
    <div className={classes.plot}>
      <BarChart
        layout="vertical"
        width={width}
        height={layout.height}
        data={plotRows(chart)}
        margin={{ top: 4, right: place === "beside" ? FIGURE_ROOM : 14, bottom: 4, left: 0 }}
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
        {series.map((name, at) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name.
            key={`${at} ${name}`}
            name={name}
            dataKey={valueIn(at)}
            fill={colourOf(tones[at] ?? at)}
            isAnimationActive={false}
            {...(isStack && { stackId: "all", stroke: "var(--mantine-color-body)" })}
          >
            {place === "beside" && (
              <LabelList
                dataKey={valueIn(at)}
                position="right"
                formatter={figure}
                fontSize={10}
                fill="var(--chart-axis)"
              />
            )}
            {place === "inside" && (
              <LabelList
                dataKey={valueIn(at)}
                content={(label) => <InPart label={label} text={figure(label.value)} tone={tones[at] ?? at} />}
              />
            )}
          </Bar>
        ))}
        <Tooltip {...plotTooltip(chart)} cursor={{ fill: "var(--chart-axis)", fillOpacity: 0.08 }} />
      </BarChart>
    </div>
  );
}

type PartProps = { label: LabelProps; text: string; tone: Tone };

/** A figure in the middle of its part of a stack, where it has the room. */
function InPart({ label: { x, y, width, height }, text, tone }: PartProps) {
  const [left, top, wide, high] = [x, y, width, height].map(Number);
  if (left === undefined || top === undefined || wide === undefined || high === undefined) return null;
  if (!fitsInside(text, Math.abs(wide))) return null;
  return (
    <text
      x={left + wide / 2}
      y={top + high / 2 + 3.5}
      textAnchor="middle"
      fontSize={10}
      fill={figureColourOn(tone)}
      pointerEvents="none"
    >
      {text}
    </text>
  );
}
