import { useMemo } from "react";
import { type Prepared, preparePivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { hasSeveral } from "@/lib/pivots/shown-table";
import { chartedValue } from "@/lib/pivots/values";
import type { PivotShown } from "./use-pivot";

/** What is drawn of the table that is shown, or why nothing is; null: the table alone is wanted. */
export function usePivotChart({ shown, grid, made, questions }: PivotShown): Prepared | null {
  return useMemo(() => {
    // A chart of one item would be taken for the grid.
    if (!shown || !grid || !made || grid.isEmpty || made.items) return null;
    const { chart: kind, values, chartValue, decimals } = shown.state;
    const value = chartedValue(values, chartValue);
    if (kind === "none" || !value) return null;
    const { rows, columns } = shown.asked;
    const several = hasSeveral(shown, questions);
    const asked = { kind, grid, made, rows, columns, questions, value, decimals, hasSeveral: several };
    return preparePivotChart(asked);
  }, [shown, grid, made, questions]);
}
