"use client";

import { useRef, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { fitted } from "@/lib/charts/fitted";
import { wrapped } from "@/lib/charts/svg-parts";
import { type HeatLayout, heatLayout, heatOf } from "@/lib/pivots/chart-layout";
import type { PivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { figureText } from "@/lib/tables/column";
import type { PlotProps } from "./pivot-chart";
import heat from "./pivot-heat.module.css";
import { colourAt } from "./pivot-heat-scale";
import { PlotTooltip } from "./plot-tooltip";

/** A cell, and how far its map was scrolled when the pointer came there. */
type Place = { category: number; series: number; scrolled: number };

/** Cells in colours from the least figure to the greatest, each with its figure. */
export function PivotHeat({ chart, width }: PlotProps) {
  const [over, setOver] = useState<Place | null>(null);
  const layout = heatLayout(chart, width);
  const { label, cell, head, row } = layout;
  const scroll = useRef<HTMLElement>(null);
  const placeAt = (x: number, y: number): Place | null => {
    const [category, series] = [Math.floor((y - head) / row), Math.floor((x - label) / cell)];
    const scrolled = scroll.current?.scrollLeft ?? 0;
    return chart.cells[category]?.[series] ? { category, series, scrolled } : null;
  };
  return (
    <div className={heat.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keyboard too. */}
      <section ref={scroll} className={heat.scroll} tabIndex={0} aria-label="Heat map, scrolls">
        <svg
          role="img"
          aria-label={chart.title}
          width={layout.width}
          height={layout.height}
          onMouseMove={({ nativeEvent: { offsetX, offsetY } }) => {
            const place = placeAt(offsetX, offsetY);
            if (place?.category !== over?.category || place?.series !== over?.series) setOver(place);
          }}
          onMouseLeave={() => setOver(null)}
        >
          <Cells chart={chart} layout={layout} over={over} />
        </svg>
      </section>
      {over && (
        <div className={heat.tip} style={tipPlace(over, layout, width)}>
          <PlotTooltip chart={chart} at={over.category} only={over.series} />
        </div>
      )}
    </div>
  );
}

/** Beneath its cell, and towards the middle. It may stand out of the map, which would cut it off. */
function tipPlace({ category, series, scrolled }: Place, { label, cell, head, row }: HeatLayout, width: number) {
  const top = head + (category + 1) * row + 4;
  const left = label + series * cell - scrolled;
  return left > width / 2 ? { top, right: Math.max(0, width - left - cell) } : { top, left: Math.max(0, left) };
}

type CellsProps = { chart: PivotChart; layout: HeatLayout; over: Place | null };

function Cells({ chart: { categories, series, cells, scale, form }, layout, over }: CellsProps) {
  const format = useFormat();
  const { label, cell, head, row } = layout;
  return (
    <>
      {series.map((name, at) => (
        <SeriesName
          // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name.
          key={`${at} ${name}`}
          name={name}
          middle={label + (at + 0.5) * cell}
          bottom={head - 8}
          room={cell}
        />
      ))}
      {categories.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two categories may have one name.
        <g key={`${at} ${name}`} transform={`translate(0 ${head + at * row})`}>
          <text className={heat.name} x={label - 8} y={row / 2 + 4} textAnchor="end">
            {fitted(name, label - 12)}
          </text>
          {cells[at]?.map((each, place) => {
            const value = each?.value ?? null;
            const x = label + place * cell;
            const isOver = over?.category === at && over.series === place;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
              <g key={place}>
                <rect
                  className={heat.cell}
                  x={x}
                  width={cell - 1}
                  height={row - 1}
                  style={{ fill: value === null ? "none" : colourAt(heatOf(value, scale)) }}
                  {...(isOver && { "data-over": true })}
                />
                <text className={heat.figure} x={x + cell / 2} y={row / 2 + 4} textAnchor="middle">
                  {figureText(form, value, format)}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

type NameProps = { name: string; middle: number; bottom: number; room: number };

function SeriesName({ name, middle, bottom, room }: NameProps) {
  const lines = wrapped([name], room - 6).slice(0, 3);
  return lines.map((line, at) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
      key={at}
      className={heat.name}
      x={middle}
      y={bottom - (lines.length - 1 - at) * 13}
      textAnchor="middle"
    >
      {fitted(line, room)}
    </text>
  ));
}
