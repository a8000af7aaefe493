import { roomForValues } from "./axis";
import { barsOf, type ChartLine, type ChartModel, dashes, type LegendEntry, legendOf } from "./chart-model";
import { type ChartNote, noteLabels } from "./note-labels";
import { runsOf } from "./plot";
import { colourOf, type Drawn, documentOf, GREY, INK, LINES, px, words, wrapped } from "./svg-parts";

/** A picture of charts as a file: on white whatever the screen's colours, for slides and mails. */
type Picture = {
  /** Each with what stands under its title: how many answers it is of. */
  charts: readonly { model: ChartModel; aside: string }[];
  title: string;
  /** What all of it is, a line each: range, zone, filters, tests. */
  captions: readonly string[];
  columns: number;
  /** Of one chart, in pixels. */
  width: number;
  height: number;
  /** On the axis of values of a chart. */
  tick: (value: number, model: ChartModel) => string;
  /** A figure beside a point of a chart. */
  figure: (value: number, model: ChartModel) => string;
  /** What stands on the lines of notes. */
  notes: readonly ChartNote[];
  /** What the marks stand for, a line each, beneath the charts. */
  foot: readonly string[];
  /** How all of it was made, which stands in the file without being shown. */
  about?: readonly string[];
};

const HEAD = { title: 28, titleLine: 24, line: 16, room: 20 };
/** Letters of titles are wider than those of a sentence, for which lines are wrapped. */
const TITLE_SHARE = 0.64;
const CHART_TITLE_LINE = 16;
const CHART_TITLE_SHARE = 0.82;
const LEGEND_LINE = 16;
/** What a colour or line of the legend takes up before its name. */
const SAMPLE = 26;
const ASIDE_LINE = 14;
const GAP = 24;
const PLOT = { before: 2, right: 12, top: 30, bottom: 22, strip: 30 };

const LABEL = `font-size="11" fill="${GREY}"`;

/** A whole SVG document, and its size in pixels. */
export function drawSvg({
  charts,
  title,
  captions,
  columns,
  width,
  height,
  tick,
  figure,
  notes,
  foot,
  about = [],
}: Picture): Drawn {
  const heads = charts.map((chart) => drawChartHead(chart, width));
  // Plots beside each other begin at one height.
  const room = Math.max(0, ...heads.map((each) => each.room));
  const frame = { width, height: height + room, top: PLOT.top + room, tick, figure, notes };
  const legends = charts.map(({ model }) => drawLegend(model, frame));
  const cell = frame.height + Math.max(0, ...legends.map((each) => each.height));
  const across = GAP + columns * (width + GAP);
  const inner = across - 2 * GAP;
  const head = drawHead({ title, captions }, inner);
  const end = head.height + Math.ceil(charts.length / columns) * (cell + GAP);
  const drawn = charts.map(({ model }, at) => {
    const x = GAP + (at % columns) * (width + GAP);
    const y = head.height + Math.floor(at / columns) * (cell + GAP);
    const parts = [heads[at]?.svg, drawChart(model, frame), legends[at]?.svg].join("");
    return `<g transform="translate(${x} ${y})">${parts}</g>`;
  });
  const lines = wrapped(foot, inner);
  const size = { width: across, height: end + (lines.length > 0 ? lines.length * HEAD.line + GAP : 0) };
  return documentOf(size, [head.svg, ...drawn, sentences(lines, end + 12)], about);
}

const sentences = (lines: readonly string[], y: number): string =>
  lines.map((line, at) => words(GAP, y + at * HEAD.line, line, `font-size="12" fill="${GREY}"`)).join("");

function drawHead({ title, captions }: Pick<Picture, "title" | "captions">, inner: number) {
  const titles = wrapped([title], inner * TITLE_SHARE);
  const lines = wrapped(captions, inner);
  const last = HEAD.title + (titles.length - 1) * HEAD.titleLine;
  const svg = [
    ...titles.map((line, at) =>
      words(GAP, HEAD.title + at * HEAD.titleLine, line, `font-size="18" font-weight="600" fill="${INK}"`),
    ),
    sentences(lines, last + HEAD.line + 4),
  ].join("");
  return { svg, height: last + lines.length * HEAD.line + HEAD.room };
}

/** A chart's title and what stands under it. `room`: how much more than a line of title they take. */
function drawChartHead({ model, aside }: Picture["charts"][number], width: number): { svg: string; room: number } {
  const titles = wrapped([model.title], width * CHART_TITLE_SHARE);
  const asides = wrapped(aside === "" ? [] : [aside], width);
  const last = 14 + (titles.length - 1) * CHART_TITLE_LINE;
  const svg = [
    ...titles.map((line, at) =>
      words(0, 14 + at * CHART_TITLE_LINE, line, `font-size="13" font-weight="600" fill="${INK}"`),
    ),
    ...asides.map((line, at) => words(0, last + (at + 1) * ASIDE_LINE, line, LABEL)),
  ].join("");
  return { svg, room: last - 14 + asides.length * ASIDE_LINE };
}

