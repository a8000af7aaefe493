import type PptxGenJS from "pptxgenjs";
import { HUES, inkOn, type Tone } from "@/lib/charts/colours";
import { colourOf } from "@/lib/charts/svg-parts";
import type { SlideCell, SlideChart, SlideContent } from "@/lib/contracts/ours/deck";
import type { SlideLook } from "@/lib/contracts/ours/slide-templates";
import { shortened } from "@/lib/contracts/rules/shortened";
import { loadPart } from "@/lib/http/load-part";
import { withLayout } from "./slide-layout";
import { usualLook } from "./usual-look";

export type { SlideCell, SlideChart, SlideContent, SlideLook };

/** Presentations as PPTX: a slide each for charts, whose figures can be edited, and tables. Everything on them is plain data. */

type SeriesColour = Pick<SlideChart["series"][number], "colour" | "hue">;

/** The colour of a series. A shade of a scale stays as it is in every account's slides. */
export const slideColour = (tone: Tone): SeriesColour => ({
  colour: colourOf(tone).slice(1).toUpperCase(),
  ...(typeof tone === "number" && tone < HUES && { hue: tone }),
});

const PPTX_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Inches. */
const PAGE = { width: 13.33, height: 7.5, side: 0.5 };
const TITLE = { top: 0.3, height: 0.75 };
const INNER = PAGE.width - 2 * PAGE.side;
/** Subtitle, chart or table, and small print, where no layout says where. */
const USUAL_AREA = { x: PAGE.side, y: 1.05, w: INNER, h: PAGE.height - 1.25 };
const SUBTITLE_HEIGHT = 0.35;
const GAP = 0.1;
const LOGO = { height: 0.5, most: 2 };
const REMARK_LINE = 0.15;
/** Letters of small print in an inch. */
const REMARK_LETTERS = 15.4;
/** What is above it has to stay readable. */
const MOST_REMARK_LINES = 10;
const MOST_REMARK_SHARE = 0.3;
/** Of one remark, so that a long filter leaves room for what follows it. */
const MOST_LINES_OF_REMARK = 3;

const GREY = "57606A";
const LINES = "DFE3E8";

/** `about` stands in the file's properties: which state of the answers, when it was made. */
type Presentation = { title: string; about: string; slides: readonly SlideContent[]; look: SlideLook };

export async function presentationBlob({ title, about, slides, look }: Presentation): Promise<Blob> {
  const { default: Package } = await loadPart(() => import("pptxgenjs"));
  const file = new Package();
  const { layout } = look;
  if (layout) file.defineLayout({ name: "TEMPLATE", ...layout.size });
  file.layout = layout ? "TEMPLATE" : "LAYOUT_WIDE";
  file.title = clean(title);
  file.subject = clean(about);
  for (const each of ["author", "company"] as const) file[each] = "Fieldwork";
  file.theme = { headFontFace: look.fonts.head, bodyFontFace: look.fonts.body };
  for (const slide of slides) addSlide(file.addSlide(), slide, look);
  const packed = (await file.write({ outputType: "arraybuffer" })) as ArrayBuffer;
  const titles = slides.map((slide) => clean(slide.title));
  const content = layout ? await withLayout(new Uint8Array(packed), layout, titles) : packed;
  return new Blob([content], { type: PPTX_TYPE });
}

/** No XML has control characters. */
const clean = (text: string) => text.replace(/\p{Cc}/gu, " ");

function addSlide(slide: PptxGenJS.Slide, content: SlideContent, look: SlideLook): void {
  const { subtitle, notes, shows } = content;
  const area = look.layout?.content.box ?? USUAL_AREA;
  const { text, height } = smallPrint(content.remarks, area);
  const head = subtitle === "" ? 0 : SUBTITLE_HEIGHT;
  const bottom = area.y + area.h;
  const top = area.y + head + GAP;
  const ink = inkOf(look);
  const words = { x: area.x, w: area.w, margin: 0, fontFace: look.fonts.body, color: ink.faint } as const;
  // A layout has its own place for the title, and its own pictures.
  if (!look.layout) addHead(slide, content.title, look);
  if (head > 0) slide.addText(clean(subtitle), { ...words, y: area.y, h: head, fontSize: 14, fit: "shrink" });
  const body = { x: area.x, y: top, w: area.w, h: bottom - height - GAP - 0.05 - top };
  if ("chart" in shows) addChart(slide, shows.chart, body, look);
  else addTable(slide, shows.table, body, look);
  slide.addText(text, { ...words, y: bottom - height, h: height, fontSize: 8, valign: "bottom" });
  if (notes.length > 0) slide.addNotes(clean(notes.join(" ")));
}

