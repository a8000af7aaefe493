import { valueTicks } from "@/lib/charts/axis";
import type { Tone } from "@/lib/charts/colours";
import type { Coloured } from "@/lib/charts/option-tones";
import type { PivotState } from "./address";
import { acrossTitles } from "./banner";
import { chartNames, chartRefusal, type DrawnKind, periodOf } from "./chart-kinds";
import { alongTime } from "./chart-periods";
import { basesOf, figuresOf } from "./figures";
import { isInNoNet } from "./nets";
import { pathName } from "./percent";
import type { GridRow, Leaf, Made, PivotGrid } from "./prepare-pivot";
import { type Answers, answersOf, seriesTones } from "./series-tones";
import { decimalsOf, type FigureForm, kindOf, type PivotValue, type Show, sameValue } from "./values";

/**
 * A figure that is drawn, and the responses that it is of: of a percentage those that it divides by. `effective`: their
 * effective base; null where the table is not weighted.
 */
export type ChartCell = { value: number | null; base: number | null; effective: number | null };

/** All that a chart of a table shows, before it is drawn. */
export type PivotChart = {
  kind: DrawnKind;
  title: string;
  /** What every figure is. */
  value: string;
  form: FigureForm;
  /** What the categories are, and the series. */
  along: string;
  across: string;
  categories: string[];
  series: string[];
  /** The colours of the series. */
  tones: Tone[];
  /** By category and series; null where the table has no such cell. */
  cells: (ChartCell | null)[][];
  /** Of the axis of values, 0 to 100 where the parts of each category are a whole; of a heat map the least and the greatest figure. */
  scale: { from: number; to: number; ticks: number[] };
  /** What is not drawn, a sentence each. */
  notes: string[];
};

export type Prepared = { chart: PivotChart; refusal: null } | { chart: null; refusal: string };

export type ChartAsked = {
  kind: DrawnKind;
  grid: PivotGrid;
  made: Made;
  /** The table's dimensions, outermost first. */
  rows: readonly string[];
  columns: readonly string[];
  /** Of the project, which give options their colours. */
  questions: readonly Coloured[];
  value: PivotValue;
  /** Places after the point; null: the value's own. */
  decimals: PivotState["decimals"];
  /** Respondents gave several answers to a question of the table. */
  hasSeveral: boolean;
};

/** More series than colours can tell apart, more categories than anybody reads. */
const MOST = { series: 40, categories: 200 };

/** A figure of the table and where a chart has it. Totals and bases are none. */
export type Placed = ChartCell & { row: number; category: Path; series: Path; answers: Answers };
type Path = readonly string[];

/** What is drawn of a table, or the sentence that says why nothing is. */
export function preparePivotChart(asked: ChartAsked): Prepared {
  const { kind, value, made, rows, hasSeveral } = asked;
  const refused = chartRefusal(kind, { rows, value, hasSeveral, hasSpans: made.table.spans !== undefined });
  if (refused) return { chart: null, refusal: refused };
  const split = splitOf(kind, value.show, made.titles.rows.length > 0);
  const part = kind === "line" ? periodOf(rows) : null;
  const all = placedOf(asked, split);
  const along = part ? alongTime(all, made.table, part, MOST.categories) : { placed: all, names: null, notes: [] };
  const titles = split({ row: made.titles.rows, column: acrossTitles(made) });
  return chartOf({
    kind,
    ...along,
    isWhole: kind === "stacked" && (value.show === "row" || value.show === "column" || value.show === "base"),
    value: made.titles.value(value),
    along: titles.category.join(" › "),
    across: titles.series.join(" › "),
    form: formOf(value, asked.decimals),
    questions: asked.questions,
  });
}

export const formOf = ({ show }: PivotValue, decimals: PivotState["decimals"]): FigureForm => ({
  kind: kindOf[show],
  decimals: decimalsOf(show, decimals === null ? null : Number(decimals)),
});

type Drawing = Pick<PivotChart, "kind" | "value" | "along" | "across" | "form" | "notes"> & {
  placed: readonly Placed[];
  /** Of the categories, where they are not their own. */
  names: Map<string, string> | null;
  /** The parts of each category are a whole. */
  isWhole: boolean;
  questions: readonly Coloured[];
};

