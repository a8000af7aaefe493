import { MOST_CELLS } from "@/lib/contracts/terms/pivot";
import { AppError } from "@/lib/http/problem";
import { namedColumns } from "../named-columns";
import type { Reading } from "./answer-sql";
import { identifier } from "./answer-table";
import { type Limits, readRows, readTuples, untilTogether } from "./client";
import { outsideKey } from "./dimension-sql";
import { type Divided, dimensionsOf, numbersOf, rowsOf } from "./pivot-rows";
import { hasWeight, readingOf } from "./reading";
import { blurredOf, sharpenVariances, weightedVariance } from "./sharpen-variances";
import type { SqlParams } from "./sql-params";

/** `measured`: questions whose numbers are measured, each once. */
export type PivotQuestion = Divided & { measured: readonly string[] };

/** Figures of a group of responses; without a weight every weight is 1. */
export type Group = {
  /** How many dimensions of the rows and of the columns it is divided by, and its keys in their order. */
  rows: readonly number[];
  columns: readonly number[];
  responses: Weights;
  /** Of each measured question, over the responses that have a number. */
  numbers: Numbers[];
};
export type Weights = { count: number; sumOfWeights: number; sumOfSquares: number };
export type Numbers = Weights & {
  /** Weighted; null without a number. This and what follows from it are null too where it is larger than any number. */
  sum: number | null;
  mean: number | null;
  min: number | null;
  max: number | null;
  /** Of the sample: divisor n - 1; weighted sum w * (n - 1) / n. Null with fewer than two. */
  variance: number | null;
};

/**
 * The groups of a cross table at every level, totals and subtotals included, each computed from its responses: one that
 * chose several options is in several groups, and once in a group that joins them. Responses whose weight is missing or
 * negative are in none.
 *
 * Sums of squares are taken around 0, which reads the responses once; where that loses too many digits, around whole
 * numbers near the means of all, and where it still does, around each group's own.
 */
export async function readPivot(question: PivotQuestion, given: Limits): Promise<Group[]> {
  const limits = untilTogether(given);
  const zeros = question.measured.map(() => 0);
  const groups = await readGroups(question, zeros, limits);
  const { weight } = question;
  if (!weight || blurredOf(groups, zeros).length === 0) return groups;
  const all = groups.find(({ rows, columns }) => rows.length === 0 && columns.length === 0);
  const centres = question.measured.map((_, place) => Math.round(all?.numbers[place]?.mean ?? 0));
  const around = await readGroups(question, centres, limits);
  await sharpenVariances({ ...question, weight }, blurredOf(around, centres), limits);
  return around;
}

/** How many responses of a table are left out because their weight is missing or negative. */
export async function countWithoutWeight(question: Divided, limits: Limits): Promise<number> {
  if (!question.weight) return 0;
  const reading = readingOf(question);
  const where = rowsOf(question, reading, dimensionsOf(question, reading));
  const query = `SELECT countIf(NOT ${hasWeight(identifier(question.weight.column))}) AS without_weight FROM ${identifier(question.table)} WHERE ${where}`;
  const [found] = await readRows<{ without_weight: number }>(query, reading.params.values, limits);
  return found?.without_weight ?? 0;
}

async function readGroups(question: PivotQuestion, centres: readonly number[], limits: () => Limits): Promise<Group[]> {
  const groups: Group[] = [];
  for (const levels of togetherBySpread(question)) {
    const [query, values] = pivotStatement(question, levels, centres);
    const rows = await readTuples<number>(query, values, limits());
    if (rows.length > MOST_CELLS) throw tooManyCells();
    const groupOf = groupReader(question, levels, centres);
    for (const row of rows) groups.push(groupOf(row));
  }
  return groups;
}

export const tooManyCells = () =>
  new AppError(
    "invalid",
    `This table would have more than ${MOST_CELLS.toLocaleString("en")} cells. Take a dimension or a measure out, or filter.`,
  );

/** So many dimensions of the rows and of the columns, from the outermost. */
type Level = { rows: number; columns: number };

/** Which dimensions have several answers, as the levels spread responses over them. */
function severalOf(question: PivotQuestion): Set<string> {
  const ids = [...question.rows, ...question.columns];
  const multiple = new Set(question.questions.filter(({ kind }) => kind === "multiple").map(({ id }) => id));
  return new Set(ids.filter((id) => multiple.has(id)));
}

/**
 * Levels that one statement answers: those in which the same dimensions of several answers are spread. A total over
 * such a dimension counts a response once, so it cannot come from rows that repeat it.
 */
function togetherBySpread(question: PivotQuestion): Level[][] {
  const several = severalOf(question);
  const bySpread = new Map<string, Level[]>();
  for (let rows = 0; rows <= question.rows.length; rows++) {
    for (let columns = 0; columns <= question.columns.length; columns++) {
      const ids = [...question.rows.slice(0, rows), ...question.columns.slice(0, columns)];
      const spread = JSON.stringify(ids.filter((id) => several.has(id)));
      bySpread.set(spread, [...(bySpread.get(spread) ?? []), { rows, columns }]);
    }
  }
  return [...bySpread.values()];
}

