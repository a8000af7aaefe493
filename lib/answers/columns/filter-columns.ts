import type { TakenFor } from "./change-plan";
import type { ColumnRow } from "./prepare-columns";

/** Which columns of a file are shown: all of a kind, those to look at, those whose name or text holds what is typed. */
export type ColumnFilter = { text: string; as: TakenFor | "all" | "look" };

export function filterColumns(rows: readonly ColumnRow[], { text, as }: ColumnFilter): ColumnRow[] {
  const wanted = text.trim().toLowerCase();
  const holds = (value: string | null | undefined) => value?.toLowerCase().includes(wanted) ?? false;
  return rows.filter((row) => {
    if (as === "look" && row.look === null) return false;
    if (as !== "all" && as !== "look" && row.as !== as) return false;
    return wanted === "" || holds(row.name) || holds(row.question?.text) || holds(row.label);
  });
}
