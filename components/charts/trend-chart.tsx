"use client";

import { useWindowEvent } from "@mantine/hooks";
import { memo, type ReactNode, useMemo, useState } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { roomAfterTicks, roomForValues } from "@/lib/charts/axis";
import { type ChartModel, type ChartRow, dashes } from "@/lib/charts/chart-model";
import classes from "./charts.module.css";
import { colourOf } from "./tones";
import { STRIP, TrendMarks } from "./trend-marks";

type Props = {
  model: ChartModel;
  width: number;
  height: number;
  /** What stands at the pointer over a bucket. */
  tooltip: (row: ChartRow) => ReactNode;
  figure: (value: number) => string;
  /** Starts of the buckets that have notes. */
  notes: readonly number[];
  /** The first and last bucket of what was marked with the pointer; null: there is no time to mark. */
  onZoom: ((from: number, to: number) => void) | null;
};

const AXIS = { fontSize: 11, fill: "var(--chart-axis)" };
const MARGIN = { top: 14, right: 10, bottom: 0, left: 0 };
/** Of the axis of time, within the plot. */
const PADDING = 8;

const DOT = { r: 3, strokeOpacity: 1 };

const labelNumber = ({ activeLabel }: MouseHandlerDataParam) => {
  const at = activeLabel === undefined ? Number.NaN : Number(activeLabel);
  return Number.isFinite(at) ? at : null;
};

/** A trend as recharts draws it; everything is decided in the model. Drawn again only when something about it changes. */
export const TrendChart = memo(function TrendChart({ model, width, height, tooltip, figure, notes, onZoom }: Props) {
  const { x, y, lines, rows } = model;
  const [marked, setMarked] = useState<{ from: number; to: number } | null>(null);
  const labels = useMemo(() => new Map(x.ticks.map(({ at, label }) => [at, label])), [x.ticks]);
  // What is outside the picture is cut off. Labels of waves have the room of their wave.
  const right = model.hasDots ? MARGIN.right : Math.max(MARGIN.right, roomAfterTicks(x.ticks) - PADDING);
  const margin = useMemo(() => ({ ...MARGIN, right }), [right]);
  const left = roomForValues(y.ticks.map(figure));
  // Half of the room of a wave, for its label is in the middle.
  const wide = (width - left - right) / (2 * Math.max(2, rows.length));
  const finish = () => {
    if (onZoom && marked && marked.from !== marked.to) {
      onZoom(Math.min(marked.from, marked.to), Math.max(marked.from, marked.to));
    }
    setMarked(null);
  };
  // The pointer may be let go beside the chart.
  useWindowEvent("mouseup", finish);
  return (
    <div className={classes.plot}>
      <ComposedChart
        width={width}
        height={height}
        data={rows}
        margin={margin}
        title={model.title}
        onMouseDown={(state) => {
          const at = labelNumber(state);
          if (onZoom && at !== null) setMarked({ from: at, to: at });
        }}
        onMouseMove={(state) => {
          const to = labelNumber(state);
          if (marked && to !== null && to !== marked.to) setMarked({ ...marked, to });
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[x.from, x.to]}
          ticks={x.ticks.map(({ at }) => at)}
          tickFormatter={(at: number) => labels.get(at) ?? ""}
          tick={AXIS}
          tickLine={false}
          stroke="var(--chart-grid)"
          padding={model.hasDots ? { left: wide, right: wide } : { left: PADDING, right: PADDING }}
          height={22}
          interval={0}
        />
        <YAxis
          type="number"
          domain={[y.from, y.to]}
          ticks={y.ticks}
          tickFormatter={figure}
          tick={AXIS}
          tickLine={false}
          axisLine={false}
          width={left}
          padding={{ bottom: model.hasCounts ? STRIP.room : 0 }}
          interval={0}
        />
        {model.hasBand && !model.hasDots && (
          <Area
            dataKey="band"
            name="Lowest to highest"
            stroke="none"
            fill={colourOf(lines[0]?.tone ?? 0)}
            fillOpacity={0.16}
            isAnimationActive={false}
            activeDot={false}
          />
        )}
        {model.references.map(({ value, name }) => (
          <ReferenceLine
            key={name}
            y={value}
            stroke="var(--chart-axis)"
            strokeDasharray="4 3"
            label={{ value: name, position: "insideTopRight", ...AXIS }}
          />
        ))}
        {lines.map((line, at) => (
          <Line
            key={`${line.kind} ${line.question}`}
            name={line.name}
            dataKey={(row: ChartRow) => row.values[at] ?? null}
            stroke={colourOf(line.tone)}
            strokeWidth={line.kind === "mean" ? 1.75 : 1.5}
            strokeOpacity={!model.hasLines ? 0 : line.kind === "mean" ? 1 : 0.85}
            {...(dashes[line.kind] && { strokeDasharray: dashes[line.kind] })}
            isAnimationActive={false}
            activeDot={{ r: 3 }}
            dot={model.hasDots ? DOT : rows.some(({ isLone }) => isLone[at]) ? loneDot(at) : false}
          />
        ))}
        <TrendMarks model={model} notes={notes} />
        {marked && marked.from !== marked.to && (
          <ReferenceArea x1={marked.from} x2={marked.to} fill="var(--chart-axis)" fillOpacity={0.15} />
        )}
        <Tooltip
          isAnimationActive={false}
          // Of many lines it is higher than its chart.
          allowEscapeViewBox={{ x: false, y: true }}
          wrapperStyle={{ zIndex: 10, pointerEvents: "none" }}
          content={({ active, payload }) => {
            const row = payload?.[0]?.payload as ChartRow | undefined;
            return active && row ? tooltip(row) : null;
          }}
        />
      </ComposedChart>
    </div>
  );
});

/** A dot where a line has nothing to be drawn to. */
const loneDot =
  (line: number) =>
  ({
    cx,
    cy,
    payload,
    stroke,
    key,
  }: {
    cx?: number;
    cy?: number;
    payload?: ChartRow;
    stroke?: string;
    key?: unknown;
  }) =>
    payload?.isLone[line] && cx !== undefined && cy !== undefined ? (
      <circle key={String(key)} cx={cx} cy={cy} r={3} fill={stroke ?? ""} />
    ) : (
      <g key={String(key)} />
    );
