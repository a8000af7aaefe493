import type { Question } from "@/lib/contracts/interfaces/answers";
import type { Measure, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { type Aggregation, aggregations, MOST_CELLS } from "@/lib/contracts/terms/pivot";
import { effectiveBase } from "@/lib/stats/effective-base";
import { type Group, type Numbers, tooManyCells, type Weights } from "@/lib/stores/clickhouse/pivot";
import { keyNames } from "./key-labels";
import { orderedPaths } from "./paths";

type Asked = {
  questions: readonly Question[];
  rows: readonly string[];
  columns: readonly string[];
  measures: readonly Measure[];
  /** The order of `Group.numbers`. */
  measured: readonly string[];
};

/** A table of groups, one figure for each row, column and measure. */
export function pivotTable(
  { questions, rows, columns, measures, measured }: Asked,
  groups: readonly Group[],
): PivotTableBody {
  const byId = new Map(questions.map((each) => [each.id, each]));
  const names = { rows: rows.map((id) => keyNames(byId, id)), columns: columns.map((id) => keyNames(byId, id)) };
  const rowCodes = orderedPaths(
    groups.filter((each) => each.columns.length === 0).map((each) => each.rows),
    names.rows,
  );
  const columnCodes = orderedPaths(
    groups.filter((each) => each.rows.length === 0).map((each) => each.columns),
    names.columns,
  );
  if (rowCodes.length * columnCodes.length * measures.length > MOST_CELLS) throw tooManyCells();
  const grid = placed(groups, rowCodes, columnCodes);
  const places = measures.map(({ questionId }) => (questionId === undefined ? -1 : measured.indexOf(questionId)));
  const each = (figure: Figure) =>
    grid.map((row) =>
      row.map((group) =>
        measures.map(({ aggregationType }, at) => figure(measuredIn(group, places[at]), aggregationType)),
      ),
    );
  return {
    rows: rowCodes.map((path) => path.map((key, at) => names.rows[at]?.label(key) ?? String(key))),
    columns: columnCodes.map((path) => path.map((key, at) => names.columns[at]?.label(key) ?? String(key))),
    rowCodes,
    columnCodes,
    cells: each((measured, type) => figureOf[type](measured)),
    base: each(({ of }) => of.count),
    weightedBase: each(({ of }) => of.sumOfWeights),
    effectiveBase: each(({ of }) => effectiveBase(of.sumOfWeights, of.sumOfSquares)),
    deviation: each(({ numbers }, type) => (type === aggregations.average ? deviationOf(numbers) : null)),
  };
}

type PivotTableBody = Omit<PivotTable, "excluded">;

/** Each group in the row and column of its paths; the others are of nobody. */
function placed(groups: readonly Group[], rows: readonly number[][], columns: readonly number[][]) {
  const [rowAt, columnAt] = [rows, columns].map((paths) => new Map(paths.map((path, at) => [path.join(), at])));
  const grid = rows.map(() => Array.from<Group | undefined>({ length: columns.length }));
  for (const group of groups) {
    const row = grid[rowAt?.get(group.rows.join()) ?? -1];
    const at = columnAt?.get(group.columns.join());
    if (row && at !== undefined) row[at] = group;
  }
  return grid;
}

const NOBODY: Weights = { count: 0, sumOfWeights: 0, sumOfSquares: 0 };
const NO_NUMBERS: Numbers = { ...NOBODY, sum: null, mean: null, min: null, max: null, variance: null };

/** What a measure is computed from: the responses that it is of, and their numbers. */
type Measured = { of: Weights; numbers: Numbers };
type Figure = (measured: Measured, type: Aggregation) => number | null;

/** `place`: of the measured question; -1: responses themselves are counted. */
function measuredIn(group: Group | undefined, place = -1): Measured {
  const numbers = group?.numbers[place] ?? NO_NUMBERS;
  return { of: place < 0 ? (group?.responses ?? NOBODY) : numbers, numbers };
}

const deviationOf = ({ variance }: Numbers): number | null => (variance === null ? null : Math.sqrt(variance));

/** A count of nothing is 0, any other figure of nothing null. */
const figureOf: Record<Aggregation, (measured: Measured) => number | null> = {
  [aggregations.count]: ({ of }) => of.sumOfWeights,
  [aggregations.base]: ({ of }) => of.count,
  [aggregations.min]: ({ numbers }) => numbers.min,
  [aggregations.max]: ({ numbers }) => numbers.max,
  [aggregations.sum]: ({ numbers }) => numbers.sum,
  [aggregations.average]: ({ numbers }) => numbers.mean,
  [aggregations.deviation]: ({ numbers }) => deviationOf(numbers),
};
