import type PptxGenJS from "pptxgenjs";
import { colourOf } from "@/lib/charts/svg-parts";
import { shortened } from "@/lib/contracts/rules/shortened";
import { figureText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { formatOf, sheetFigure } from "@/lib/tables/sheet";
import { FAINT, type SpanTable, spanText } from "@/lib/tables/span-table";
import { hasFigures, heatOf } from "./chart-layout";
import { heatColour } from "./draw-pivot-chart";
import { type PivotChart, summaryOf } from "./prepare-pivot-chart";

type Slide = {
  title: string;
  /** How the table was made, a sentence each: in small print under it. */
  remarks: readonly string[];
  /** What stands on it: a chart whose figures can be edited, or a table. */
  shows: Shown;
  format: Format;
};

type Shown = { chart: PivotChart } | { table: SpanTable };

/** Inches. */
const PAGE = { width: 13.33, height: 7.5, side: 0.5 };
const TITLE = { top: 0.3, height: 0.75 };
const BODY_TOP = 1.15;
const INNER = PAGE.width - 2 * PAGE.side;
const REMARK_LINE = 0.15;
/** Letters of small print in a line. */
const REMARK_LETTERS = 190;
/** What is above it has to stay readable; of one remark, so that a long filter leaves room for what follows it. */
const MOST_REMARK_LINES = 10;
const MOST_OF_REMARK = 3 * REMARK_LETTERS;

const INK = "1F2328";
const GREY = "57606A";
const LINES = "DFE3E8";

/** A presentation of one slide, as PPTX. */
export async function slideBlob({ title, remarks, shows, format }: Slide): Promise<Blob> {
  const { default: Presentation } = await import("pptxgenjs");
  const file = new Presentation();
  file.layout = "LAYOUT_WIDE";
  file.title = clean(title);
  for (const about of ["author", "company", "subject"] as const) file[about] = "Fieldwork";
  const slide = file.addSlide();
  const short = remarks.map((remark) => shortened(remark, MOST_OF_REMARK)).join(" ");
  const small = clean(shortened(short, MOST_REMARK_LINES * REMARK_LETTERS));
  const foot = Math.ceil(small.length / REMARK_LETTERS) * REMARK_LINE + 0.1;
  const body = { x: PAGE.side, y: BODY_TOP, w: INNER, h: PAGE.height - BODY_TOP - foot - 0.35 };
  const words = { x: PAGE.side, w: INNER, margin: 0, fontFace: "Arial" } as const;
  slide.addText(clean(title), {
    ...words,
    y: TITLE.top,
    h: TITLE.height,
    fontSize: 22,
    bold: true,
    color: INK,
    fit: "shrink",
  });
  if ("chart" in shows && shows.chart.kind !== "heat") addChart(slide, shows.chart, body, format);
  else addTable(slide, "chart" in shows ? heatRows(shows.chart, format) : tableRows(shows.table, format), body);
  slide.addText(small, {
    ...words,
    y: PAGE.height - foot - 0.2,
    h: foot,
    fontSize: 8,
    color: GREY,
    valign: "bottom",
  });
  const packed = await file.write({ outputType: "arraybuffer" });
  return new Blob([packed as ArrayBuffer], {
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  });
}

/** No XML has control characters. */
const clean = (text: string) => text.replace(/\p{Cc}/gu, " ");
const hex = (colour: string) => colour.slice(1).toUpperCase();

type Box = { x: number; y: number; w: number; h: number };

function addChart(slide: PptxGenJS.Slide, chart: PivotChart, box: Box, format: Format): void {
  const { kind, categories, series, cells, form, scale, along, value } = chart;
  // A label of nothing would move those after it in the package's workbook.
  const labels = categories.map((name) => clean(name) || " ");
  const data = series.map((name, at) => ({
    name: clean(name) || " ",
    labels,
    values: figuresOf(
      cells.map((row) => row[at]?.value ?? null),
      chart,
    ),
  }));
  const isLine = kind === "line";
  const numbers = formatOf(form.kind, form.decimals);
  const small = { catAxisLabelFontSize: 10, valAxisLabelFontSize: 10, legendFontSize: 10 } as const;
  const titles = {
    catAxisTitleFontSize: 10,
    valAxisTitleFontSize: 10,
    catAxisTitleColor: GREY,
    valAxisTitleColor: GREY,
  };
  slide.addChart(isLine ? "line" : "bar", data, {
    ...box,
    ...small,
    ...titles,
    altText: clean(summaryOf(chart, { figure: (each) => figureText(form, each, format) })),
    chartColors: series.map((_, tone) => hex(colourOf(tone))),
    chartArea: { roundedCorners: false },
    displayBlanksAs: "gap",
    showLegend: series.length > 1,
    legendPos: series.length > 10 ? "r" : "b",
    showCatAxisTitle: along !== "",
    catAxisTitle: clean(along),
    showValAxisTitle: true,
    valAxisTitle: clean(value),
    // Steps of an axis are whole percents.
    valAxisLabelFormatCode: form.kind === "percent" && scale.ticks.every(Number.isInteger) ? "0%" : numbers,
    valAxisLabelPos: "nextTo",
    valLabelFormatCode: numbers,
    dataLabelFormatCode: numbers,
    dataLabelFontSize: 9,
    showValue: hasFigures(chart),
    valGridLine: { color: LINES, size: 0.75 },
    valAxisMinVal: sheetFigure(scale.from, form.kind),
    ...(isLine
      ? { lineDataSymbolSize: 5, lineSize: 2 }
      : {
          // Office leaves zero out by itself where all bars are about as long as each other.
          valAxisMaxVal: sheetFigure(scale.to, form.kind),
          barDir: "bar",
          barGrouping: kind === "stacked" ? "stacked" : "clustered",
          barGapWidthPct: 50,
          ...FIRST_ON_TOP,
        }),
  });
}

/** Bars that lie begin at the bottom otherwise. The package writes this, and its types do not know it. */
const FIRST_ON_TOP: object = { catAxisOrientation: "maxMin", catAxisCrossesAt: "max" };

/**
 * Figures for the package, which writes them out as they are: a place without one is a gap. The number zero it would
 * leave out of the workbook behind the chart, its text it does not; in the file both are numbers.
 */
function figuresOf(values: readonly (number | null)[], { form }: PivotChart): number[] {
  const figures: (number | string)[] = [];
  figures.length = values.length;
  for (const [at, value] of values.entries()) {
    if (value !== null) figures[at] = value === 0 ? "0" : sheetFigure(value, form.kind);
  }
  return figures as number[];
}

type TableCell = PptxGenJS.TableCell;

function addTable(slide: PptxGenJS.Slide, rows: TableCell[][], { h, ...box }: Box): void {
  const points = (h * 72) / rows.length;
  const rowH = Math.min(0.34, h / rows.length);
  slide.addTable(rows, {
    ...box,
    rowH,
    fontSize: Math.max(6, Math.min(12, Math.floor(points * 0.58))),
    fontFace: "Arial",
    color: INK,
    margin: [0, 0.06, 0, 0.06],
    valign: "middle",
    border: { type: "solid", color: LINES, pt: 0.75 },
  });
}

/** The table as the screen shows it. A cell that another one covers is left out. */
function tableRows({ rows, sticky }: SpanTable, format: Format): TableCell[][] {
  const covered = new Set<string>();
  return rows.map((row, y) =>
    row.flatMap((cell, x): TableCell[] => {
      if (covered.has(`${y} ${x}`)) return [];
      const { across = 1, down = 1, isBold = false, isFaint = false, fill } = cell ?? {};
      for (let over = 0; over < down; over++) {
        for (let beside = 0; beside < across; beside++) covered.add(`${y + over} ${x + beside}`);
      }
      const align = x < sticky.columns ? "left" : across > 1 ? "center" : "right";
      const spans = { ...(across > 1 && { colspan: across }), ...(down > 1 && { rowspan: down }) };
      const colours = { ...(isFaint && { color: hex(FAINT) }), ...(fill && { fill: { color: hex(fill) } }) };
      return [{ text: clean(spanText(cell, format)), options: { ...spans, ...colours, align, bold: isBold } }];
    }),
  );
}

function heatRows({ along, series, categories, cells, form, scale }: PivotChart, format: Format): TableCell[][] {
  const head = [along, ...series].map((text, at): TableCell => {
    return { text: clean(text), options: { bold: true, align: at === 0 ? "left" : "center" } };
  });
  const rows = categories.map((name, at): TableCell[] => {
    const figures = cells[at]?.map((cell): TableCell => {
      const value = cell?.value ?? null;
      const fill = value === null ? {} : { fill: { color: hex(heatColour(heatOf(value, scale))) } };
      return { text: figureText(form, value, format), options: { align: "center", ...fill } };
    });
    return [{ text: clean(name), options: { align: "left" } }, ...(figures ?? [])];
  });
  return [head, ...rows];
}