/** The most dimensions of the rows and of the columns that one of these levels divides by. */
const deepestOf = (levels: readonly Level[]): Level => ({
  rows: Math.max(...levels.map(({ rows }) => rows)),
  columns: Math.max(...levels.map(({ columns }) => columns)),
});

/** `level`: a bit a dimension that is 1 where the group is not divided by it; `keys`: of each dimension. */
const groupColumns = ({ rows, columns }: Level) => namedColumns(["level", "keys", "figures"], { keys: rows + columns });

type Statement = [query: string, params: SqlParams["values"]];
/**
 * One row a group (`groupColumns`, `figureColumns`).
 * Responses are read into the smallest groups once; larger ones join the states of these, which hold each response
 * once as the levels spread the same dimensions.
 */
function pivotStatement(question: PivotQuestion, levels: readonly Level[], centres: readonly number[]): Statement {
  const reading = readingOf(question);
  const dimensions = dimensionsOf(question, reading);
  const most = deepestOf(levels);
  const used = [
    ...dimensions.rows.slice(0, most.rows).map((each, at) => ({ each, name: `r${at}` })),
    ...dimensions.columns.slice(0, most.columns).map((each, at) => ({ each, name: `c${at}` })),
  ];
  const weight = question.weight && identifier(question.weight.column);
  const inner = [
    ...used.map(({ each, name }) => `${each.hasSeveral ? `arrayJoin(${each.keys})` : each.keys} AS ${name}`),
    ...question.measured.map((id, at) => `${numbersOf(reading, id)} AS x${at}`),
    ...(weight ? [`assumeNotNull(${weight}) AS w`] : []),
    "1 AS one",
  ];
  const where = rowsOf(question, reading, dimensions);
  const weighed = weight ? `${where} AND ${hasWeight(weight)}` : where;
  const names = used.map(({ name }) => name);
  const sets = levels.map(({ rows, columns }) => {
    const within = names.filter((name) => Number(name.slice(1)) < (name.startsWith("r") ? rows : columns));
    return `(${within.join(", ")})`;
  });
  const each = weight ? weightedFigures(centres, reading) : plainFigures(question.measured.length);
  const figures = figureColumns(weight !== null)
    .inOrder(each)
    .flat();
  const responses = `(SELECT ${inner.join(", ")} FROM ${identifier(question.table)} WHERE ${weighed})`;
  const states = figures.map(([aggregate, of], at) => `${aggregate}State(${of}) AS s${at}`);
  const merged = figures.map(([aggregate], at) => `${aggregate}Merge(s${at})`);
  const smallest = `(SELECT ${[...names, ...states].join(", ")} FROM ${responses} ${groupBy(names.join(", "))})`;
  const level = names.length > 0 ? `GROUPING(${names.join(", ")})` : "0";
  const selected = groupColumns(most)
    .inOrder({ level: [level], keys: names, figures: merged })
    .flat();
  const query = `SELECT ${selected.join(", ")} FROM ${smallest} ${
    names.length > 0 ? `${groupBy(`GROUPING SETS (${sets.join(", ")})`)} ${nobodyOutside(names)}` : ""
  } LIMIT ${MOST_CELLS + 1}`;
  return [query, reading.params.values];
}

/** Who is under none of a dimension's keys is in the groups that it does not divide, where its key is 0. */
const nobodyOutside = (names: readonly string[]) =>
  `HAVING ${names.map((name) => `${name} != ${outsideKey}`).join(" AND ")}`;

const groupBy = (keys: string) => (keys === "" ? "" : `GROUP BY ${keys}`);

/** An aggregate function and what it is of. */
type Aggregated = readonly [aggregate: string, of: string];

/** Figures of responses without a weight, and of the numbers of one question. */
const counts = namedColumns(["count"]);
const plain = namedColumns(["count", "sum", "min", "max", "variance"]);

type Figures = { responses: Aggregated[]; numbers: Aggregated[] };

const plainFigures = (measured: number): Figures => ({
  responses: counts.inOrder<Aggregated>({ count: ["count", ""] }),
  numbers: Array.from({ length: measured }, (_, at) =>
    plain.inOrder<Aggregated>({
      count: ["count", `x${at}`],
      sum: ["sumKahan", `x${at}`],
      min: ["min", `x${at}`],
      max: ["max", `x${at}`],
      variance: ["varSampStable", `x${at}`],
    }),
  ).flat(),
});

/** Figures of weighted responses, and of the numbers of one question; `wx`, `wxx`: of distances to its centre. */
const weights = namedColumns(["count", "w", "ww"]);
const weighted = namedColumns(["count", "min", "max", "w", "ww", "wx", "wxx"]);