/** A chart of figures of which it is known where each one stands. */
export function chartOf({ placed, names, isWhole, questions, ...drawing }: Drawing): Prepared {
  const { kind, value } = drawing;
  const categories =
    names ??
    namesOf(
      placed.map(({ category }) => category),
      "All responses",
    );
  const series = namesOf(
    placed.map((each) => each.series),
    value,
  );
  const refusal = sizeRefusal(kind, categories.size, series.size);
  if (refusal) return { chart: null, refusal };
  const cells = cellsOf(placed, categories, series);
  if (isWhole && !cells.every(isAllOfIt)) return { chart: null, refusal: NOT_WHOLE };
  return {
    refusal: null,
    chart: {
      ...drawing,
      title: titleOf(drawing),
      categories: [...categories.values()],
      series: [...series.values()],
      tones: seriesTones([...answersIn(placed).values()], questions),
      cells,
      scale: scaleOf(kind, cells, isWhole),
    },
  };
}

const NOT_WHOLE =
  "These percentages do not add up to 100, so they are no parts of a whole. Choose bars, or another value.";

/** "Count – Region by Sex". */
const titleOf = ({ value, along, across }: Pick<PivotChart, "value" | "along" | "across">) =>
  [value, [along, across].filter(Boolean).join(" by ")].filter(Boolean).join(" – ");

/** The same of a whole table, with all of its values; of the items of a grid its text. */
export const tableTitle = (made: Made, { values }: { values: readonly PivotValue[] }): string =>
  titleOf({
    value: made.items ? "" : values.map(made.titles.value).join(", "),
    along: made.items ? made.items.title : made.titles.rows.join(" › "),
    across: acrossTitles(made).join(" › "),
  });

/** The answers of each series, in the order of `namesOf`. */
const answersIn = (placed: readonly Placed[]) =>
  new Map(placed.map(({ series, answers }) => [pathName(series), answers]));

type Split = <T>(paths: { row: readonly T[]; column: readonly T[] }) => {
  category: readonly T[];
  series: readonly T[];
};

/** Which of a cell's labels are its category, and which its series. A stack is of what its percentages divide by. */
function splitOf(kind: DrawnKind, show: Show, hasRows: boolean): Split {
  if (kind === "line") {
    return ({ row, column }) => ({ category: row.slice(-1), series: [...row.slice(0, -1), ...column] });
  }
  if (kind === "stacked" && show === "column") return ({ row, column }) => ({ category: column, series: row });
  if (kind === "stacked" && show === "base") {
    return ({ row, column }) => ({ category: [...column, ...row.slice(0, -1)], series: row.slice(-1) });
  }
  if (kind !== "stacked" && !hasRows) return ({ column }) => ({ category: column, series: [] });
  return ({ row, column }) => ({ category: row, series: column });
}

function placedOf({ kind, grid, made, rows, columns, value }: ChartAsked, split: Split): Placed[] {
  const { table, isWeighted } = made;
  const answers = answersOf(table, { rows, columns, nets: made.nets != null });
  const isDrawn = (leaf: Leaf) => leaf.kind === "value" && !leaf.isTotal && sameValue(leaf.value, value);
  const leaves = grid.leaves.filter(isDrawn);
  const baseAt = basesOf(table, value.show);
  // Not the grid's cells, which are tested as well.
  const figures = figuresOf(table);
  return grid.rows.flatMap((row) => {
    const own = row.kind === "figures" ? drawnRow(row, made, { kind, show: value.show }) : null;
    if (row.kind !== "figures" || own === null) return [];
    return leaves.flatMap((leaf) => {
      if (leaf.kind !== "value") return [];
      const paths = { row: own, column: table.columns[leaf.column] ?? [] };
      const [base, effective] = [baseAt("base", row.row, leaf), baseAt("effectiveBase", row.row, leaf)];
      const bases = { base, effective: isWeighted ? effective : null };
      const behind = split({ row: answers.row(row.row), column: answers.column(leaf.column) }).series;
      return [{ ...split(paths), answers: behind, row: row.row, value: figures.value(row.row, leaf), ...bases }];
    });
  });
}

type Figured = Extract<GridRow, { kind: "figures" }>;

/** The path of a row in a chart; null: it is not drawn. Nets are drawn beside their options, but no stack is of both. */
function drawnRow({ row, isTotal }: Figured, { table, nets }: Made, { kind, show }: { kind: DrawnKind; show: Show }) {
  const path = table.rows[row] ?? [];
  const codes = table.rowCodes[row] ?? [];
  if (!nets) return isTotal ? null : path;
  if (codes.length < 2) return codes.length === 1 && kind !== "stacked" ? path : null;
  if (!isInNoNet(codes)) return path;
  // Of no net it is a share of no group.
  return show === "base" ? null : ["", ...path.slice(1)];
}

