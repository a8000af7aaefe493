import { pngOf } from "@/components/charts/png";
import type { Band } from "@/lib/charts/bands";
import { bucketNamer, type TrendBuckets } from "@/lib/charts/buckets";
import type { Captions } from "@/lib/charts/captions";
import {
  axisOf,
  type ChartOptions,
  chartGroups,
  chartOfGroups,
  type LabelMode,
  type LineNames,
  overlayGroups,
  overlays,
  type Target,
} from "@/lib/charts/chart-model";
import { drawSvg } from "@/lib/charts/draw-svg";
import { type TrendQuestion, type TrendRow, trendRows } from "@/lib/charts/prepare-trend";
import type { Drawn } from "@/lib/charts/svg-parts";
import type { TableColumn } from "@/lib/tables/column";
import type { ChosenSlide } from "@/lib/tables/deck";
import type { Format } from "@/lib/tables/format";
import { presentationBlob, type SlideLook } from "@/lib/tables/slides";
import { tableBlob } from "@/lib/tables/table-blob";
import type { tableForms } from "@/lib/tables/table-forms";
import { cardWords, groupWords, titleOfChart } from "@/lib/trends/card-words";
import { clientLine } from "@/lib/trends/client-line";
import { figureText, tickText } from "@/lib/trends/figures";
import { questionsOfLine, type TrendLine } from "@/lib/trends/lines";
import { type BucketNotes, noteLines, numberedNotes } from "@/lib/trends/note-places";
import { headLines, type Told } from "@/lib/trends/remarks";
import { slideChart } from "@/lib/trends/trend-slide";

export type TrendLook = {
  buckets: TrendBuckets;
  names: LineNames | null;
  rolling: number;
  band: Band;
  targets: readonly Target[];
  labels: LabelMode;
  mode: "multiples" | "overlay" | "table";
  notes: BucketNotes;
} & Captions;

type Source = {
  questions: TrendQuestion[];
  /** What was asked for: the lines that these are of. */
  lines: readonly TrendLine[];
  columns: TableColumn<TrendRow>[];
  told: Told;
  look: TrendLook;
  format: Format;
};

export type TrendForm = "png" | "svg" | "pptx" | (typeof tableForms)[number]["form"];

/** The trend as a file: the picture of its charts, or its table. */
export async function trendFile(form: TrendForm, source: Source, slideLook: SlideLook): Promise<Blob> {
  if (form === "pptx") {
    const slides = trendSlides(source).map(({ content }) => content);
    return presentationBlob({
      title: titleOf(source),
      about: headLines(source.told, "picture").join(" "),
      slides,
      look: slideLook,
    });
  }
  if (form === "png") return pngOf(pictureOf(source));
  if (form === "svg") return new Blob([pictureOf(source).svg], { type: "image/svg+xml" });
  const { questions, columns, told, format, look } = source;
  // Moments stand in the zone that the chart is read in.
  const zone = look.buckets.kind === "time" ? { timeZone: look.buckets.timeZone } : {};
  const inZone = { ...format, settings: { ...format.settings, ...zone } };
  return tableBlob(columns, trendRows(questions), {
    form,
    format: inZone,
    sheet: "Trend",
    head: [
      titleOf({ told, look }),
      ...(look.subtitle === null ? [] : [look.subtitle]),
      ...headLines(told, "table"),
      ...noteLines(look.notes),
      ...(look.footnote === null ? [] : [look.footnote]),
    ],
  });
}

/** A slide for each chart, with one that Office draws and edits. */
export function trendSlides({ questions, lines, told, look, format }: Source): ChosenSlide[] {
  const name = bucketNamer(look.buckets);
  const drawn = look.mode === "overlay" ? overlayGroups(questions).map(({ lines }) => lines) : chartGroups(questions);
  return drawn.map((group, place) => {
    const title = look.mode === "overlay" ? titleOf({ told, look }) : titleOfChart(group);
    const ids = new Set(group.map(({ id, group: cut }) => cut?.of.id ?? id));
    const content = {
      title: drawn.length === 1 ? (look.title ?? title) : [look.title, title].filter(Boolean).join(" – "),
      subtitle: look.subtitle ?? (look.mode === "overlay" ? "" : groupWords(group, format)),
      remarks: [
        `${clientLine(told)}.`,
        ...(look.footnote === null ? [] : [look.footnote]),
        ...numberedNotes(look.notes).words,
      ],
      notes: headLines(told, "picture"),
      shows: { chart: slideChart(group, { ...look, bucket: name, format, place }) },
    };
    return { content, questions: lines.filter(({ id }) => ids.has(id)).flatMap(questionsOfLine) };
  });
}

const SIZE = { alone: { width: 960, height: 420 }, several: { width: 520, height: 260 } };

const titleOf = ({ told, look }: Pick<Source, "told" | "look">) =>
  look.title ?? (told.project === null ? "Trends" : `Trends of ${told.project}`);

function pictureOf({ questions, told, look, format }: Source): Drawn {
  const about = headLines(told, "picture");
  const isOne = look.mode === "overlay" || chartGroups(questions).length === 1;
  const { width, height } = isOne ? SIZE.alone : SIZE.several;
  const { buckets, names, rolling, band, targets, labels } = look;
  const x = axisOf(questions, buckets, width);
  const options = { x, buckets, names, rolling, band, targets, labels, width, notes: [...look.notes.keys()] };
  const charts =
    look.mode === "overlay" ? jointCharts(questions, options, format) : ownCharts(questions, options, format);
  const { marks, words } = numberedNotes(look.notes);
  return drawSvg({
    charts,
    title: titleOf({ told, look }),
    captions: look.subtitle === null ? [] : [look.subtitle],
    columns: isOne ? 1 : Math.min(3, charts.length),
    width,
    height,
    tick: (value, model) => tickText(format, model, value),
    figure: (value, { measure }) => figureText(format, measure, value),
    notes: marks,
    foot: [`${clientLine(told)}.`, ...(look.footnote === null ? [] : [look.footnote]), ...words],
    about,
  });
}

const ownCharts = (questions: readonly TrendQuestion[], options: ChartOptions, format: Format) =>
  chartGroups(questions).map((group, tone) => ({
    model: chartOfGroups(group, tone, options),
    aside: groupWords(group, format),
  }));

/** In one chart the legend says what cards say of each question; a question alone has no legend. */
function jointCharts(questions: readonly TrendQuestion[], options: ChartOptions, format: Format) {
  const named = questions.map((question) => ({
    ...question,
    title: `${question.title} (${cardWords(question, format)})`,
  }));
  return overlays(named, options).map((model) => {
    const [only, ...others] = model.questions;
    return { model, aside: only && others.length === 0 ? only.name : "" };
  });
}
