import type { PivotState } from "./address";
import { dimensionTitle, type Field } from "./fields";

/** What stands in the columns, in words; empty: nothing. */
export const bookColumns = (
  { columns, banner }: Pick<PivotState, "columns" | "banner">,
  fields: readonly Field[],
): string => columns.map((id) => dimensionTitle(fields, id)).join(banner ? ", " : " › ");
