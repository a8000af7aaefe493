import { roomForValues } from "@/lib/charts/axis";
import { inkOn } from "@/lib/charts/colours";
import { fitted } from "@/lib/charts/fitted";
import {
  colourOf,
  type Drawn,
  documentOf,
  GREY,
  INK,
  LINES,
  onWhite,
  px,
  words,
  wrapped,
} from "@/lib/charts/svg-parts";
import {
  AXIS_HEIGHT,
  barsLayout,
  FIGURE_ROOM,
  figuresAt,
  fitsInside,
  heatLayout,
  heatOf,
  shownNames,
} from "./chart-layout";
import type { PivotChart } from "./prepare-pivot-chart";

/** A chart of a table as a picture. */
type Picture = {
  chart: PivotChart;
  /** Above it. */
  title: string;
  subtitle: string;
  /** What stands under it, a sentence each. */
  remarks: readonly string[];
  /** How the table was made, which stands in the file without being shown. */
  about: readonly string[];
  figure: (value: number) => string;
  /** On the axis. */
  tick: (value: number) => string;
};

/** A part of the picture and how high it is. */
type Part = { svg: string; height: number; width?: number };

const WIDTH = 960;
const GAP = 24;
const INNER = WIDTH - 2 * GAP;
const LINE_HEIGHT = 320;
const label = `font-size="11" fill="${GREY}"`;

/** The whole document: title, legend, chart, and the remarks beneath. */
export function drawPivotChart(picture: Picture): Drawn {
  const { chart, title, subtitle, remarks, about } = picture;
  const plot =
    chart.kind === "heat" ? drawHeat(picture) : chart.kind === "line" ? drawLines(picture) : drawBars(picture);
  const inner = Math.max(INNER, plot.width ?? 0);
  const parts = [
    textPart(wrapped([title], inner * 0.64), { size: 18, line: 24, more: `font-weight="600" fill="${INK}"` }),
    ...(subtitle === ""
      ? []
      : [textPart(wrapped([subtitle], inner * 0.86), { size: 14, line: 18, more: `fill="${GREY}"` })]),
    legendPart(chart),
    plot,
    textPart(wrapped([...chart.notes, ...remarks], inner), { size: 12, line: 16, more: `fill="${GREY}"` }),
  ];
  let y = GAP;
  const drawn = parts.map(({ svg, height }) => {
    const at = y;
    y += height + 12;
    return `<g transform="translate(${GAP} ${px(at)})">${svg}</g>`;
  });
  return documentOf({ width: inner + 2 * GAP, height: Math.ceil(y + GAP - 12) }, drawn, about);
}

function textPart(lines: readonly string[], { size, line, more }: { size: number; line: number; more: string }): Part {
  const svg = lines.map((text, at) => words(0, size + at * line, text, `font-size="${size}" ${more}`)).join("");
  return { svg, height: lines.length * line };
}

/** What colours mean, beside each other as far as they go. Of one series nothing, of a heat map its scale. */
function legendPart({ kind, series, tones }: PivotChart): Part {
  if (kind === "heat" || series.length < 2) return { svg: "", height: 0 };
  let [x, y] = [0, 0];
  const entries = series.map((name, at) => {
    const text = fitted(name, 240);
    const wide = 16 + text.length * 6.4 + 18;
    if (x > 0 && x + wide > INNER) [x, y] = [0, y + 18];
    const entry = `<rect x="${px(x)}" y="${y + 2}" width="10" height="10" rx="2" fill="${colourOf(tones[at] ?? at)}"/>${words(x + 16, y + 11, text, `font-size="12" fill="${INK}"`)}`;
    x += wide;
    return entry;
  });
  return { svg: entries.join(""), height: y + 18 };
}

function drawBars({ chart, figure, tick }: Picture): Part {
  const { categories, scale, value } = chart;
  const layout = barsLayout(chart, INNER);
  const [left, right] = [layout.label, INNER - (figuresAt(chart) === "beside" ? FIGURE_ROOM : 12)];
  const bottom = categories.length * layout.row;
  const toX = (at: number) => left + ((at - scale.from) / (scale.to - scale.from)) * (right - left);
  const grid = scale.ticks.map(
    (at) =>
      `<path d="M${px(toX(at))} 0V${px(bottom)}" stroke="${LINES}"/>${words(toX(at), bottom + 15, tick(at), `${label} text-anchor="middle"`)}`,
  );
  const names = categories.map((name, at) =>
    words(
      left - 8,
      (at + 0.5) * layout.row + 4,
      fitted(name, left - 10),
      `font-size="11" fill="${INK}" text-anchor="end"`,
    ),
  );
  const bars = categories.map((_, at) => barsAt(chart, at, { toX, layout, figure }));
  const title = words((left + right) / 2, bottom + 34, value, `${label} text-anchor="middle"`);
  return { svg: [...grid, ...names, ...bars, title].join(""), height: bottom + AXIS_HEIGHT };
}

type Bars = {
  toX: (value: number) => number;
  layout: ReturnType<typeof barsLayout>;
  figure: (value: number) => string;
};

