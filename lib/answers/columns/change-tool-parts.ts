import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { numberOf } from "@/lib/contracts/rules/answer-cells";
import { type KnownAll, takeAllFor, takenIn } from "./change-plan";

/** The plan with one of its row filters on or off. */
export const setRowFilter = (plan: ImportPlan, at: number, applies: boolean): ImportPlan => ({
  ...plan,
  rowFilters: plan.rowFilters?.map((filter, place) => (place === at ? { ...filter, applies } : filter)),
});

/** The plan with no row left out. */
export const withAllRows = (plan: ImportPlan): ImportPlan => ({
  ...plan,
  ...(plan.rowFilters && { rowFilters: plan.rowFilters.map((filter) => ({ ...filter, applies: false })) }),
});

/** Whether all columns of metadata are left out. */
export function isMetadataLeftOut(plan: ImportPlan): boolean {
  const takenAs = takenIn(plan);
  return (plan.metadata ?? []).every((column) => takenAs(column) === "ignored");
}

/** The plan with its columns of metadata left out, or as questions: numbers where their first values are, else texts. */
export function leaveOutMetadata(plan: ImportPlan, isLeftOut: boolean, known: KnownAll): ImportPlan {
  const columns = plan.metadata ?? [];
  if (isLeftOut) return takeAllFor(plan, columns, "ignored", known);
  const isNumeric = (column: string) => {
    const values = known.valuesOf(column).filter((value) => value !== "");
    return values.length > 0 && values.every((value) => numberOf(value) !== null);
  };
  const ignored = new Set(plan.ignored);
  const numbers = columns.filter((column) => ignored.has(column) && isNumeric(column));
  const others = columns.filter((column) => ignored.has(column) && !isNumeric(column));
  return takeAllFor(takeAllFor(plan, numbers, "numeric", known), others, "open", known);
}
