import type { Days } from "@/lib/contracts/calendar/days";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import type { TrendLine } from "./lines";
import { daysBefore, rangeInstants, WHOLE } from "./range";

/** What is asked of a project's answers. */
export type TrendAsk = {
  projectId: string;
  days: Days;
  type: BucketType;
  /** A question whose options are the buckets instead of time. */
  by: string | null;
  lines: TrendLine[];
  filter: FilterItem[];
  weight: string | null;
  /** Also responses excluded for quality. */
  includeExcluded: boolean;
  /** Also the quartiles of each bucket. */
  quartiles: boolean;
  timeZone: string;
};

/**
 * The same of the buckets before, which the first ones of a rolling mean over `rolling` buckets reach back to; null: it
 * reaches none. `earliest`: the first day with answers, where that is known.
 */
export function askBefore(asked: TrendAsk, rolling: number, earliest: string = WHOLE.from): TrendAsk | null {
  if (rolling === 1 || asked.by !== null) return null;
  const days = daysBefore(asked.days, { type: asked.type, count: rolling - 1, earliest });
  return days && { ...asked, days };
}

/** The request for these lines, as the interface has it. */
export function bodyOf({ days, type, by, lines, filter, weight, includeExcluded, quartiles, timeZone }: TrendAsk) {
  const groups = lines.flatMap((line) => (line.kind === "group" ? [[line.id, line.questionIds] as const] : []));
  const shares = lines.flatMap((line) => (line.kind === "share" ? [line.share] : []));
  return {
    ...rangeInstants(days, timeZone),
    type,
    questions: lines.flatMap(({ kind, id }) => (kind === "share" ? [] : [id])),
    filter,
    ...(groups.length > 0 && { groups: Object.fromEntries(groups) }),
    ...(shares.length > 0 && { shares }),
    ...(by !== null && { by }),
    ...(weight !== null && { weight }),
    ...(includeExcluded && { includeExcluded }),
    ...(quartiles && { quartiles }),
    ...(timeZone !== "UTC" && { timeZone }),
  };
}
