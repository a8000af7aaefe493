"use client";

import { useWindowEvent } from "@mantine/hooks";
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useMemo, useState } from "react";
import { type ChartModel, type ChartRow, dashes } from "@/lib/charts/chart-model";
import type { ChartNote } from "@/lib/charts/note-labels";
import { bandPath, linePath, nearestRow, type Plot, plotOf } from "@/lib/charts/plot";
import { ChartTip } from "./chart-tip";
import classes from "./charts.module.css";
import { colourOf } from "./tones";
import { TrendMarks } from "./trend-marks";

type Props = {
  model: ChartModel;
  width: number;
  height: number;
  /** What stands at the pointer over a bucket. */
  tooltip: (row: ChartRow) => ReactNode;
  /** On the axis of values. */
  tick: (value: number) => string;
  /** Beside a point. */
  figure: (value: number) => string;
  notes: readonly ChartNote[];
  /** The first and last bucket of what was marked with the pointer; null: there is no time to mark. */
  onZoom: ((from: number, to: number) => void) | null;
};

/** The bucket that is pointed at, and how far down. */
type Over = { row: number; y: number };

/**
 * A trend; everything is decided in the model. Drawn here rather than by a library of charts, which would be the larger
 * part of the page. Arrow keys go from bucket to bucket.
 */