/** The names of paths, each once, as they come; by what tells them apart. */
function namesOf(paths: readonly Path[], unnamed: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) names.set(pathName(path), path.filter(Boolean).join(" › ") || unnamed);
  return names;
}

function sizeRefusal(kind: DrawnKind, categories: number, series: number): string | null {
  if (categories === 0) {
    return kind === "line"
      ? "None of the rows has a date, so there is nothing to draw along time. Choose bars."
      : "All rows are hidden, so there is nothing to draw. Choose a smaller number under “Hide rows below”.";
  }
  if (series > MOST.series) {
    return `A chart shows at most ${MOST.series} series, and this one would have ${series}. Take a question out of the table, filter it, or exchange rows and columns; the table beneath has everything.`;
  }
  if (categories > MOST.categories) {
    const many = categories > MOST.categories + 1 ? `${categories}` : `more than ${MOST.categories}`;
    return `A chart shows at most ${MOST.categories} categories, and this one would have ${many}. Take a question out of the rows, filter the table, or choose a longer part of the date; the table beneath has everything.`;
  }
  return null;
}

function cellsOf(
  placed: readonly Placed[],
  categories: ReadonlyMap<string, string>,
  series: ReadonlyMap<string, string>,
) {
  const [categoryAt, seriesAt] = [placesOf(categories), placesOf(series)];
  const cells = [...categories].map(() => [...series].map((): ChartCell | null => null));
  for (const { category, series: of, value, base, effective } of placed) {
    const row = cells[categoryAt.get(pathName(category)) ?? -1];
    const at = seriesAt.get(pathName(of)) ?? -1;
    if (row && at >= 0) row[at] = { value, base, effective };
  }
  return cells;
}

const placesOf = (names: ReadonlyMap<string, string>) => new Map([...names.keys()].map((key, at) => [key, at]));

type Cells = PivotChart["cells"];
const valuesOf = (cells: Cells[number]) => cells.flatMap((cell) => (cell?.value == null ? [] : [cell.value]));

/** Figures end in noise; of nobody there are none. */
function isAllOfIt(cells: Cells[number]): boolean {
  const values = valuesOf(cells);
  return values.length === 0 || Math.abs(values.reduce((sum, value) => sum + value, 0) - 100) < 0.01;
}

function scaleOf(kind: DrawnKind, cells: Cells, isWhole: boolean): PivotChart["scale"] {
  if (isWhole) return { from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] };
  const reached = kind === "stacked" ? cells.flatMap(stackEnds) : cells.flatMap(valuesOf);
  // Bars begin at zero, or their lengths would say nothing.
  const all = kind === "bars" || kind === "stacked" ? [0, ...reached] : reached;
  if (all.length === 0) return { from: 0, to: 1, ticks: [0, 1] };
  const low = all.reduce((a, b) => Math.min(a, b));
  const high = all.reduce((a, b) => Math.max(a, b));
  if (kind === "heat") return { from: low, to: high, ticks: [] };
  const ticks = valueTicks(low, high);
  return { from: ticks[0] ?? low, to: ticks.at(-1) ?? high, ticks };
}

/** How far a stack reaches beneath zero and above it. */
function stackEnds(cells: Cells[number]): number[] {
  const values = valuesOf(cells);
  const sumOf = (part: number[]) => part.reduce((sum, value) => sum + value, 0);
  return [sumOf(values.filter((value) => value < 0)), sumOf(values.filter((value) => value > 0))];
}

type Words = { figure: (value: number) => string };

/** What a chart shows, in a sentence or two, for who does not see it. */
export function summaryOf(chart: PivotChart, { figure }: Words): string {
  const { kind, title, categories, series, cells } = chart;
  const known = cells.flatMap((row, category) =>
    row.flatMap((cell, at) => (cell?.value == null ? [] : [{ category, at, value: cell.value }])),
  );
  const [first] = known;
  if (!first) return `${chartNames[kind]}. ${title}. No figure is known.`;
  const name = ({ category, at }: { category: number; at: number }) =>
    [categories[category], ...(series.length > 1 ? [series[at]] : [])].join(", ");
  const least = known.reduce((a, b) => (b.value < a.value ? b : a), first);
  const most = known.reduce((a, b) => (b.value > a.value ? b : a), first);
  const counted = `${categories.length} ${categories.length === 1 ? "category" : "categories"}, ${series.length} series`;
  return `${chartNames[kind]}. ${title}. ${counted}. Greatest: ${name(most)}, ${figure(most.value)}. Least: ${name(least)}, ${figure(least.value)}.`;
}
