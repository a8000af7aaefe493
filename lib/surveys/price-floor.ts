import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { minimumPrice } from "@/lib/contracts/rules/price";
import type { Format } from "@/lib/tables/format";
import type { SurveyDraft } from "./draft";

export type Priced = Pick<SurveyDraft, (typeof pricedFields)[number]>;

type PriceFloor = {
  /** In US dollars. */
  floor: number;
  /** Whose figure it is, in words. */
  name: string;
  /** How much less the price is; null: it is not, or there is none. */
  below: number | null;
};

/** What the floor follows from, and what is held against it. */
export const pricedFields = ["length_of_interview", "incidence_rate", "offered_price_per_complete"] as const;

/**
 * The recommended floor of a survey that is being edited, and what its price is against it; null: not known yet.
 * A remote service's own floor holds as long as what it follows from is as the service has it. `present`: the survey
 * there; null: a new one.
 */
export function priceFloor(edited: Priced, present: Survey | null, isBuiltIn: boolean): PriceFloor | null {
  const [length, incidence] = [Number(edited.length_of_interview), Number(edited.incidence_rate)];
  const estimate = length >= 1 && incidence >= 1 && incidence <= 100 ? minimumPrice(length, incidence) : null;
  const isUntouched = present?.length_of_interview === length && present?.incidence_rate === incidence;
  const returned = !isBuiltIn && isUntouched ? (present?.minimum_price_per_complete ?? null) : null;
  const floor = returned ?? estimate;
  if (floor === null) return null;
  const price = edited.offered_price_per_complete;
  return {
    floor,
    name: isBuiltIn || returned !== null ? "Recommended minimum" : "Estimated minimum",
    below: price !== "" && Number(price) < floor ? floor - Number(price) : null,
  };
}

/** What a price below its floor means; null: it is not below. */
export const priceWarning = ({ name, floor, below }: PriceFloor, { usd }: Pick<Format, "usd">): string | null =>
  below === null ? null : `${name} ${usd(floor)}: this price is ${usd(below)} below, so fewer respondents will come.`;
