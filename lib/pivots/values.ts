import type { Measure } from "@/lib/contracts/interfaces/pivot";
import { type Aggregation, aggregations } from "@/lib/contracts/terms/pivot";
import type { FigureKind } from "@/lib/tables/column";

/** What a cell can show of its responses. */
const ofResponses = ["count", "weighted", "column", "row", "total", "base", "rank"] as const;
/** What a cell can show of a question's numbers. */
export const ofNumbers = ["mean", "min", "max", "sum", "deviation"] as const;
type OfResponses = (typeof ofResponses)[number];
export type OfNumbers = (typeof ofNumbers)[number];
export type Show = OfResponses | OfNumbers;

/** A value of a table: shown for each cell. Of a question's numbers, or, without one, of responses. */
export type PivotValue = { show: OfResponses; questionId: null } | { show: OfNumbers; questionId: string };

export const responseValues: readonly PivotValue[] = ofResponses.map((show) => ({ show, questionId: null }));

export const showNames: Record<Show, string> = {
  count: "Count",
  weighted: "Weighted count",
  column: "% of column",
  row: "% of row",
  total: "% of total",
  base: "% of base",
  rank: "Rank",
  mean: "Mean",
  min: "Minimum",
  max: "Maximum",
  sum: "Sum",
  deviation: "Standard deviation",
};

/** How figures are written: as what, and with how many places after the point where those are not the kind's own. */
export type FigureForm = { kind: FigureKind; decimals?: number | undefined };

export const kindOf: Record<Show, FigureForm["kind"]> = {
  count: "count",
  weighted: "tenths",
  column: "percent",
  row: "percent",
  total: "percent",
  base: "percent",
  rank: "count",
  mean: "hundredths",
  min: "hundredths",
  max: "hundredths",
  sum: "hundredths",
  deviation: "hundredths",
};

/** Places after the point. Percentages have as many as each other, so that they stand one under the other. */
export function decimalsOf(show: Show, asked: number | null): number | undefined {
  if (kindOf[show] === "count") return undefined;
  return asked ?? (kindOf[show] === "percent" ? 1 : undefined);
}

export const aggregationOf: Record<OfNumbers, Aggregation> = {
  mean: aggregations.average,
  min: aggregations.min,
  max: aggregations.max,
  sum: aggregations.sum,
  deviation: aggregations.deviation,
};

/** As an address writes it: `column`, `mean:Q7`. */
export const valueText = ({ show, questionId }: PivotValue): string =>
  questionId === null ? show : `${show}:${questionId}`;

/** Null: no value. */
export function readValue(text: string): PivotValue | null {
  const plain = ofResponses.find((each) => each === text);
  if (plain) return { show: plain, questionId: null };
  const colon = text.indexOf(":");
  const show = ofNumbers.find((each) => each === text.slice(0, colon));
  const questionId = text.slice(colon + 1);
  return show && colon > 0 && questionId !== "" ? { show, questionId } : null;
}

export const sameValue = (one: PivotValue, other: PivotValue) => valueText(one) === valueText(other);

const COUNT: Measure = { aggregationType: aggregations.count };

/** What the service is asked for: the count, of which counts, percentages and bases are made, then each number once. */
export function measuresOf(values: readonly PivotValue[]): Measure[] {
  const asked = new Map<string, Measure>();
  for (const value of values) {
    if (value.questionId === null) continue;
    asked.set(valueText(value), { aggregationType: aggregationOf[value.show], questionId: value.questionId });
  }
  return [COUNT, ...asked.values()];
}

/** The place of a value's figures among the measures of `measuresOf`; -1 where they were not asked. */
export function measurePlace(measures: readonly Measure[], value: PivotValue): number {
  if (value.questionId === null) return 0;
  const type = aggregationOf[value.show];
  return measures.findIndex((each) => each.aggregationType === type && each.questionId === value.questionId);
}

/** The value that a chart shows: the one wanted, if the table has it, or its first. */
export const chartedValue = (values: readonly PivotValue[], wanted: PivotValue | null): PivotValue | null =>
  values.find((each) => wanted !== null && sameValue(each, wanted)) ?? values[0] ?? null;
