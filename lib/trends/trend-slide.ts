import { valueTicks } from "@/lib/charts/axis";
import { lineTones, type Target } from "@/lib/charts/chart-model";
import type { Tone } from "@/lib/charts/colours";
import { isBeside, isRolling, summaryOf, type TrendQuestion } from "@/lib/charts/prepare-trend";
import type { SeriesPoint } from "@/lib/charts/series";
import { GREY, INK } from "@/lib/charts/svg-parts";
import type { Format } from "@/lib/tables/format";
import { type SlideChart, slideColour } from "@/lib/tables/slides";
import { figureText } from "./figures";

type Look = {
  targets: readonly Target[];
  labels: "none" | "last" | "all";
  rolling: number;
  bucket: (at: number) => string;
  format: Format;
  /** Of the chart among those shown. */
  place: number;
};

type Line = SlideChart["series"][number];

const hex = (colour: string) => colour.slice(1).toUpperCase();

/** Lines of a trend as a chart that Office draws: those of one measure, in the buckets that any of them has. */
export function slideChart(questions: readonly TrendQuestion[], look: Look): SlideChart {
  const starts = [...new Set(questions.flatMap(({ series }) => series.points.map(({ at }) => at)))].sort(
    (a, b) => a - b,
  );
  const isShare = questions[0]?.series.measure === "share";
  // Presentations keep 12.5% as 0.125.
  const figure = (value: number | null | undefined) => (value == null ? null : isShare ? value / 100 : value);
  const tones = lineTones(questions, look.place);
  const lines = questions.flatMap((question, at) =>
    linesOf(question, { tone: tones[at] ?? at, starts, figure, ...look }),
  );
  const targets = look.targets.filter(({ line }) => questions.some(({ id, group }) => (group?.of.id ?? id) === line));
  const series = [
    ...lines,
    ...targets.map(({ value, name }) => ({
      name: name || "Target",
      colour: hex(INK),
      values: starts.map(() => figure(value)),
    })),
  ];
  return {
    form: "line",
    categories: starts.map(look.bucket),
    series,
    format: isShare ? "0.0%" : "0.00",
    axisFormat: isShare ? "0%" : "General",
    ...(isShare ? { from: 0, to: 1 } : axisOf(series)),
    along: "",
    value: isShare ? "Share" : "Mean",
    // Office would write a target's figure at every bucket too.
    showsFigures: look.labels === "all" && targets.length === 0,
    spoken: questions
      .map((question) =>
        summaryOf(question, {
          bucket: look.bucket,
          figure: (value) => figureText(look.format, question.series.measure, value),
        }),
      )
      .join(" "),
  };
}

/** As on the screen: a trend of means does not begin at zero. */
function axisOf(series: readonly Line[]): Pick<SlideChart, "from" | "to"> {
  const values = series.flatMap((line) => line.values.filter((value) => value !== null));
  if (values.length === 0) return {};
  const ticks = valueTicks(
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  );
  const [from, to] = [ticks[0], ticks.at(-1)];
  return from === undefined || to === undefined ? {} : { from, to };
}

type Drawing = Look & {
  tone: Tone;
  starts: readonly number[];
  figure: (value: number | null | undefined) => number | null;
};

function linesOf(question: TrendQuestion, { tone, starts, figure, rolling }: Drawing): Line[] {
  const { series, other } = question;
  const places = new Map(series.points.map(({ at }, place) => [at, place]));
  const valuesOf = (read: (place: number) => number | null | undefined) =>
    starts.map((at) => {
      const place = places.get(at);
      return place === undefined ? null : figure(read(place));
    });
  const mean = (points: readonly (SeriesPoint | null)[]) => valuesOf((place) => points[place]?.mean);
  const name = question.group?.name ?? question.title;
  return [
    { name, ...slideColour(tone), values: mean(series.points) },
    ...(isRolling(question)
      ? [
          {
            name: `${name}, rolling over ${rolling}`,
            colour: hex(GREY),
            values: valuesOf((place) => question.rolling?.[place]),
          },
        ]
      : []),
    ...(other && isBeside(question) ? [{ name: `${name}, compared`, colour: hex(GREY), values: mean(other) }] : []),
  ];
}
