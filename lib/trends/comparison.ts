import type { LineNames } from "@/lib/charts/chart-model";
import type { Comparison } from "@/lib/charts/prepare-trend";
import type { Days } from "@/lib/contracts/calendar/days";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { filterWords } from "@/lib/tables/filter-words";
import type { TrendState } from "./address";
import type { TrendAsk } from "./ask";
import { daysInView, hourNamer, previousPeriod, WHOLE } from "./range";

/** What a trend is compared with: what is asked for it, what the two are called, and which buckets stand beside which. */
export type Compared = { kind: "previous" | "filter"; ask: TrendAsk; names: LineNames; by: Comparison["by"] };

export const EVERYBODY = "All responses";

type Named = Parameters<typeof filterWords>[1];

/** A whole filter as a phrase. */
export const allWords = (items: readonly FilterItem[], questions: Named): string =>
  items.length === 0 ? EVERYBODY : items.map((item) => filterWords(item, questions)).join("; ");

const isSame = (a: readonly FilterItem[], b: readonly FilterItem[]) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Null: nothing is compared, or there is nothing that it could be compared with. The previous period is the one before
 * the days in view: of a zoomed range, before the zoom.
 */
export function comparedWith(
  { compare, against, zoom }: Pick<TrendState, "compare" | "against" | "zoom">,
  ask: TrendAsk,
  questions: Named,
): Compared | null {
  if (compare === "previous" && ask.by === null) {
    const own = daysInView(ask, zoom);
    const days = previousPeriod(own, ask.type);
    if (days.from < WHOLE.from) return null;
    const names = { own: `${own.from} to ${own.to}`, other: `${days.from} to ${days.to}` };
    return { kind: "previous", ask: { ...ask, days }, names, by: periodsBy({ ...ask, days: own }, days) };
  }
  if (compare !== "filter" || isSame(ask.filter, against)) return null;
  const names = { own: allWords(ask.filter, questions), other: allWords(against, questions) };
  return { kind: "filter", ask: { ...ask, filter: against }, names, by: "start" };
}

/** Days on which clocks are changed have fewer hours than others, or more. */
const periodsBy = ({ type, days, timeZone }: TrendAsk, previous: Days): Comparison["by"] =>
  type === "hourly" && timeZone !== "UTC"
    ? { own: hourNamer(days.from, timeZone), other: hourNamer(previous.from, timeZone) }
    : "place";

/** Whether two lines may be tested against each other, and what to say where they may not. */
export type Independence = { isIndependent: boolean; says: string | null };

type Shared = { data: number | null | undefined; error: Error | null };

/**
 * A period has other responses than the one before. Two filters do where no answer stands behind both: the tests take
 * samples that have no respondent in common.
 */
export function independenceOf(
  kind: Compared["kind"],
  { data, error }: Shared,
  count: (n: number) => string,
): Independence {
  if (kind === "previous" || data === 0) return { isIndependent: true, says: null };
  const not = (says: string): Independence => ({ isIndependent: false, says });
  if (error)
    return not(
      "It could not be read whether the two filters have respondents in common, so their differences are not tested.",
    );
  if (data === undefined) return not("Whether the two filters have respondents in common is being read.");
  if (data === null) {
    return not(
      "This service says no counts, so it cannot be told whether the two filters have respondents in common: their differences are not tested.",
    );
  }
  return not(
    `The two filters have respondents in common (${count(data)} of the answers shown are in both), and the tests are for separate ones: their differences are not tested.`,
  );
}