/** On a dark layout also the small print is light. */
function inkOf({ layout, ink }: SlideLook): { main: string; faint: string } {
  if (!layout) return { main: ink, faint: GREY };
  return { main: layout.ink, faint: isLight(layout.ink) ? layout.ink : GREY };
}

const isLight = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
};

/** The remarks as they fit into the area, and how much of it they take. */
function smallPrint(remarks: readonly string[], area: Box): { text: string; height: number } {
  const letters = Math.floor(area.w * REMARK_LETTERS);
  const most = Math.min(MOST_REMARK_LINES, Math.floor((area.h * MOST_REMARK_SHARE) / REMARK_LINE));
  const short = remarks.map((remark) => shortened(remark, MOST_LINES_OF_REMARK * letters)).join(" ");
  const text = clean(shortened(short, most * letters));
  return { text, height: Math.ceil(text.length / letters) * REMARK_LINE + 0.1 };
}

function addHead(slide: PptxGenJS.Slide, title: string, { fonts, ink, logo }: SlideLook): void {
  const box = logo && logoBox(logo.ratio);
  slide.addText(clean(title), {
    ...{ x: PAGE.side, y: TITLE.top, w: INNER - (box ? box.w + 0.2 : 0), h: TITLE.height, margin: 0 },
    fontFace: fonts.head,
    fontSize: 22,
    bold: true,
    color: ink,
    fit: "shrink",
  });
  if (logo && box) slide.addImage({ data: logo.data, ...box, altText: "Logo" });
}

function logoBox(ratio: number) {
  const w = Math.min(LOGO.most, LOGO.height * ratio);
  return { x: PAGE.width - PAGE.side - w, y: TITLE.top, w, h: w / ratio };
}

type Box = { x: number; y: number; w: number; h: number };

function addChart(slide: PptxGenJS.Slide, chart: SlideChart, box: Box, look: SlideLook): void {
  const { form, categories, series, along } = chart;
  // A label of nothing would move those after it in the package's workbook.
  const labels = categories.map((name) => clean(name) || " ");
  const data = series.map(({ name, values }) => ({ name: clean(name) || " ", labels, values: figuresOf(values) }));
  const isLine = form === "line";
  const colours = series.map(({ colour, hue }) => (hue === undefined ? undefined : look.colours[hue]) ?? colour);
  const nextInk = inTurn(colours.map((colour) => inkOn(`#${colour}`).slice(1)));
  const font = look.fonts.body;
  const small = { catAxisLabelFontSize: 10, valAxisLabelFontSize: 10, legendFontSize: 10 } as const;
  const fonts = {
    ...{ catAxisLabelFontFace: font, valAxisLabelFontFace: font, legendFontFace: font, dataLabelFontFace: font },
    ...{ catAxisTitleFontFace: font, valAxisTitleFontFace: font },
  };
  const ink = inkOf(look);
  const titles = {
    catAxisTitleFontSize: 10,
    valAxisTitleFontSize: 10,
    catAxisTitleColor: ink.faint,
    valAxisTitleColor: ink.faint,
  };
  const { main } = ink;
  const inks = { catAxisLabelColor: main, valAxisLabelColor: main, legendColor: main };
  slide.addChart(isLine ? "line" : "bar", data, {
    ...box,
    ...small,
    ...fonts,
    ...titles,
    ...inks,
    altText: clean(chart.spoken),
    chartColors: colours,
    chartArea: { roundedCorners: false },
    displayBlanksAs: "gap",
    showLegend: series.length > 1,
    legendPos: series.length > 10 ? "r" : "b",
    showCatAxisTitle: along !== "",
    catAxisTitle: clean(along),
    showValAxisTitle: true,
    valAxisTitle: clean(chart.value),
    valAxisLabelFormatCode: chart.axisFormat,
    valAxisLabelPos: "nextTo",
    valLabelFormatCode: chart.format,
    dataLabelFormatCode: form === "stacked" ? inParts(chart) : chart.format,
    dataLabelFontSize: 9,
    get dataLabelColor() {
      return form === "stacked" ? nextInk() : ink.main;
    },
    showValue: chart.showsFigures,
    valGridLine: { color: LINES, size: 0.75 },
    ...(chart.from !== undefined && { valAxisMinVal: chart.from }),
    ...(chart.to !== undefined && { valAxisMaxVal: chart.to }),
    ...(isLine
      ? { lineDataSymbolSize: 5, lineSize: 2, dataLabelPosition: "t" as const }
      : {
          barDir: "bar",
          ...(form === "stacked"
            ? { barGrouping: "stacked" as const, dataLabelPosition: "ctr" as const, dataBorder: PART_EDGE }
            : { barGrouping: "clustered" as const }),
          barGapWidthPct: 50,
          ...FIRST_ON_TOP,
        }),
  });
}

