import { figureText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { formatOf, sheetFigure } from "@/lib/tables/sheet";
import { type SlideCell, type SlideChart, type SlideContent, slideColour } from "@/lib/tables/slides";
import { FAINT, type SpanTable, spanText } from "@/lib/tables/span-table";
import { figuresAt, heatOf } from "./chart-layout";
import { heatColour } from "./draw-pivot-chart";
import { type PivotChart, summaryOf } from "./prepare-pivot-chart";

/** What stands on a slide: a chart whose figures can be edited, or a table. A heat map is a table. */
type Shown = { chart: PivotChart } | { table: SpanTable };

export function slideShows(shows: Shown, format: Format): SlideContent["shows"] {
  if (!("chart" in shows)) return { table: tableRows(shows.table, format) };
  return shows.chart.kind === "heat"
    ? { table: heatRows(shows.chart, format) }
    : { chart: slideChart(shows.chart, shows.chart.kind, format) };
}

const hex = (colour: string) => colour.slice(1).toUpperCase();

function slideChart(chart: PivotChart, form: SlideChart["form"], format: Format): SlideChart {
  const { categories, series, tones, cells, form: figure, scale, along, value } = chart;
  const numbers = formatOf(figure.kind, figure.decimals);
  const inSheet = (each: number) => sheetFigure(each, figure.kind);
  return {
    ...{ form, categories, along, value, format: numbers },
    series: series.map((name, at) => ({
      name,
      ...slideColour(tones[at] ?? at),
      values: cells.map((row) => {
        const own = row[at]?.value ?? null;
        return own === null ? null : inSheet(own);
      }),
    })),
    // Steps of an axis are whole percents.
    axisFormat: figure.kind === "percent" && scale.ticks.every(Number.isInteger) ? "0%" : numbers,
    from: inSheet(scale.from),
    // Office leaves zero out by itself where all bars are about as long as each other.
    ...(form !== "line" && { to: inSheet(scale.to) }),
    showsFigures: figuresAt(chart) !== null,
    spoken: summaryOf(chart, { figure: (each) => figureText(figure, each, format) }),
  };
}

/** The table as the screen shows it. A cell that another one covers is left out. */
function tableRows({ rows, sticky }: SpanTable, format: Format): SlideCell[][] {
  const covered = new Set<string>();
  return rows.map((row, y) =>
    row.flatMap((cell, x): SlideCell[] => {
      if (covered.has(`${y} ${x}`)) return [];
      const { across = 1, down = 1, isBold = false, isFaint = false, fill } = cell ?? {};
      for (let over = 0; over < down; over++) {
        for (let beside = 0; beside < across; beside++) covered.add(`${y + over} ${x + beside}`);
      }
      const align = x < sticky.columns ? "left" : across > 1 ? "center" : "right";
      const colours = { ...(isFaint && { colour: hex(FAINT) }), ...(fill && { fill: hex(fill) }) };
      const raised = cell?.isRaised ? (cell.beside ?? "") : "";
      const text = spanText(cell && raised !== "" ? { ...cell, beside: "" } : cell, format);
      return [{ text, isBold, align, ...colours, across, down, ...(raised !== "" && { raised }) }];
    }),
  );
}

function heatRows({ along, series, categories, cells, form, scale }: PivotChart, format: Format): SlideCell[][] {
  const head = [along, ...series].map(
    (text, at): SlideCell => ({ text, isBold: true, align: at === 0 ? "left" : "center" }),
  );
  const rows = categories.map((name, at): SlideCell[] => {
    const figures = cells[at]?.map((cell): SlideCell => {
      const value = cell?.value ?? null;
      const fill = value === null ? {} : { fill: hex(heatColour(heatOf(value, scale))) };
      return { text: figureText(form, value, format), align: "center", ...fill };
    });
    return [{ text: name, align: "left" }, ...(figures ?? [])];
  });
  return [head, ...rows];
}
