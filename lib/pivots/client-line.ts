import { oneLine } from "@/lib/charts/captions";
import { baseOf } from "./book";
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
};

/** Project, base, weight, filter and test of a table in one line, for who reads it or its chart. */
export function clientLine({ read: { asked, state }, made, project, weight, filter, count }: About): string {
  const base = baseOf(made);
  const against = state.against === "columns" ? "other columns" : "the rest";
  return oneLine([
    project,
    `base: ${baseRuleNames[asked.baseRule].toLowerCase()}${base === null ? "" : `, n ${count(base)}`}`,
    weight === null ? "unweighted" : `weighted by ${weight}`,
    filter.length > 0 ? `filter: ${filter.join("; ")}` : null,
    asked.includeExcluded ? "with responses excluded for quality" : null,
    state.against === "none" ? null : `tested against ${against} at ${state.high}%`,
  ]);
}
