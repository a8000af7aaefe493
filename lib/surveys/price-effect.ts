import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import type { Format } from "@/lib/tables/format";
import { numberOf, type SurveyDraft } from "./draft";
import { priceFloor, priceWarning } from "./price-floor";
import { countsStarts, surveyProgress } from "./progress";

/** The survey as it is, and with all that changes together with its price. */
type Change = { survey: Survey; edited: SurveyDraft };

/**
 * What new prices mean: which surveys would pay less than their minimum, and what the completes that are still to come
 * cost before and after. A price change applies to sessions that start after it, so that collected completes keep their
 * price. Target and status that change in the same save count as they will be. Only live surveys let respondents in: a
 * complete one adds nothing, a draft or paused one what it costs if it goes live. Surveys of which price, target or
 * counts are unknown are left out of the cost and counted.
 */
export function priceEffect(changes: readonly Change[], isBuiltIn: boolean): PriceEffect {
  const effect: PriceEffect = { ...NO_EFFECT };
  for (const { survey, edited } of changes) {
    const floor = priceFloor(edited, survey, isBuiltIn);
    if (floor !== null && floor.below !== null) {
      effect.below += 1;
      if (floor.below > (effect.furthest?.below ?? 0)) {
        effect.furthest = { ...floor, below: floor.below, survey: survey.name ?? survey.id };
      }
    }
    const next = withEdits(survey, edited);
    if (isComplete(survey) && isComplete(next)) {
      effect.complete += 1;
      continue;
    }
    const [before, after] = [remainingCost(survey), remainingCost(next)];
    if (before === null || after === null) {
      effect.unknown += 1;
      continue;
    }
    if (after.completes > 0 && isNotLive(next)) effect.not_live += 1;
    effect.completes_before += before.completes;
    effect.completes += after.completes;
    effect.cost_before += before.cost;
    effect.cost_after += after.cost;
  }
  return effect;
}

const NO_EFFECT: PriceEffect = {
  ...{ below: 0, furthest: null, completes_before: 0, completes: 0, cost_before: 0, cost_after: 0 },
  ...{ not_live: 0, complete: 0, unknown: 0 },
};

const statusOf = ({ status }: Survey) => status?.trim().toLowerCase() ?? "";
const isComplete = (survey: Survey): boolean => statusOf(survey) === "complete";
const isNotLive = (survey: Survey): boolean => !["live", ""].includes(statusOf(survey));

/** The survey as it will be, with the counts that it has. */
function withEdits(survey: Survey, edited: SurveyDraft): Survey {
  const counts = new Map(survey.respondent_attributes?.map((quota) => [quota.quota_id, quota]));
  const NEW = { survey_starts: 0, survey_completes: 0 };
  return {
    ...survey,
    status: edited.status,
    respondents: numberOf(edited.respondents),
    calculation_type: edited.calculation_type,
    incidence_rate: numberOf(edited.incidence_rate),
    offered_price_per_complete: numberOf(edited.offered_price_per_complete),
    respondent_attributes: edited.respondent_attributes.map(({ quota_id, quota_name, quota, qualifications }) => {
      const { survey_starts, survey_completes } = (quota_id !== null && counts.get(quota_id)) || NEW;
      return { quota_id, quota_name, quota: numberOf(quota), qualifications, survey_starts, survey_completes };
    }),
  };
}

/** Completes still to come and what they cost; null: unknown. */
function remainingCost(survey: Survey): { completes: number; cost: number } | null {
  if (isComplete(survey)) return { completes: 0, cost: 0 };
  const completes = remainingCompletes(survey);
  const price = survey.offered_price_per_complete ?? null;
  return completes === null || price === null ? null : { completes, cost: completes * price };
}

