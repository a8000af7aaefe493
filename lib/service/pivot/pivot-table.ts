import type { Question } from "@/lib/contracts/answers";
import { type Aggregation, aggregations, type Measure, MOST_CELLS, type PivotTable } from "@/lib/contracts/pivot";
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

type Figure = {
  cell: number | null;
  base: number;
  weightedBase: number;
  effectiveBase: number;
  deviation: number | null;
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
  const byPaths = new Map(groups.map((each) => [pathsName(each.rows, each.columns), each]));
  const places = measures.map(({ questionId }) => (questionId === undefined ? -1 : measured.indexOf(questionId)));
  const figures = rowCodes.map((row) =>
    columnCodes.map((column) => {
      const group = byPaths.get(pathsName(row, column));
      return measures.map(({ aggregationType }, at) => figureOf(group, aggregationType, places[at] ?? -1));
    }),
  );
  const each = <K extends keyof Figure>(key: K) =>
    figures.map((row) => row.map((cell) => cell.map((figure) => figure[key])));
  return {
    rows: rowCodes.map((path) => path.map((key, at) => names.rows[at]?.label(key) ?? String(key))),
    columns: columnCodes.map((path) => path.map((key, at) => names.columns[at]?.label(key) ?? String(key))),
    rowCodes,
    columnCodes,
    cells: each("cell"),
    base: each("base"),
    weightedBase: each("weightedBase"),
    effectiveBase: each("effectiveBase"),
    deviation: each("deviation"),
  };
}

type PivotTableBody = Omit<PivotTable, "excluded">;

const pathsName = (row: readonly number[], column: readonly number[]) => `${row.join()}|${column.join()}`;

const NOBODY: Weights = { count: 0, sumOfWeights: 0, sumOfSquares: 0 };
const NO_NUMBERS: Numbers = { ...NOBODY, sum: 0, mean: null, min: null, max: null, variance: null };

function figureOf(group: Group | undefined, type: Aggregation, place: number): Figure {
  const numbers = group?.numbers[place] ?? NO_NUMBERS;
  const of = place < 0 ? (group?.responses ?? NOBODY) : numbers;
  const deviation = numbers.variance === null ? null : Math.sqrt(numbers.variance);
  return {
    cell: cellOf(type, of, numbers, deviation),
    base: of.count,
    weightedBase: of.sumOfWeights,
    effectiveBase: effectiveBase(of),
    deviation: type === aggregations.average ? deviation : null,
  };
}

/** A count of nothing is 0, any other figure of nothing null. */
function cellOf(type: Aggregation, of: Weights, numbers: Numbers, deviation: number | null): number | null {
  switch (type) {
    case aggregations.count:
      return of.sumOfWeights;
    case aggregations.base:
      return of.count;
    case aggregations.min:
      return numbers.min;
    case aggregations.max:
      return numbers.max;
    case aggregations.sum:
      return numbers.count > 0 ? numbers.sum : null;
    case aggregations.average:
      return numbers.mean;
    case aggregations.deviation:
      return deviation;
  }
}

/** Kish (1965), Survey Sampling: (sum w)² / sum w². */
const effectiveBase = ({ sumOfWeights, sumOfSquares }: Weights): number =>
  sumOfSquares > 0 ? (sumOfWeights * sumOfWeights) / sumOfSquares : 0;
