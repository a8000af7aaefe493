import { roomForValues } from "./axis";
import { type ChartLine, type ChartModel, type ChartRow, type LegendEntry, legendOf } from "./chart-model";
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
  /** Starts of buckets that have notes, and what marks them there. */
  notes: readonly { at: number; mark: string }[];
  /** What the marks stand for, a line each, beneath the charts. */
  foot: readonly string[];
};

const HEAD = { title: 28, titleLine: 24, line: 16, room: 20 };
/** A letter of the title is wider than one of a sentence, for which lines are wrapped. */
const TITLE_SHARE = 0.64;
const LEGEND_LINE = 16;
const ASIDE_LINE = 14;
const GAP = 24;
const PLOT = { before: 2, right: 12, top: 30, bottom: 22, strip: 30 };

/** A whole SVG document, and its size in pixels. */
export function drawSvg({ charts, title, captions, columns, width, height, tick, notes, foot }: Picture): Drawn {
  const asides = charts.map(({ aside }) => wrapped(aside === "" ? [] : [aside], width));
  // Plots beside each other begin at one height.
  const room = Math.max(0, ...asides.map(({ length }) => length)) * ASIDE_LINE;
  const frame = { width, height: height + room, top: PLOT.top + room, tick, notes };
  const legends = charts.map(({ model }) => legendOf(model).length * LEGEND_LINE);
  const cell = frame.height + Math.max(0, ...legends);
  const across = GAP + columns * (width + GAP);
  const inner = across - 2 * GAP;
  const head = drawHead({ title, captions }, inner);
  const end = head.height + Math.ceil(charts.length / columns) * (cell + GAP);
  const drawn = charts.map(({ model }, at) => {
    const x = GAP + (at % columns) * (width + GAP);
    const y = head.height + Math.floor(at / columns) * (cell + GAP);
    return `<g transform="translate(${x} ${y})">${drawChart(model, asides[at] ?? [], frame)}</g>`;
  });
  const lines = wrapped(foot, inner);
  const size = { width: across, height: end + (lines.length > 0 ? lines.length * HEAD.line + GAP : 0) };
  return documentOf(size, [head.svg, ...drawn, sentences(lines, end + 12)]);
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

/** `top`: where the plot begins. */
type Frame = Pick<Picture, "width" | "height" | "tick" | "notes"> & { top: number };
type Scales = {
  toX: (at: number) => number;
  toY: (value: number) => number;
  bottom: number;
  left: number;
  right: number;
};

function scalesOf(chart: ChartModel, { width, height, top, tick }: Frame): Scales {
  const { x, y, hasCounts } = chart;
  const bottom = height - PLOT.bottom;
  const low = bottom - (hasCounts ? PLOT.strip + 8 : 0);
  const right = width - PLOT.right;
  const left = PLOT.before + roomForValues(y.ticks.map((value) => tick(value, chart)));
  return {
    bottom,
    left,
    right,
    toX: (at) => left + 8 + ((at - x.from) / (x.to - x.from)) * (right - left - 16),
    toY: (value) => low - ((value - y.from) / (y.to - y.from)) * (low - top),
  };
}

function drawChart(chart: ChartModel, aside: readonly string[], frame: Frame): string {
  const scales = scalesOf(chart, frame);
  const { toX, toY, bottom, left, right } = scales;
  const { height, top } = frame;
  const label = `font-size="11" fill="${GREY}"`;
  const grid = chart.y.ticks.map(
    (value) =>
      `<path d="M${left} ${px(toY(value))}H${px(right)}" stroke="${LINES}"/>${words(left - 6, toY(value) + 4, frame.tick(value, chart), `${label} text-anchor="end"`)}`,
  );
  const ticks = chart.x.ticks.map(({ at, label: name }) =>
    words(toX(at), bottom + 15, name, `${label} text-anchor="middle"`),
  );
  const references = chart.references.map(
    ({ value, name }) =>
      `<path d="M${left} ${px(toY(value))}H${px(right)}" stroke="${GREY}" stroke-dasharray="4 3"/>${words(right, toY(value) + 12, name, `${label} text-anchor="end"`)}`,
  );
  const notes = frame.notes
    .filter(({ at }) => at >= chart.x.from && at <= chart.x.to)
    .map(
      ({ at, mark }) =>
        `<path d="M${px(toX(at))} ${top}V${bottom}" stroke="${GREY}" stroke-dasharray="2 3"/>${words(toX(at), top - 3, mark, `${label} text-anchor="middle"`)}`,
    );
  return [
    words(0, 14, chart.title, `font-size="13" font-weight="600" fill="${INK}"`),
    ...aside.map((line, at) => words(0, 14 + (at + 1) * ASIDE_LINE, line, label)),
    ...grid,
    ...ticks,
    ...references,
    ...notes,
    drawBars(chart, scales),
    drawBand(chart, scales),
    ...chart.lines.map((_, line) => drawLine(chart, line, scales)),
    ...chart.questions.map((_, question) => drawMarks(chart, question, scales)),
    ...legendOf(chart).map((entry, at) => drawLegend(entry, height + at * LEGEND_LINE)),
  ].join("");
}

function drawBars({ rows, mostCount }: ChartModel, { toX, bottom, left, right }: Scales): string {
  if (mostCount === 0) return "";
  const wide = Math.max(1, Math.min(14, ((right - left) / rows.length) * 0.7));
  const bars = rows
    .filter(({ count }) => (count ?? 0) > 0)
    .map(({ at, count }) => {
      const high = px(((count ?? 0) / mostCount) * PLOT.strip);
      return `M${px(toX(at) - wide / 2)} ${bottom}v-${high}h${px(wide)}v${high}z`;
    });
  return `<path d="${bars.join("")}" fill="${GREY}" fill-opacity="0.45"/>`;
}

/** Buckets with data beside each other. */
function runsOf<T>(rows: readonly ChartRow[], read: (row: ChartRow) => T | null): { at: number; value: T }[][] {
  const runs: { at: number; value: T }[][] = [[]];
  for (const row of rows) {
    const value = read(row);
    if (value !== null) runs.at(-1)?.push({ at: row.at, value });
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
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

const dashes: Record<ChartLine["kind"], string> = {
  mean: "",
  rolling: ' stroke-dasharray="7 3"',
  other: ' stroke-dasharray="2 3"',
};

function drawLine({ rows, lines, hasDots }: ChartModel, at: number, { toX, toY }: Scales): string {
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
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"${dashes[line.kind]}/>${dots.join("")}`;
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

function drawLegend({ name, tone, line }: LegendEntry, y: number): string {
  const colour = tone === null ? GREY : colourOf(tone);
  const sample = line
    ? `<path d="M0 ${y + 7}h20" stroke="${colour}" stroke-width="1.75"${dashes[line]}/>`
    : `<rect x="0" y="${y + 2}" width="10" height="10" rx="2" fill="${colour}"/>`;
  return `${sample}${words(line ? 26 : 16, y + 11, name, `font-size="11" fill="${INK}"`)}`;
}
