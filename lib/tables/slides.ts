import type PptxGenJS from "pptxgenjs";
import { HUES, inkOn, type Tone } from "@/lib/charts/colours";
import { colourOf, INK as INK_COLOUR } from "@/lib/charts/svg-parts";
import { shortened } from "@/lib/contracts/rules/shortened";
import { loadPart } from "@/lib/http/load-part";

/** Presentations as PPTX: a slide each for charts, whose figures can be edited, and tables. Everything on them is plain data. */

/** `hue`: its place among the colours of an account, which stand in its place; absent: it keeps its own. */
type SeriesColour = { colour: string; hue?: number };

/** The colour of a series. A shade of a scale stays as it is in every account's slides. */
export const slideColour = (tone: Tone): SeriesColour => ({
  colour: colourOf(tone).slice(1).toUpperCase(),
  ...(typeof tone === "number" && tone < HUES && { hue: tone }),
});

/** A chart as Office draws it. Colours are `RRGGBB`; figures are as a spreadsheet keeps them: 12.5% is 0.125. */
export type SlideChart = {
  form: "bars" | "stacked" | "line";
  categories: readonly string[];
  series: readonly (SeriesColour & { name: string; values: readonly (number | null)[] })[];
  /** How figures are written, as spreadsheets write formats; `axis`: those of the axis. */
  format: string;
  axisFormat: string;
  /** Undefined: where Office likes. */
  from?: number;
  to?: number;
  along: string;
  value: string;
  showsFigures: boolean;
  /** What the chart shows, for who does not see it. */
  spoken: string;
};

/** A cell; one that another covers is left out. Colours are `RRGGBB`. */
export type SlideCell = {
  text: string;
  /** A superscript behind the text. */
  raised?: string;
  isBold?: boolean;
  align: "left" | "center" | "right";
  colour?: string;
  fill?: string;
  across?: number;
  down?: number;
};

export type SlideContent = {
  title: string;
  subtitle: string;
  /** In small print at the bottom, a sentence each. */
  remarks: readonly string[];
  /** Everything about how it was made, which stands in the notes of the speaker. */
  notes: readonly string[];
  shows: { chart: SlideChart } | { table: readonly (readonly SlideCell[])[] };
};

/** What an account's slides look like. Colours are `RRGGBB`. */
export type SlideLook = {
  fonts: { head: string; body: string };
  /** Of the series of charts, in their order; empty: those of the screen. */
  colours: readonly string[];
  ink: string;
  /** As a data URL, and how wide it is for its height. */
  logo: { data: string; ratio: number } | null;
};

export const usualLook: SlideLook = {
  fonts: { head: "Arial", body: "Arial" },
  colours: [],
  ink: INK_COLOUR.slice(1).toUpperCase(),
  logo: null,
};

const PPTX_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Inches. */
const PAGE = { width: 13.33, height: 7.5, side: 0.5 };
const TITLE = { top: 0.3, height: 0.75 };
const SUBTITLE_HEIGHT = 0.35;
const BODY_TOP = 1.15;
const INNER = PAGE.width - 2 * PAGE.side;
const LOGO = { height: 0.5, most: 2 };
const REMARK_LINE = 0.15;
/** Letters of small print in a line. */
const REMARK_LETTERS = 190;
/** What is above it has to stay readable; of one remark, so that a long filter leaves room for what follows it. */
const MOST_REMARK_LINES = 10;
const MOST_OF_REMARK = 3 * REMARK_LETTERS;

const GREY = "57606A";
const LINES = "DFE3E8";

/** `about` stands in the file's properties: which state of the answers, when it was made. */
type Presentation = { title: string; about: string; slides: readonly SlideContent[]; look: SlideLook };

export async function presentationBlob({ title, about, slides, look }: Presentation): Promise<Blob> {
  const { default: Package } = await loadPart(() => import("pptxgenjs"));
  const file = new Package();
  file.layout = "LAYOUT_WIDE";
  file.title = clean(title);
  file.subject = clean(about);
  for (const each of ["author", "company"] as const) file[each] = "Fieldwork";
  file.theme = { headFontFace: look.fonts.head, bodyFontFace: look.fonts.body };
  for (const slide of slides) addSlide(file.addSlide(), slide, look);
  const packed = await file.write({ outputType: "arraybuffer" });
  return new Blob([packed as ArrayBuffer], { type: PPTX_TYPE });
}

/** No XML has control characters. */
const clean = (text: string) => text.replace(/\p{Cc}/gu, " ");

function addSlide(
  slide: PptxGenJS.Slide,
  { title, subtitle, remarks, notes, shows }: SlideContent,
  look: SlideLook,
): void {
  const short = remarks.map((remark) => shortened(remark, MOST_OF_REMARK)).join(" ");
  const small = clean(shortened(short, MOST_REMARK_LINES * REMARK_LETTERS));
  const foot = Math.ceil(small.length / REMARK_LETTERS) * REMARK_LINE + 0.1;
  const top = BODY_TOP + (subtitle === "" ? 0 : SUBTITLE_HEIGHT);
  const body = { x: PAGE.side, y: top, w: INNER, h: PAGE.height - top - foot - 0.35 };
  const logo = look.logo && logoBox(look.logo.ratio);
  const words = { x: PAGE.side, margin: 0, fontFace: look.fonts.body } as const;
  slide.addText(clean(title), {
    ...words,
    fontFace: look.fonts.head,
    w: INNER - (logo ? logo.w + 0.2 : 0),
    y: TITLE.top,
    h: TITLE.height,
    fontSize: 22,
    bold: true,
    color: look.ink,
    fit: "shrink",
  });
  if (subtitle !== "") {
    slide.addText(clean(subtitle), {
      ...words,
      w: INNER,
      y: BODY_TOP - 0.1,
      h: SUBTITLE_HEIGHT,
      fontSize: 14,
      color: GREY,
      fit: "shrink",
    });
  }
  if (look.logo && logo) slide.addImage({ data: look.logo.data, ...logo, altText: "Logo" });
  if ("chart" in shows) addChart(slide, shows.chart, body, look);
  else addTable(slide, shows.table, body, look);
  slide.addText(small, {
    ...words,
    w: INNER,
    y: PAGE.height - foot - 0.2,
    h: foot,
    fontSize: 8,
    color: GREY,
    valign: "bottom",
  });
  if (notes.length > 0) slide.addNotes(clean(notes.join(" ")));
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
  const titles = {
    catAxisTitleFontSize: 10,
    valAxisTitleFontSize: 10,
    catAxisTitleColor: GREY,
    valAxisTitleColor: GREY,
  };
  slide.addChart(isLine ? "line" : "bar", data, {
    ...box,
    ...small,
    ...fonts,
    ...titles,
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
      return form === "stacked" ? nextInk() : look.ink;
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
  const cells = rows.map((row) =>
    row.map(({ text, raised, isBold = false, align, colour, fill, across = 1, down = 1 }): PptxGenJS.TableCell => {
      const spans = { ...(across > 1 && { colspan: across }), ...(down > 1 && { rowspan: down }) };
      const colours = { ...(colour && { color: colour }), ...(fill && { fill: { color: fill } }) };
      const options = { ...spans, ...colours, align, bold: isBold };
      if (!raised) return { text: clean(text), options };
      const own = { bold: isBold, ...(colour && { color: colour }) };
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
    color: look.ink,
    margin: [0, 0.06, 0, 0.06],
    valign: "middle",
    border: { type: "solid", color: LINES, pt: 0.75 },
  });
}