const PART_EDGE = { pt: 0.75, color: "FFFFFF" };

/** Of the axis of values, the part that a figure in a stack takes up. */
const FIGURE_SHARE = 0.045;

/** A format that leaves out figures of parts that are too small for them. */
function inParts({ format, from = 0, to = 0 }: SlideChart): string {
  const least = (to - from) * FIGURE_SHARE;
  return least > 0 ? `[>=${Number(least.toPrecision(3))}]${format};""` : format;
}

/** The package has one colour for the figures of all series, and asks for it once for each of them, in their order. */
function inTurn(colours: readonly string[]): () => string {
  let at = 0;
  return () => colours[at++ % colours.length] ?? "000000";
}

/** Bars that lie begin at the bottom otherwise. The package writes this, and its types do not know it. */
const FIRST_ON_TOP: object = { catAxisOrientation: "maxMin", catAxisCrossesAt: "max" };

/**
 * Figures for the package, which writes them out as they are: a place without one is a gap. The number zero it would
 * leave out of the workbook behind the chart, its text it does not; in the file both are numbers.
 */
function figuresOf(values: readonly (number | null)[]): number[] {
  const figures: (number | string)[] = [];
  figures.length = values.length;
  for (const [at, value] of values.entries()) if (value !== null) figures[at] = value === 0 ? "0" : value;
  return figures as number[];
}

function addTable(
  slide: PptxGenJS.Slide,
  rows: readonly (readonly SlideCell[])[],
  { h, ...box }: Box,
  look: SlideLook,
): void {
  const points = (h * 72) / rows.length;
  const rowH = Math.min(0.34, h / rows.length);
  const ink = inkOf(look).main;
  const onDark = isLight(ink);
  const cells = rows.map((row) =>
    row.map(({ text, raised, isBold = false, align, colour, fill, across = 1, down = 1 }): PptxGenJS.TableCell => {
      const spans = { ...(across > 1 && { colspan: across }), ...(down > 1 && { rowspan: down }) };
      // Fills are light and faint texts grey, for a light layout; on a dark one only a fill's text is dark.
      const inked = fill ? (colour ?? usualLook.ink) : onDark ? undefined : colour;
      const own = { bold: isBold, ...(inked && { color: inked }) };
      const options = { ...spans, ...own, ...(fill && { fill: { color: fill } }), align };
      if (!raised) return { text: clean(text), options };
      const runs = [
        { text: clean(text), options: own },
        { text: clean(raised), options: { ...own, superscript: true } },
      ];
      return { text: runs, options };
    }),
  );
  slide.addTable(cells, {
    ...box,
    rowH,
    fontSize: Math.max(6, Math.min(12, Math.floor(points * 0.58))),
    fontFace: look.fonts.body,
    color: ink,
    margin: [0, 0.06, 0, 0.06],
    valign: "middle",
    border: { type: "solid", color: LINES, pt: 0.75 },
  });
}
