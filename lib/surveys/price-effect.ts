import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import type { Format } from "@/lib/tables/format";
import { type Priced, priceFloor, priceWarning } from "./price-floor";
import { countsStarts, surveyProgress } from "./progress";

/** The survey as it is, and what its price would follow from. */
type Change = { survey: Survey; edited: Priced };

/**
 * What new prices mean: which surveys would pay less than their minimum, and what the completes that are still to come
 * cost before and after. A price change applies to sessions that start after it, so that collected completes keep their
 * price. Surveys of which price, target or counts are unknown are left out of the cost and counted.
 */
export function priceEffect(changes: readonly Change[], isBuiltIn: boolean): PriceEffect {
  const effect: PriceEffect = { below: 0, furthest: null, completes: 0, cost_before: 0, cost_after: 0, unknown: 0 };
  for (const { survey, edited } of changes) {
    const floor = priceFloor(edited, survey, isBuiltIn);
    if (floor !== null && floor.below !== null) {
      effect.below += 1;
      if (floor.below > (effect.furthest?.below ?? 0)) {
        effect.furthest = { ...floor, below: floor.below, survey: survey.name ?? survey.id };
      }
    }
    const completes = remainingCompletes(survey);
    const [before, after] = [survey.offered_price_per_complete, edited.offered_price_per_complete];
    if (completes === null || before === null || before === undefined || typeof after !== "number") {
      effect.unknown += 1;
      continue;
    }
    effect.completes += completes;
    effect.cost_before += completes * before;
    effect.cost_after += completes * after;
  }
  return effect;
}

/** Completes still to come. Where starts fill the target, as many of the remaining starts as are expected to complete. */
function remainingCompletes(survey: Survey): number | null {
  const { counted, target } = surveyProgress(survey);
  if (counted === null || target === null) return null;
  const remaining = Math.max(0, target - counted);
  if (!countsStarts(survey.calculation_type)) return remaining;
  const share = completingShare(survey);
  return share === null ? null : Math.round(remaining * share);
}

/**
 * The share of starts that complete: as measured, or the entered incidence rate until a complete exists; null: unknown.
 * The measured incidence rate is another share: it is also of those who were turned away before they could start.
 */
function completingShare({ field_details: details, incidence_rate: rate }: Survey): number | null {
  const { survey_starts: starts, survey_completes: completes } = details ?? {};
  if (starts && completes) return Math.min(1, completes / starts);
  return rate == null ? null : rate / 100;
}

/** What prices below their minimum mean, in a sentence; null: there are none. */
export function belowMinimum({ below, furthest }: PriceEffect, format: Format): string | null {
  if (!furthest) return null;
  const warning = priceWarning(furthest, format);
  if (below === 1 || warning === null) return warning;
  return `${format.count(below)} surveys would pay less than their minimum. Furthest below is “${furthest.survey}”. ${warning}`;
}

/** What the remaining completes cost, in a sentence; null: it does not change, or nothing is known of it. */
export function costInWords(effect: PriceEffect, { usd, count }: Format): string | null {
  const { completes, cost_before: before, cost_after: after, unknown } = effect;
  const left =
    unknown === 0
      ? ""
      : ` Not included: ${count(unknown)} ${unknown === 1 ? "survey" : "surveys"} without known counts or price.`;
  if (completes === 0) return left === "" ? null : left.trim();
  const difference = after - before;
  const change =
    difference === 0 ? "as before" : `${usd(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than now`;
  const noun = completes === 1 ? "complete costs" : "completes cost";
  return `The remaining ${count(completes)} ${noun} ${usd(after)}, ${change}.${left}`;
}

/** What a copy's completes cost, in a sentence; null: as much as at the copied survey's price, or one is unknown. */
export function copyCostInWords({ completes, ...effect }: PriceEffect, { usd, count }: Format): string | null {
  const difference = effect.cost_after - effect.cost_before;
  if (completes === 0 || difference === 0) return null;
  const noun = completes === 1 ? "complete costs" : "completes cost";
  const change = `${usd(Math.abs(difference))} ${difference > 0 ? "more" : "less"}`;
  return `The copy's ${count(completes)} ${noun} ${usd(effect.cost_after)}, ${change} than at the copied survey's price.`;
}