/** `top`: where the plot begins. */
type Frame = Pick<Picture, "width" | "height" | "tick" | "figure" | "notes"> & { top: number };
type Scales = {
  toX: (at: number) => number;
  toY: (value: number) => number;
  bottom: number;
  left: number;
  right: number;
};

function scalesOf(chart: ChartModel, { width, height, top, tick }: Frame): Scales {
  const { x, y, rows, hasCounts, hasDots } = chart;
  const bottom = height - PLOT.bottom;
  const low = bottom - (hasCounts ? PLOT.strip + 8 : 0);
  const right = width - PLOT.right;
  const left = PLOT.before + roomForValues(y.ticks.map((value) => tick(value, chart)));
  // Half of the room of a wave, for its label is in the middle.
  const padding = hasDots ? (right - left) / (2 * Math.max(2, rows.length)) : 8;
  return {
    bottom,
    left,
    right,
    toX: (at) => left + padding + ((at - x.from) / (x.to - x.from)) * (right - left - 2 * padding),
    toY: (value) => low - ((value - y.from) / (y.to - y.from)) * (low - top),
  };
}

function drawChart(chart: ChartModel, frame: Frame): string {
  const scales = scalesOf(chart, frame);
  const { toX, toY, bottom, left, right } = scales;
  const { top } = frame;
  const grid = chart.y.ticks.map(
    (value) =>
      `<path d="M${left} ${px(toY(value))}H${px(right)}" stroke="${LINES}"/>${words(left - 6, toY(value) + 4, frame.tick(value, chart), `${LABEL} text-anchor="end"`)}`,
  );
  const ticks = chart.x.ticks.map(({ at, label: name }) =>
    words(toX(at), bottom + 15, name, `${LABEL} text-anchor="middle"`),
  );
  const references = chart.references.map(({ value, name, isTarget }) => {
    const line = `<path d="M${left} ${px(toY(value))}H${px(right)}" stroke="${isTarget ? INK : GREY}" stroke-dasharray="${isTarget ? "8 4" : "4 3"}"/>`;
    return isTarget
      ? `${line}${outlined(left + 5, toY(value) - 4, name, LABEL)}`
      : `${line}${words(right, toY(value) + 12, name, `${LABEL} text-anchor="end"`)}`;
  });
  const noted = frame.notes.filter(({ at }) => at >= chart.x.from && at <= chart.x.to);
  const notes = [
    ...noted.map(({ at }) => `<path d="M${px(toX(at))} ${top}V${bottom}" stroke="${GREY}" stroke-dasharray="2 3"/>`),
    ...noteLabels(noted, { toX, left, right }).map(({ x, row, text, isLeft }) =>
      outlined(x, top + 8 + row * 13, text, `${LABEL}${isLeft ? ` text-anchor="end"` : ""}`),
    ),
  ];
  return [
    ...grid,
    ...ticks,
    drawBars(chart, scales),
    drawBand(chart, scales),
    ...chart.lines.map((_, line) => drawLine(chart, line, scales)),
    ...chart.questions.map((_, question) => drawMarks(chart, question, scales)),
    // Words lie above the lines, so that they are read.
    ...references,
    ...notes,
    ...chart.lines.map((_, line) => drawFigures(chart, line, scales, frame)),
  ].join("");
}

/** Words on what is drawn, on white letters that are thicker: not every program paints a letter's edge before it. */
const outlined = (x: number, y: number, text: string, more: string): string =>
  words(x, y, text, `${more.replace(/fill="[^"]*"/, 'fill="#ffffff"')} stroke="#ffffff" stroke-width="3"`) +
  words(x, y, text, more);

/** Figures beside the points of a line that the model names. */
function drawFigures(chart: ChartModel, at: number, { toX, toY }: Scales, { figure }: Frame): string {
  const { rows, lines, labelled } = chart;
  const line = lines[at];
  if (line?.kind !== "mean") return "";
  const more = `font-size="11" font-weight="600" text-anchor="middle" fill="${colourOf(line.tone)}"`;
  return rows
    .map(({ at: start, values }, row) => {
      const value = values[at] ?? null;
      return labelled.has(row) && value !== null
        ? outlined(toX(start), toY(value) - 8, figure(value, chart), more)
        : "";
    })
    .join("");
}

