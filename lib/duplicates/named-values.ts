import { masked, selectorNames } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { FIRST_VALUES } from "@/lib/contracts/terms/duplicates";
import type { HistoryRow } from "@/lib/stores/postgres/activation-history";

/** What an entry of the history named: the first values of each selector, or all of them. */
export function namedValues(
  { selectors, surveys }: Pick<HistoryRow, "selectors" | "surveys">,
  { seesAll, hasAll }: { seesAll: boolean; hasAll: boolean },
): ActivationChange["selectors"] {
  return Object.fromEntries(
    selectorNames.flatMap((name) => {
      const values = selectors[name];
      if (values === undefined) return [];
      const count = name === "Survey_Number" ? surveys : values.length;
      const sent = hasAll ? values : values.slice(0, FIRST_VALUES);
      return [[name, { count, values: seesAll ? sent : sent.map((value) => masked(name, value)) }]];
    }),
  );
}