export const TrendChart = memo(function TrendChart({
  model,
  width,
  height,
  tooltip,
  tick,
  figure,
  notes,
  onZoom,
}: Props) {
  const { rows, y } = model;
  const labels = y.ticks.map(tick).join("\n");
  const figures = pointFigures(model, figure).join("\n");
  const plot = useMemo(() => plotOf(model, { width, height }, labels.split("\n")), [model, width, height, labels]);
  const [over, setOver] = useState<Over | null>(null);
  const [marked, setMarked] = useState<{ from: number; to: number } | null>(null);
  const row = over ? rows[over.row] : undefined;
  const isMarked = marked !== null && marked.from !== marked.to;

  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Over | null => {
    const box = currentTarget.getBoundingClientRect();
    const place = nearestRow(rows, plot, clientX - box.left);
    return place < 0 ? null : { row: place, y: clientY - box.top };
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    const at = rows[placeOf(event)?.row ?? -1]?.at;
    if (onZoom && at !== undefined && event.button === 0) setMarked({ from: at, to: at });
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const place = placeOf(event);
    setOver(place);
    const to = rows[place?.row ?? -1]?.at;
    if (marked && to !== undefined && to !== marked.to) setMarked({ ...marked, to });
  };
  // The pointer may be let go beside the chart.
  useWindowEvent("pointerup", () => {
    if (marked === null) return;
    if (isMarked) onZoom?.(Math.min(marked.from, marked.to), Math.max(marked.from, marked.to));
    setMarked(null);
  });
  useWindowEvent("pointercancel", () => marked !== null && setMarked(null));

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setOver(null);
    const last = rows.length - 1;
    const from = over?.row;
    const next = {
      ArrowRight: from === undefined ? 0 : Math.min(last, from + 1),
      ArrowLeft: from === undefined ? last : Math.max(0, from - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    setOver({ row: next, y: plot.top });
  };

  return (
    <div className={classes.plot}>
      <svg
        role="application"
        aria-label={model.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from bucket to bucket.
        tabIndex={0}
        className={classes.chart}
        width={width}
        height={height}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerLeave={({ pointerType }) => pointerType !== "touch" && setOver(null)}
        onKeyDown={moveByKey}
        onBlur={() => setOver(null)}
      >
        <Drawing model={model} plot={plot} labels={labels} figures={figures} notes={notes} />
        {isMarked && (
          <rect
            x={plot.toX(Math.min(marked.from, marked.to))}
            width={Math.abs(plot.toX(marked.to) - plot.toX(marked.from))}
            y={plot.top}
            height={plot.bottom - plot.top}
            fill="var(--chart-axis)"
            fillOpacity={0.15}
          />
        )}
        {row && <Pointed model={model} plot={plot} row={row} />}
      </svg>
      {row && over && (
        <ChartTip x={plot.toX(row.at)} y={over.y} width={width}>
          {tooltip(row)}
        </ChartTip>
      )}
    </div>
  );
});

const TEXT = { fontSize: 11, fill: "var(--chart-axis)" };

/** Texts beside points, in the order of lines and then rows: as one text they tell whether anything changed. */
const pointFigures = ({ rows, lines, labelled }: ChartModel, figure: (value: number) => string): string[] =>
  lines.flatMap(({ kind }, line) =>
    kind === "mean"
      ? rows.flatMap(({ values }, row) => {
          const value = values[line] ?? null;
          return labelled.has(row) && value !== null ? [figure(value)] : [];
        })
      : [],
  );

type DrawingProps = {
  model: ChartModel;
  plot: Plot;
  labels: string;
  figures: string;
  notes: readonly ChartNote[];
};

/** What stays while somebody points: drawn again only when the trend changes. */
const Drawing = memo(function Drawing({ model, plot, labels, figures, notes }: DrawingProps) {
  const { x, y, lines, rows, hasBand, hasDots, hasLines, references } = model;
  const { left, right, top, bottom, toX, toY } = plot;
  const ticks = labels.split("\n");
  return (
    <>
      <rect data-plot x={left} y={top} width={Math.max(0, right - left)} height={bottom - top} fill="transparent" />
      {y.ticks.map((value, at) => (
        <g key={value}>
          <path d={`M${left} ${toY(value)}H${right}`} stroke="var(--chart-grid)" />
          <text x={left - 8} y={toY(value) + 4} textAnchor="end" {...TEXT}>
            {ticks[at]}
          </text>
        </g>
      ))}
      <path d={`M${left} ${bottom}H${right}`} stroke="var(--chart-grid)" />
      {x.ticks.map(({ at, label }) => (
        <text key={at} x={toX(at)} y={bottom + 15} textAnchor="middle" {...TEXT}>
          {label}
        </text>
      ))}
      {hasBand && !hasDots && (
        <path data-band d={bandPath(model, plot)} fill={colourOf(lines[0]?.tone ?? 0)} fillOpacity={0.16} />
      )}
      {references.map(({ value, name, isTarget }) => (
        <g key={`${name} ${value}`} {...(isTarget && { "data-target": true })}>
          <path
            d={`M${left} ${toY(value)}H${right}`}
            stroke={isTarget ? "var(--mantine-color-text)" : "var(--chart-axis)"}
            strokeDasharray={isTarget ? "8 4" : "4 3"}
          />
          <text
            x={isTarget ? left + 5 : right - 5}
            y={toY(value) + (isTarget ? -5 : 14)}
            textAnchor={isTarget ? "start" : "end"}
            {...TEXT}
            {...HALO}
          >
            {name}
          </text>
        </g>
      ))}
      {lines.map((line, place) => (
        <g key={`${line.kind} ${line.question}`}>
          {hasLines && (
            <path
              data-line={line.kind}
              d={linePath(model, place, plot)}
              fill="none"
              stroke={colourOf(line.tone)}
              strokeWidth={line.kind === "mean" ? 1.75 : 1.5}
              strokeOpacity={line.kind === "mean" ? 1 : 0.85}
              {...(dashes[line.kind] && { strokeDasharray: dashes[line.kind] })}
            />
          )}
          {rows.map(({ at, values, isLone }) => {
            const value = values[place] ?? null;
            // A dot also where a line has nothing to be drawn to.
            if (value === null || !(hasDots || isLone[place])) return null;
            return <circle key={at} cx={toX(at)} cy={toY(value)} r={3} fill={colourOf(line.tone)} />;
          })}
        </g>
      ))}
      <TrendMarks model={model} plot={plot} notes={notes} />
      <PointFigures model={model} plot={plot} figures={figures.split("\n")} />
    </>
  );
});

const HALO = { stroke: "var(--mantine-color-body)", strokeWidth: 3, paintOrder: "stroke" } as const;

/** Figures beside the points that the model names. */
function PointFigures({ model, plot, figures }: Pick<DrawingProps, "model" | "plot"> & { figures: string[] }) {
  const { rows, lines, labelled } = model;
  const places = lines.flatMap(({ kind, tone }, line) =>
    kind === "mean"
      ? rows.flatMap(({ at, values }, row) => {
          const value = values[line] ?? null;
          return labelled.has(row) && value !== null ? [{ at, value, tone, line }] : [];
        })
      : [],
  );
  return (
    <g aria-hidden>
      {places.map(({ at, value, tone, line }, place) => (
        <text
          key={`${line} ${at}`}
          x={plot.toX(at)}
          y={plot.toY(value) - 8}
          textAnchor="middle"
          fontSize={11}
          fontWeight={600}
          fill={colourOf(tone)}
          {...HALO}
        >
          {figures[place]}
        </text>
      ))}
    </g>
  );
}

/** The bucket that is pointed at. */
function Pointed({
  model: { lines },
  plot: { toX, toY, top, bottom },
  row,
}: Pick<DrawingProps, "model" | "plot"> & { row: ChartRow }) {
  return (
    <g aria-hidden pointerEvents="none">
      <path d={`M${toX(row.at)} ${top}V${bottom}`} stroke="var(--chart-grid)" />
      {lines.map((line, place) => {
        const value = row.values[place] ?? null;
        if (value === null) return null;
        const key = `${line.kind} ${line.question}`;
        return (
          <circle
            key={key}
            cx={toX(row.at)}
            cy={toY(value)}
            r={3}
            fill={colourOf(line.tone)}
            stroke="var(--mantine-color-body)"
          />
        );
      })}
    </g>
  );
}