/** The bars of one category: beneath each other, or one after the other in a stack. */
function barsAt(chart: PivotChart, at: number, { toX, layout, figure }: Bars): string {
  const isStack = chart.kind === "stacked";
  const place = figuresAt(chart);
  const thick = (layout.row - layout.gap) / (isStack ? 1 : chart.series.length);
  const ends = { up: 0, down: 0 };
  return (chart.cells[at] ?? [])
    .map((cell, series) => {
      if (cell?.value == null) return "";
      const side = cell.value < 0 ? "down" : "up";
      const from = isStack ? ends[side] : 0;
      const to = from + cell.value;
      if (isStack) ends[side] = to;
      const [x, end] = [Math.min(toX(from), toX(to)), Math.max(toX(from), toX(to))];
      const y = at * layout.row + layout.gap / 2 + (isStack ? 0 : series * thick);
      const colour = colourOf(chart.tones[series] ?? series);
      // Parts of a stack are told apart in a print too.
      const edge = isStack ? ' stroke="#ffffff" stroke-width="1"' : "";
      const bar = `<rect x="${px(x)}" y="${px(y)}" width="${px(end - x)}" height="${px(Math.max(1, thick - 1))}" fill="${colour}"${edge}/>`;
      const text = figure(cell.value);
      const line = y + thick / 2 + 3;
      if (place === "beside") return `${bar}${words(end + 4, line, text, `font-size="10" fill="${INK}"`)}`;
      if (place === null || !fitsInside(text, end - x)) return bar;
      return `${bar}${words((x + end) / 2, line, text, `font-size="10" fill="${inkOn(colour)}" text-anchor="middle"`)}`;
    })
    .join("");
}

function drawLines({ chart, tick }: Picture): Part {
  const { categories, series, scale, along, value } = chart;
  const [right, bottom] = [INNER - 12, LINE_HEIGHT];
  const left = roomForValues(scale.ticks.map(tick));
  const room = (right - left) / Math.max(1, categories.length);
  const toX = (at: number) => left + (at + 0.5) * room;
  const toY = (at: number) => bottom - ((at - scale.from) / (scale.to - scale.from)) * (bottom - 20);
  const grid = scale.ticks.map(
    (at) =>
      `<path d="M${left} ${px(toY(at))}H${px(right)}" stroke="${LINES}"/>${words(left - 6, toY(at) + 4, tick(at), `${label} text-anchor="end"`)}`,
  );
  const longest = categories.reduce((most, name) => Math.max(most, name.length), 1);
  const names = shownNames(categories.length, right - left, longest).map((at) =>
    words(toX(at), bottom + 16, categories[at] ?? "", `${label} text-anchor="middle"`),
  );
  const lines = series.map((_, at) => lineOf(chart, at, { toX, toY }));
  const titles = [
    words(0, 10, value, label),
    words((left + right) / 2, bottom + 34, along, `${label} text-anchor="middle"`),
  ];
  return { svg: [...grid, ...names, ...lines, ...titles].join(""), height: bottom + AXIS_HEIGHT };
}

type Scales = { toX: (at: number) => number; toY: (value: number) => number };

/** A line of runs with gaps between them, and a dot for each figure. */
function lineOf({ cells, tones }: PivotChart, series: number, { toX, toY }: Scales): string {
  const colour = colourOf(tones[series] ?? series);
  let isOpen = false;
  const [steps, dots]: [string[], string[]] = [[], []];
  for (const [at, row] of cells.entries()) {
    const value = row[series]?.value ?? null;
    if (value !== null) {
      const place = `${px(toX(at))} ${px(toY(value))}`;
      steps.push(`${isOpen ? "L" : "M"}${place}`);
      dots.push(`<circle cx="${px(toX(at))}" cy="${px(toY(value))}" r="2.5" fill="${colour}"/>`);
    }
    isOpen = value !== null;
  }
  const line = `<path d="${steps.join("")}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`;
  return line + dots.join("");
}

const HEAT = "#4263eb";

/** The colour of a cell of a heat map, on which dark figures are read. */
export const heatColour = (heat: number): string => onWhite(HEAT, 0.04 + 0.5 * heat);

function drawHeat({ chart, figure }: Picture): Part {
  const { categories, series, cells, scale } = chart;
  const layout = heatLayout(chart, INNER);
  const { label: left, cell, row, head } = layout;
  const middle = (at: number) => left + (at + 0.5) * cell;
  const heads = series.flatMap((name, at) => {
    const lines = wrapped([name], cell - 6).slice(0, 3);
    return lines.map((line, place) =>
      words(
        middle(at),
        head - 8 - (lines.length - 1 - place) * 13,
        fitted(line, cell),
        `font-size="11" fill="${INK}" text-anchor="middle"`,
      ),
    );
  });
  const rows = categories.flatMap((name, at) => {
    const y = head + at * row;
    const drawn = cells[at]?.map((each, place) => {
      const value = each?.value ?? null;
      const fill = value === null ? "#ffffff" : heatColour(heatOf(value, scale));
      const box = `<rect x="${px(left + place * cell)}" y="${px(y)}" width="${px(cell - 1)}" height="${row - 1}" fill="${fill}"/>`;
      return `${box}${words(middle(place), y + row / 2 + 4, value === null ? "–" : figure(value), `font-size="11" fill="${INK}" text-anchor="middle"`)}`;
    });
    const named = words(
      left - 8,
      y + row / 2 + 4,
      fitted(name, left - 10),
      `font-size="11" fill="${INK}" text-anchor="end"`,
    );
    return [named, ...(drawn ?? [])];
  });
  return { svg: [...heads, ...rows].join(""), height: layout.height, width: layout.width };
}
