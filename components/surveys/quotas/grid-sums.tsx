// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
"use client";

import { useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useFormat } from "@/components/ui/use-format";
import { largestLayer } from "@/lib/contracts/rules/quota-layers";
import type { QuotaDraft } from "@/lib/surveys/draft";
import { layered } from "@/lib/surveys/quotas/scale-layers";
import { sumOfTargets } from "@/lib/surveys/quotas/take-quotas";
import { useEditor } from "../editor/editor-context";
import { type GridLayout, SUMS_HEIGHT } from "./grid-layout";
import classes from "./quota-grid.module.css";

type Props = { quotas: readonly QuotaDraft[]; largestTotal: number | null; layout: GridLayout; rowIndex: number };

/**
 * The sum of the targets, the most that quotas for the same respondents come to against the survey's own target, and how
 * much of it can be reached at all.
 */
export function GridSums({ quotas, largestTotal, layout, rowIndex }: Props) {
  const format = useFormat();
  const { control } = useEditor();
  const respondents = useWatch({ control, name: "respondents" });
  const sum = sumOfTargets(quotas);
  // With thousands of quotas this takes longer than a key may wait.
  const shown = useDeferredValue(quotas);
  const { largest, isPart } = useMemo(() => {
    const most = largestLayer(layered(shown));
    return { largest: most, isPart: most !== sumOfTargets(shown) };
  }, [shown]);
  const notes = [
    respondents === "" ? null : against(largest - Number(respondents), isPart, format.count),
    largestTotal === null ? null : `at most ${format.count(largestTotal)} reachable`,
  ].filter(Boolean);
  const rest = layout.columns.length - layout.columns.indexOf("quota") - 1;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={classes.sums}
      style={{ gridTemplateColumns: layout.template, height: SUMS_HEIGHT }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.number}>
        Σ
      </div>
      <div role="gridcell" aria-colindex={2} className={classes.cell} data-column="quota_name">
        {format.count(quotas.length)} {quotas.length === 1 ? "quota" : "quotas"}
      </div>
      {!layout.isNarrow && (
        <div role="gridcell" aria-colindex={3} className={`${classes.cell} ${classes.together}`}>
          together
        </div>
      )}
      <div role="gridcell" aria-colindex={layout.isNarrow ? 3 : 4} className={classes.cell} data-column="quota">
        {format.count(sum)}
      </div>
      <div
        role="gridcell"
        aria-colindex={layout.isNarrow ? 4 : 5}
        aria-colspan={rest}
        className={`${classes.cell} ${classes.note}`}
        style={{ gridColumn: `span ${rest}` }}
      >
        {notes.join(" · ")}
      </div>
    </div>
  );
}

function against(difference: number, isPart: boolean, count: (value: number) => string): string {
  const which = isPart ? "largest group: " : "";
  if (difference === 0) return `${which}the survey’s target`;
  return `${which}${count(Math.abs(difference))} ${difference > 0 ? "above" : "below"} the survey’s target`;
}
