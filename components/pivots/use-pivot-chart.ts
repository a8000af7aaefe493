import { useMemo } from "react";
import { prepareItemsChart } from "@/lib/pivots/items-chart";
import { type Prepared, preparePivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { stacksSeveral } from "@/lib/pivots/shown-table";
import { chartedValue } from "@/lib/pivots/values";
import type { PivotShown } from "./use-pivot";

/** What is drawn of the table that is shown, or why nothing is; null: the table alone is wanted. */
export function usePivotChart({ shown, grid, made, questions }: PivotShown): Prepared | null {
  return useMemo(() => {
    if (!shown || !grid || !made || grid.isEmpty) return null;
    const { chart: kind, values, chartValue, decimals } = shown.state;
    const value = chartedValue(values, chartValue);
    if (kind === "none" || !value) return null;
    const several = stacksSeveral(shown, questions);
    const { items } = made;
    if (items)
      return prepareItemsChart({ kind, items, grid, questions, value, look: shown.state, hasSeveral: several });
    const { rows, columns } = shown.asked;
    return preparePivotChart({ kind, grid, made, rows, columns, questions, value, decimals, hasSeveral: several });
  }, [shown, grid, made, questions]);
}
