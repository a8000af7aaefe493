import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { type FilterItem, filterItems } from "@/lib/contracts/rules/filter-items";
import { missingNames } from "@/lib/contracts/rules/row-names";
import { aggregations, type BaseRule } from "@/lib/contracts/terms/pivot";
import { totalsOf } from "./percent";

/**
 * Whom the table of a grid leaves out because their weight is missing or negative. Each item's own table counts them
 * among those who are in it, and most people are in several: neither a sum nor the greatest of these is their number.
 */

/** The request that counts them over all items: a table without rows, of everyone in any item's table. Empty: not needed. */
export function leftOutRequests(asked: PivotRequest): PivotRequest[] {
  const { rows, weight, baseRule } = asked;
  if (weight === undefined || rows.length < 2 || baseRule === "all") return [];
  const filter = [...asked.filter, { any: rows.flatMap((id) => isInTable(id, baseRule)) }];
  // A filter that is as long as one may be leaves no room for a condition.
  if (filterItems(filter) === null) return [];
  return [{ ...asked, rows: [], columns: [], measures: [{ aggregationType: aggregations.count }], filter }];
}

const isInTable = (questionId: string, baseRule: BaseRule): FilterItem[] => [
  { questionId, operator: "answered" },
  ...(baseRule === "asked" ? [{ questionId, operator: "eq" as const, value: missingNames.no_answer }] : []),
];

type Read = { byItem: readonly (readonly PivotTable[])[]; union: PivotTable | null };

/** `isExcludedLeast`: there may be more, which these tables do not tell. */
export function leftOutOfItems({ byItem, union }: Read, baseRule: BaseRule) {
  const own = byItem.flatMap(([everybody]) => everybody ?? []);
  const excluded = rangeOf(own.map((table) => table.excluded));
  // Of all responses each item's table leaves out the same ones.
  const isKnown = baseRule === "all" || excluded.most === excluded.least;
  if (isKnown) return { excluded: excluded.least, isExcludedLeast: false };
  const people = rangeOf(own.map(respondentsIn));
  const isUnion =
    union !== null &&
    isWithin(union.excluded, excluded) &&
    isWithin(respondentsIn(union), people) &&
    (baseRule !== "asked" || own.every(namesMissingAlike));
  return isUnion
    ? { excluded: union.excluded, isExcludedLeast: false }
    : { excluded: excluded.least, isExcludedLeast: true };
}

type Range = { least: number; most: number };

/** How many people are in any of these groups: at least the largest group, at most their sum. */
const rangeOf = (counts: readonly number[]): Range => ({
  least: Math.max(0, ...counts),
  most: counts.reduce((sum, count) => sum + count, 0),
});

/** A service that ignores the condition counts others too. */
const isWithin = (count: number, { least, most }: Range) => count >= least && count <= most;

function respondentsIn(table: PivotTable): number {
  const { row, column } = totalsOf(table);
  return table.base[row]?.[column]?.[0] ?? 0;
}

const NO_ANSWER = -1;

/** Whether the row of those who did not answer is called as the condition says, and no option is. */
const namesMissingAlike = ({ rows, rowCodes }: PivotTable): boolean =>
  rowCodes.every(
    ([code], at) => code === undefined || (code === NO_ANSWER) === (rows[at]?.[0] === missingNames.no_answer),
  );
