/** Words of the pivot interface, which screens read without its schemas. */

/** What `aggregationType` says. 6 and 7 are ours and only asked for, never offered by `fetchSpecs`. */
export const aggregations = { count: 1, min: 2, max: 3, sum: 4, average: 5, deviation: 6, base: 7 } as const;
export type Aggregation = (typeof aggregations)[keyof typeof aggregations];

export const aggregationLabels: Record<Aggregation, string> = {
  1: "Count",
  2: "Min",
  3: "Max",
  4: "Sum",
  5: "Average",
  6: "Standard deviation",
  7: "Unweighted count",
};

/** What each aggregation is of: responses, and then it names no question, or a question's numbers. */
export const aggregationSubjects: Record<Aggregation, "responses" | "numbers"> = {
  1: "responses",
  2: "numbers",
  3: "numbers",
  4: "numbers",
  5: "numbers",
  6: "numbers",
  7: "responses",
};

/** Parts of a date that make a dimension: `<questionId>:month`. All but the weekday are periods, one after the other. */
export const dateParts = ["year", "quarter", "month", "week", "day", "hour", "weekday"] as const;
export type DatePart = (typeof dateParts)[number];

/** Stands for the time of the response itself where a date question is named: `_time:month`. */
export const RESPONSE_TIME = "_time";

/** A dimension that is a part of a date, as its two halves; null when it is a question's own id. */
export function datePartOf(dimension: string): { questionId: string; part: DatePart } | null {
  const colon = dimension.lastIndexOf(":");
  const part = dateParts.find((each) => each === dimension.slice(colon + 1));
  return colon > 0 && part ? { questionId: dimension.slice(0, colon), part } : null;
}

/** Whether a table is of parts of dates, which are of a zone's calendar. */
export const hasDateParts = ({ rows, columns }: { rows: readonly string[]; columns: readonly string[] }): boolean =>
  [...rows, ...columns].some((id) => datePartOf(id) !== null);

/** Which responses a table is of: see decision of the interface. `answered` unless asked otherwise. */
export const baseRules = ["answered", "asked", "all"] as const;
export type BaseRule = (typeof baseRules)[number];

/** Cells of a table, a measure each, totals included. */
export const MOST_CELLS = 100_000;
