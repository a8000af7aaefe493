import type { PivotState } from "./address";
import { lastRank } from "./last-options";

type Order = Pick<PivotState, "sort" | "descending" | "othersLast" | "hideBelow">;
type Rows = {
  /** Of those that are shown. */
  labels: readonly string[];
  hidden: number;
  hasTotals: boolean;
  /** What sorts them where a figure does. */
  by: string;
  /** Rows are sorted inside these: "nets"; null: all among each other. */
  within: string | null;
};

const ends: Record<Order["sort"], { up: string; down: string }> = {
  order: { up: "as in the questionnaire", down: "in the reverse order of the questionnaire" },
  label: { up: "by label, A to Z", down: "by label, Z to A" },
  value: { up: "least first", down: "greatest first" },
};

/** How rows are sorted, which are hidden, and which stand last: a sentence each. */
export function orderNotes(
  { sort, descending, othersLast, hideBelow }: Order,
  { labels, hidden, hasTotals, by, within }: Rows,
): string[] {
  const direction = ends[sort][descending ? "down" : "up"];
  const order = sort === "value" ? `by ${by}, ${direction}` : direction;
  const last = new Set(labels.filter((label) => othersLast && lastRank(label) > 0).map((label) => `“${label}”`));
  const [rows, are, stand] = [
    hidden === 1 ? "row" : "rows",
    hidden === 1 ? "is" : "are",
    last.size === 1 ? "stands" : "stand",
  ];
  return [
    ...(sort === "order" && !descending
      ? []
      : [`Rows are sorted ${within === null ? "" : `within ${within} `}${order}.`]),
    ...(hidden > 0
      ? [
          `${hidden} ${rows} of fewer than ${hideBelow} respondents ${are} hidden${hasTotals ? "; totals include them" : ""}.`,
        ]
      : []),
    ...(last.size > 0 ? [`${inWords.format(last)} ${stand} last in any order.`] : []),
  ];
}

const inWords = new Intl.ListFormat("en");
