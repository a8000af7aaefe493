"use client";

import { Text } from "@mantine/core";
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import classes from "@/components/charts/charts.module.css";
import { colourOf } from "@/components/charts/tones";
import { useFormat } from "@/components/ui/use-format";
import { roomForValues } from "@/lib/charts/axis";
import { tickText } from "@/lib/pivots/chart-figures";
import { AXIS_HEIGHT, shownNames } from "@/lib/pivots/chart-layout";
import type { PlotProps } from "./pivot-chart";
import { AXIS, LINE_HEIGHT } from "./plot-look";
import { plotRows, plotTooltip, valueIn } from "./plot-tooltip";

const DOT = { r: 2.5 };

/** Lines along time, with a gap where there is no figure. */
export function PivotLine({ chart, width }: PlotProps) {
  const format = useFormat();
  const { categories, series, tones, scale } = chart;
  const figure = (value: number) => tickText(format, chart, value);
  const left = roomForValues(scale.ticks.map(figure));
  const longest = categories.reduce((most, name) => Math.max(most, name.length), 1);
  return (
    <div className={classes.plot}>
      <Text size="xs" c="dimmed">
        {chart.value}
      </Text>
      <LineChart
        width={width}
        height={LINE_HEIGHT}
        data={plotRows(chart)}
        margin={{ top: 8, right: 12, bottom: 4, left: 0 }}
        title={chart.title}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[0, Math.max(1, categories.length - 1)]}
          padding={{ left: 26, right: 26 }}
          ticks={shownNames(categories.length, width - left - 60, longest)}
          tickFormatter={(at: number) => categories[at] ?? ""}
          tick={AXIS}
          tickLine={false}
          stroke="var(--chart-grid)"
          height={AXIS_HEIGHT}
          interval={0}
          label={{ value: chart.along, position: "insideBottom", offset: 6, ...AXIS }}
        />
        <YAxis
          type="number"
          domain={[scale.from, scale.to]}
          ticks={scale.ticks}
          tickFormatter={figure}
          tick={AXIS}
          tickLine={false}
          axisLine={false}
          width={left}
          interval={0}
        />
        {series.map((name, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name.
            key={`${at} ${name}`}
            name={name}
            dataKey={valueIn(at)}
            stroke={colourOf(tones[at] ?? at)}
            strokeWidth={1.75}
            dot={DOT}
            activeDot={{ r: 4 }}
            isAnimationActive={false}
          />
        ))}
        <Tooltip {...plotTooltip(chart)} />
      </LineChart>
    </div>
  );
}
