import { oneLine } from "@/lib/charts/captions";
import { baseOf } from "./book";
import { baseOfItem } from "./items";
import type { Made } from "./prepare-pivot";
import { baseRuleNames } from "./remarks";
import type { TableRead } from "./shown-table";

type About = {
  read: Pick<TableRead, "asked" | "state">;
  made: Made;
  project: string;
  /** Its name; null: unweighted. */
  weight: string | null;
  /** Each condition in words. */
  filter: readonly string[];
  count: (n: number) => string;
  day: (iso: string) => string;
};

/** Project, base, state of the answers, weight, filter and test of a table in one line, for who reads it or its chart. */
export function clientLine({ read: { asked, state }, made, project, weight, filter, count, day }: About): string {
  const base = baseWords(made, count);
  const since = made.table.provenance?.revisedAt ?? null;
  const against = state.against === "columns" ? "other columns" : "the rest";
  return oneLine([
    project,
    `base: ${baseRuleNames[asked.baseRule].toLowerCase()}${base === null ? "" : `, n ${base}`}`,
    since === null ? null : `answers of ${day(since)}`,
    weight === null ? "unweighted" : `weighted by ${weight}`,
    filter.length > 0 ? `filter: ${filter.join("; ")}` : null,
    asked.includeExcluded ? "with responses excluded for quality" : null,
    state.against === "none" ? null : `tested against ${against} at ${state.high}%`,
  ]);
}

/** Of the table, or from the least to the greatest of a grid's items; null: the service gives no total. */
function baseWords(made: Made, count: About["count"]): string | null {
  const own = made.items ? made.items.items.map((item) => baseOfItem(item, "base")) : [baseOf(made)];
  const known = own.filter((base) => base !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return null;
  return least === most ? count(least) : `${count(least)} to ${count(most)} by item`;
}
