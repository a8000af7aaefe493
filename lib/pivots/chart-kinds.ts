import { datePartOf } from "@/lib/contracts/terms/pivot";
import type { PivotValue, Show } from "./values";

/** What a table can be drawn as. */
export const chartKinds = ["none", "bars", "stacked", "line", "heat"] as const;
export type ChartKind = (typeof chartKinds)[number];
/** What is drawn at all. */
export type DrawnKind = Exclude<ChartKind, "none">;

export const chartNames: Record<ChartKind, string> = {
  none: "Table",
  bars: "Bars",
  stacked: "Stacked bars",
  line: "Line over time",
  heat: "Heat map",
};

/** Whether figures of parts are a whole together: of these alone a stack says something. */
const addable: Record<Show, boolean> = {
  count: true,
  weighted: true,
  column: true,
  row: true,
  total: true,
  base: true,
  rank: false,
  mean: false,
  min: false,
  max: false,
  sum: true,
  deviation: false,
};

type Asked = {
  /** The dimensions of the rows, outermost first. */
  rows: readonly string[];
  value: PivotValue;
  /** Respondents gave several answers to a question of the table. */
  hasSeveral: boolean;
  /** The columns are several questions side by side. */
  hasSpans: boolean;
};

/** Why a table is not drawn so, with what to do; null: it can be. */
export function chartRefusal(kind: ChartKind, { rows, value, hasSeveral, hasSpans }: Asked): string | null {
  if (kind === "line") {
    return periodOf(rows)
      ? null
      : "A line needs a date as the innermost of the rows, by year, quarter, month, week, day or hour. Put one there.";
  }
  if (kind !== "stacked") return null;
  if (!addable[value.show]) {
    return "Only counts, percentages and sums add up to a whole. Choose one of them as the value, or bars.";
  }
  // Parts of a column, or of a group in it, are of one question's answer.
  if (hasSpans && value.show !== "column" && value.show !== "base") {
    return "Each question of the columns has the same respondents again, so together they would be more than the whole. Choose bars, % of column as the value, or one question in columns.";
  }
  return hasSeveral
    ? "Respondents could give several answers, so the parts would be more than the whole. Choose bars."
    : null;
}

/** The part of a date that rows go along, where it is a period; weekdays come round again. */
export function periodOf(rows: readonly string[]) {
  const part = datePartOf(rows.at(-1) ?? "")?.part ?? null;
  return part === "weekday" ? null : part;
}