/** Completes still to come. Where starts fill the target, as many of the remaining starts as are expected to complete. */
function remainingCompletes(survey: Survey): number | null {
  const { counted, target } = surveyProgress(survey);
  if (counted === null || target === null) return null;
  const remaining = Math.max(0, Math.min(target - counted, roomInQuotas(survey) ?? Number.POSITIVE_INFINITY));
  if (!countsStarts(survey.calculation_type)) return remaining;
  const share = completingShare(survey);
  return share === null ? null : Math.round(remaining * share);
}

/** How many more the quotas let in at most, since each respondent is in one at least; null: unknown, or there are none. */
function roomInQuotas({ calculation_type: type, respondent_attributes: quotas }: Survey): number | null {
  if (!quotas?.length) return null;
  let room = 0;
  for (const { quota, survey_starts, survey_completes } of quotas) {
    const counted = countsStarts(type) ? survey_starts : survey_completes;
    if (quota === null || counted === null) return null;
    room += Math.max(0, quota - counted);
  }
  return room;
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

/** What the remaining completes cost, in words; null: there are none, and no survey is left out. */
export function costInWords(effect: PriceEffect, format: Format): string | null {
  const { not_live: notLive } = effect;
  const isOne = notLive === 1;
  const condition = `${surveysInWords(notLive, format)} ${isOne ? "is" : "are"} not live: ${isOne ? "its" : "their"} completes come only if ${isOne ? "it goes" : "they go"} live.`;
  const sentences = [costSentences(effect, format), notLive > 0 ? condition : null, leftOutInWords(effect, format)];
  return sentences.filter((sentence) => sentence !== null).join(" ") || null;
}

function leftOutInWords({ complete, unknown }: PriceEffect, format: Format): string | null {
  const parts = [
    ...(unknown > 0 ? [`${surveysInWords(unknown, format)} without known counts or price`] : []),
    ...(complete > 0
      ? [`${surveysInWords(complete, format)} with status Complete, to which no more respondents come`]
      : []),
  ];
  return parts.length === 0 ? null : `Not included: ${parts.join(", and ")}.`;
}

const surveysInWords = (surveys: number, { count }: Format) =>
  `${count(surveys)} ${surveys === 1 ? "survey" : "surveys"}`;

/** Where as many completes remain as before, the difference is the price's; else both sides are told. */
function costSentences(effect: PriceEffect, format: Format): string | null {
  const { completes, completes_before: completesBefore, cost_before: before, cost_after: after } = effect;
  if (completes === 0 && completesBefore === 0) return null;
  const now = completesBefore === 0 ? "no completes remain" : remainingInWords(completesBefore, before, format);
  if (completes === 0) return `After this change no completes remain. Now ${now}.`;
  const cost = remainingInWords(completes, after, format);
  const change = differenceInWords(after - before, format);
  if (completes === completesBefore)
    return `${capitalised(cost)}, ${change === null ? "as before" : `${change} than now`}.`;
  return `After this change ${cost}, ${change === null ? "as much as" : `${change} than`} now. Now ${now}.`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const remainingInWords = (completes: number, cost: number, { usd, count }: Format) =>
  `the remaining ${count(completes)} ${completes === 1 ? "complete costs" : "completes cost"} ${usd(cost)}`;

/** "$1.50 more"; null: there is none. */
const differenceInWords = (difference: number, { usd }: Format) =>
  difference === 0 ? null : `${usd(Math.abs(difference))} ${difference > 0 ? "more" : "less"}`;

/** What a copy's completes cost, in a sentence; null: as much as at the copied survey's price, or one is unknown. */
export function copyCostInWords({ completes, ...effect }: PriceEffect, format: Format): string | null {
  const { usd, count } = format;
  const change = differenceInWords(effect.cost_after - effect.cost_before, format);
  if (completes === 0 || change === null) return null;
  const noun = completes === 1 ? "complete costs" : "completes cost";
  return `The copy's ${count(completes)} ${noun} ${usd(effect.cost_after)}, ${change} than at the copied survey's price.`;
}
