import { MOST_CELLS } from "@/lib/contracts/pivot";
import { AppError } from "@/lib/http/problem";
import type { Reading } from "./answer-sql";
import { identifier } from "./answer-table";
import { type Limits, readTuples, untilTogether } from "./client";
import { outsideKey } from "./dimension-sql";
import { type Divided, dimensionsOf, hasWeight, numbersOf, readingOf, rowsOf } from "./pivot-rows";
import { sharpenVariances, weightedVariance } from "./sharpen-variances";
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
  /** Weighted. */
  sum: number;
  mean: number | null;
  min: number | null;
  max: number | null;
  /** Of the sample: divisor n - 1; weighted sum w * (n - 1) / n. Null with fewer than two. */
  variance: number | null;
};

/**
 * The groups of a cross table at every level, totals and subtotals included, each computed from its responses: one that
 * chose several options is in several groups, and once in a group that joins them. `excluded`: responses left out
 * because their weight is missing or negative.
 */
export async function readPivot(
  question: PivotQuestion,
  given: Limits,
): Promise<{ groups: Group[]; excluded: number }> {
  const limits = untilTogether(given);
  const centres = question.weight ? await readCentres(question, limits()) : { excluded: 0, of: [] };
  const groups: Group[] = [];
  for (const levels of togetherBySpread(question)) {
    const [query, values] = pivotStatement(question, levels, centres.of);
    const rows = await readTuples<number>(query, values, limits());
    if (rows.length > MOST_CELLS) throw tooManyCells();
    for (const row of rows) groups.push(groupOf(question, levels, centres.of, row));
  }
  if (question.weight)
    await sharpenVariances({ ...question, weight: question.weight }, { groups, centres: centres.of }, limits);
  return { groups, excluded: centres.excluded };
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

type Statement = [query: string, params: SqlParams["values"]];
/**
 * One row a group: a bit a dimension that is 1 where the group is not divided by it, its keys, and its figures. The
 * centres are near the means: sums around them keep the digits that sums around 0 would lose. Responses are read into
 * the smallest groups once; larger ones join the states of these, which hold each response once as the levels spread
 * the same dimensions.
 */
function pivotStatement(question: PivotQuestion, levels: readonly Level[], centres: readonly number[]): Statement {
  const reading = readingOf(question);
  const dimensions = dimensionsOf(question, reading);
  const most = {
    rows: Math.max(...levels.map(({ rows }) => rows)),
    columns: Math.max(...levels.map(({ columns }) => columns)),
  };
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
  const figures = weight ? weightedFigures(centres, reading) : plainFigures(question.measured.length);
  const responses = `(SELECT ${inner.join(", ")} FROM ${identifier(question.table)} WHERE ${weighed})`;
  const states = figures.map(([aggregate, of], at) => `${aggregate}State(${of}) AS s${at}`);
  const merged = figures.map(([aggregate], at) => `${aggregate}Merge(s${at})`);
  const smallest = `(SELECT ${[...names, ...states].join(", ")} FROM ${responses} ${groupBy(names.join(", "))})`;
  const level = names.length > 0 ? `GROUPING(${names.join(", ")})` : "0";
  const query = `SELECT ${[level, ...names, ...merged].join(", ")} FROM ${smallest} ${
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

const PLAIN = ["count", "sumKahan", "min", "max", "varSampStable"];

const plainFigures = (measured: number): Aggregated[] => [
  ["count", ""],
  ...Array.from({ length: measured }, (_, at) => PLAIN.map((each): Aggregated => [each, `x${at}`])).flat(),
];

const WEIGHTED = 7;

function weightedFigures(centres: readonly number[], reading: Reading): Aggregated[] {
  const each = centres.map((centre, at): Aggregated[] => {
    const x = `(x${at} - ${reading.params.bind(centre, "Float64")})`;
    const w = `if(isNull(x${at}), NULL, w)`;
    return [
      ["count", `x${at}`],
      ["min", `x${at}`],
      ["max", `x${at}`],
      ["sumKahan", w],
      ["sumKahan", `${w} * w`],
      ["sumKahan", `w * ${x}`],
      ["sumKahan", `w * ${x} * ${x}`],
    ];
  });
  return [["count", ""], ["sumKahan", "w"], ["sumKahan", "w * w"], ...each.flat()];
}

/** A whole number near the mean of each measured question, and how many responses have no weight to count with. */
async function readCentres(question: PivotQuestion, limits: Limits): Promise<{ of: number[]; excluded: number }> {
  const reading = readingOf(question);
  const dimensions = dimensionsOf(question, reading);
  const weight = identifier(question.weight?.column ?? "");
  const means = question.measured.map((id) => `round(avg(${numbersOf(reading, id)}))`);
  const query = `SELECT ${[`countIf(NOT ${hasWeight(weight)})`, ...means].join(", ")} FROM ${identifier(question.table)} WHERE ${rowsOf(question, reading, dimensions)}`;
  const [[excluded, ...of] = []] = await readTuples<number>(query, reading.params.values, limits);
  return { excluded: excluded ?? 0, of: question.measured.map((_, at) => of[at] ?? 0) };
}

type Row = readonly (number | null)[];

function groupOf(question: PivotQuestion, levels: readonly Level[], centres: readonly number[], row: Row): Group {
  const rows = Math.max(...levels.map((level) => level.rows));
  const columns = Math.max(...levels.map((level) => level.columns));
  const width = rows + columns;
  const level = row[0] ?? 0;
  const keys = row.slice(1, 1 + width).map((key) => key ?? 0);
  // The first dimension has the highest bit.
  const isIn = (at: number) => ((level >> (width - 1 - at)) & 1) === 0;
  const within = (from: number, to: number) => keys.slice(from, to).filter((_, at) => isIn(from + at));
  const figures = row.slice(1 + width);
  const read = question.weight ? weightedGroup(figures, centres) : plainGroup(figures, question.measured.length);
  return { rows: within(0, rows), columns: within(rows, width), ...read };
}

const alike = (count: number): Weights => ({ count, sumOfWeights: count, sumOfSquares: count });

function plainGroup(figures: Row, measured: number): Pick<Group, "responses" | "numbers"> {
  const numbers = Array.from({ length: measured }, (_, place): Numbers => {
    const [count, sum, min = null, max = null, variance] = figures.slice(1 + place * PLAIN.length);
    if (!count) return { ...alike(0), sum: 0, mean: null, min: null, max: null, variance: null };
    const spread = count > 1 ? Math.max(0, variance ?? 0) : null;
    return { ...alike(count), sum: sum ?? 0, mean: (sum ?? 0) / count, min, max, variance: spread };
  });
  return { responses: alike(figures[0] ?? 0), numbers };
}

function weightedGroup(figures: Row, centres: readonly number[]): Pick<Group, "responses" | "numbers"> {
  const [count, sumOfWeights, sumOfSquares] = figures;
  const numbers = centres.map((centre, place) => weightedNumbers(figures.slice(3 + place * WEIGHTED), centre));
  return {
    responses: { count: count ?? 0, sumOfWeights: sumOfWeights ?? 0, sumOfSquares: sumOfSquares ?? 0 },
    numbers,
  };
}

function weightedNumbers(figures: Row, centre: number): Numbers {
  const [count, min = null, max = null, w, ww, wx, wxx] = figures.map((each) => each ?? 0);
  const weights = { count: count ?? 0, sumOfWeights: w ?? 0, sumOfSquares: ww ?? 0 };
  if (!count || !w) {
    const [least, most] = count ? [min, max] : [null, null];
    return { ...weights, sum: 0, mean: null, min: least, max: most, variance: null };
  }
  const around = Math.max(0, (wxx ?? 0) - ((wx ?? 0) * (wx ?? 0)) / w);
  const variance = count < 2 ? null : min === max ? 0 : weightedVariance(around, w, count);
  return { ...weights, sum: (wx ?? 0) + centre * w, mean: centre + (wx ?? 0) / w, min, max, variance };
}
