import type { PivotState } from "./address";
import { bookColumns } from "./book-columns";
import { dimensionTitle, type Field } from "./fields";
import { isOfItems } from "./items";
import { valueTitle } from "./shown-table";

type Known = { fields: readonly Field[]; weights: readonly { id: string; name: string }[] };

const testNames: Record<PivotState["against"], string | null> = {
  none: null,
  columns: "Letters",
  rest: "Tests against the rest",
};

/** What a table is of, in one line, for where its settings are hidden. */
export function settingsSummary(state: PivotState, { fields, weights }: Known): string {
  const grid = isOfItems(state) ? fields.find(({ id }) => id === state.rows[0])?.grid?.text : null;
  const rows = grid || state.rows.map((id) => dimensionTitle(fields, id)).join(" › ");
  const columns = bookColumns(state, fields);
  const weight = weights.find(({ id }) => id === state.weight)?.name ?? state.weight;
  const filters = state.filter.length;
  return [
    [rows || "All responses", columns].filter(Boolean).join(" by "),
    isOfItems(state) ? null : state.values.map((value) => valueTitle(fields, value)).join(", "),
    weight === null ? "Unweighted" : `Weighted by ${weight}`,
    filters === 0 ? null : filters === 1 ? "1 filter" : `${filters} filters`,
    testNames[state.against],
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