function drawBars(chart: ChartModel, { toX, bottom, left, right }: Scales): string {
  const wide = Math.max(1, Math.min(14, ((right - left) / chart.rows.length) * 0.7));
  return barsOf(chart)
    .map(({ heights, opacity }) => {
      const bars = heights.map(({ at, part }) => {
        const high = px(part * PLOT.strip);
        return `M${px(toX(at) - wide / 2)} ${bottom}v-${high}h${px(wide)}v${high}z`;
      });
      return `<path d="${bars.join("")}" fill="${GREY}" fill-opacity="${opacity}"/>`;
    })
    .join("");
}

function drawBand({ rows, lines, hasBand, hasDots }: ChartModel, { toX, toY }: Scales): string {
  if (!hasBand) return "";
  const colour = colourOf(lines[0]?.tone ?? 0);
  const runs = runsOf(rows, ({ band }) => band);
  const shapes = (hasDots ? runs.flat().map((each) => [each]) : runs).map((run) => {
    const [only] = run;
    if (run.length === 1 && only) {
      const [low, high] = only.value;
      return `M${px(toX(only.at) - 2.5)} ${px(toY(low))}V${px(toY(high))}h5V${px(toY(low))}z`;
    }
    const tops = run.map(({ at, value: [, high] }) => `${px(toX(at))} ${px(toY(high))}`);
    const bottoms = run.toReversed().map(({ at, value: [low] }) => `${px(toX(at))} ${px(toY(low))}`);
    return `M${[...tops, ...bottoms].join("L")}z`;
  });
  return `<path d="${shapes.join("")}" fill="${colour}" fill-opacity="0.16"/>`;
}

const dashesOf = (kind: ChartLine["kind"]) => (dashes[kind] ? ` stroke-dasharray="${dashes[kind]}"` : "");

function drawLine({ rows, lines, hasDots, hasLines }: ChartModel, at: number, { toX, toY }: Scales): string {
  const line = lines[at];
  if (!line) return "";
  const colour = colourOf(line.tone);
  const runs = runsOf(rows, ({ values }) => values[at] ?? null);
  const point = (each: { at: number; value: number }) => `${px(toX(each.at))} ${px(toY(each.value))}`;
  const path = runs.map((run) => `M${run.map(point).join("L")}`).join("");
  const dots = runs
    .filter(({ length }) => hasDots || length === 1)
    .flatMap((run) =>
      run.map((each) => `<circle cx="${px(toX(each.at))}" cy="${px(toY(each.value))}" r="3" fill="${colour}"/>`),
    );
  const drawn = `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"${dashesOf(line.kind)}/>`;
  return `${hasLines ? drawn : ""}${dots.join("")}`;
}

/** A triangle where a figure changed, and a diamond on it where it differs from what it is compared with. */
function drawMarks({ rows, lines, hasDots }: ChartModel, question: number, { toX, toY }: Scales): string {
  const line = lines.findIndex((each) => each.question === question && each.kind === "mean");
  const size = hasDots ? 7 : 5; // seen around a dot too
  const marks = rows.map(({ at, values, changes, differences }) => {
    const [value, change] = [values[line] ?? null, changes[question] ?? null];
    if (value === null) return "";
    const [x, y] = [toX(at), toY(value)];
    const diamond = differences[question]
      ? `M${px(x - size)} ${px(y)}l${size} -${size}l${size} ${size}l-${size} ${size}z`
      : "";
    if (change === null) return diamond;
    const up = change.by > 0 ? -1 : 1;
    const tip = y + up * 12;
    return `${diamond}M${px(x - 4.5)} ${px(tip - up * 7)}L${px(x + 4.5)} ${px(tip - up * 7)}L${px(x)} ${px(tip)}z`;
  });
  return `<path d="${marks.join("")}" fill="${colourOf(lines[line]?.tone ?? 0)}"/>`;
}

/** Beneath the plot, each name in as many lines as it needs. */
function drawLegend(chart: ChartModel, { width, height }: Frame): { svg: string; height: number } {
  let y = height;
  const entries = legendOf(chart).map((entry) => {
    const names = wrapped([entry.name], width - SAMPLE);
    const svg = drawEntry(entry, names, y);
    y += names.length * LEGEND_LINE;
    return svg;
  });
  return { svg: entries.join(""), height: y - height };
}

function drawEntry({ tone, line }: LegendEntry, names: readonly string[], y: number): string {
  const colour = tone === null ? GREY : colourOf(tone);
  const sample = line
    ? `<path d="M0 ${y + 7}h20" stroke="${colour}" stroke-width="1.75"${dashesOf(line)}/>`
    : `<rect x="0" y="${y + 2}" width="10" height="10" rx="2" fill="${colour}"/>`;
  const left = line ? SAMPLE : 16;
  const texts = names.map((name, at) => words(left, y + 11 + at * LEGEND_LINE, name, `font-size="11" fill="${INK}"`));
  return `${sample}${texts.join("")}`;
}
