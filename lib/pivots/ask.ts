import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import { hasDateParts } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { measuresOf } from "./values";

/** What is asked of the service for a state; null while nothing is chosen that a table could be made of. */
export function askOf(state: PivotState, timeZone: string): PivotRequest | null {
  const { project, rows, columns, values, filter, weight, includeExcluded, baseRule } = state;
  const isEmpty = rows.length + columns.length === 0 && values.every(({ questionId }) => questionId === null);
  if (project === null || isEmpty) return null;
  return {
    projectId: project,
    rows,
    columns,
    measures: measuresOf(values),
    filter,
    baseRule,
    ...(weight !== null && { weight }),
    ...(includeExcluded && { includeExcluded }),
    ...(hasDateParts(state) && timeZone !== "UTC" && { timeZone }),
  };
}