/** The figures of a group: of its responses, then a block of numbers of each measured question. */
const figureColumns = (hasWeight: boolean) =>
  namedColumns(["responses", "numbers"], { responses: (hasWeight ? weights : counts).width });

function weightedFigures(centres: readonly number[], reading: Reading): Figures {
  const each = centres.map((centre, at): Aggregated[] => {
    // Never null, which the engine adds up faster; without a number both are 0.
    const x = `ifNull(x${at}${centre === 0 ? "" : ` - ${reading.params.bind(centre, "Float64")}`}, 0.)`;
    const w = `if(isNull(x${at}), 0., w)`;
    return weighted.inOrder<Aggregated>({
      count: ["count", `x${at}`],
      min: ["min", `x${at}`],
      max: ["max", `x${at}`],
      w: ["sumKahan", w],
      ww: ["sumKahan", `${w} * w`],
      wx: ["sumKahan", `w * ${x}`],
      wxx: ["sumKahan", `w * ${x} * ${x}`],
    });
  });
  const responses = weights.inOrder<Aggregated>({
    count: ["count", ""],
    w: ["sumKahan", "w"],
    ww: ["sumKahan", "w * w"],
  });
  return { responses, numbers: each.flat() };
}

type Row = readonly (number | null)[];

function groupReader(question: PivotQuestion, levels: readonly Level[], centres: readonly number[]) {
  const most = deepestOf(levels);
  const width = most.rows + most.columns;
  const { at } = groupColumns(most);
  const figures = figureColumns(question.weight !== null).at;
  const places = { responses: at.figures + figures.responses, numbers: at.figures + figures.numbers };
  return (row: Row): Group => {
    const level = row[at.level] ?? 0;
    const within = (from: number, to: number) => {
      const keys: number[] = [];
      // The first dimension has the highest bit.
      for (let key = from; key < to; key++)
        if (((level >> (width - 1 - key)) & 1) === 0) keys.push(row[at.keys + key] ?? 0);
      return keys;
    };
    const read = question.weight
      ? weightedGroup(row, places, centres)
      : plainGroup(row, places, question.measured.length);
    return { rows: within(0, most.rows), columns: within(most.rows, width), ...read };
  };
}

const alike = (count: number): Weights => ({ count, sumOfWeights: count, sumOfSquares: count });

/** Where the figures of responses and those of numbers begin in a row. */
type Places = { responses: number; numbers: number };

function plainGroup(row: Row, at: Places, measured: number): Pick<Group, "responses" | "numbers"> {
  const numbers = Array.from({ length: measured }, (_, place) => plainNumbers(row, at.numbers + place * plain.width));
  return { responses: alike(row[at.responses + counts.at.count] ?? 0), numbers };
}

function plainNumbers(row: Row, at: number): Numbers {
  const figure = (name: keyof typeof plain.at) => row[at + plain.at[name]] ?? null;
  const count = figure("count") ?? 0;
  if (count === 0) return { ...alike(0), sum: null, mean: null, min: null, max: null, variance: null };
  const [sum, min, max, spread] = [figure("sum"), figure("min"), figure("max"), figure("variance")];
  const variance = count > 1 && spread !== null ? Math.max(0, spread) : null;
  return { ...alike(count), sum, mean: sum === null ? null : sum / count, min, max, variance };
}

function weightedGroup(row: Row, at: Places, centres: readonly number[]): Pick<Group, "responses" | "numbers"> {
  const figure = (name: keyof typeof weights.at) => row[at.responses + weights.at[name]] ?? 0;
  const responses = { count: figure("count"), sumOfWeights: figure("w"), sumOfSquares: figure("ww") };
  const numbers = centres.map((centre, place) => weightedNumbers(row, at.numbers + place * weighted.width, centre));
  return { responses, numbers };
}

function weightedNumbers(row: Row, at: number, centre: number): Numbers {
  const figure = (name: keyof typeof weighted.at) => row[at + weighted.at[name]] ?? null;
  const count = figure("count") ?? 0;
  const [min, max] = count > 0 ? [figure("min") ?? 0, figure("max") ?? 0] : [null, null];
  const [w, wx, wxx] = [figure("w") ?? 0, figure("wx"), figure("wxx")];
  const responses = { count, sumOfWeights: w, sumOfSquares: figure("ww") ?? 0 };
  const none = { ...responses, sum: null, mean: null, min, max, variance: null };
  if (count === 0 || wx === null) return none;
  if (w === 0) return { ...none, sum: 0 };
  const around = wxx === null ? null : Math.max(0, wxx - (wx * wx) / w);
  const variance = count < 2 || around === null ? null : min === max ? 0 : weightedVariance(around, w, count);
  return { ...responses, sum: wx + centre * w, mean: centre + wx / w, min, max, variance };
}
