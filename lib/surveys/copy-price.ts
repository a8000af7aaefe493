import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import type { Copy } from "./clone";
import { numberOf, type SurveyDraft } from "./draft";
import { priceEffect } from "./price-effect";

/**
 * What a copy's price means beside the price of the survey that it copies; null: the prices are the same and not below
 * the minimum, or the copy's is empty or cannot be read. The service's own minimum is left out: it holds for the copied
 * survey's country.
 */
export function copyPriceEffect(survey: SurveyDraft, copy: Copy, isBuiltIn: boolean): PriceEffect | null {
  const price = numberOf(copy.offered_price_per_complete);
  if (price === null) return null;
  const atCopiedPrice: Survey = {
    id: "",
    name: copy.name,
    status: "Draft",
    respondents: numberOf(copy.respondents),
    calculation_type: survey.calculation_type,
    incidence_rate: numberOf(survey.incidence_rate),
    offered_price_per_complete: numberOf(survey.offered_price_per_complete),
    field_details: { survey_starts: 0, survey_completes: 0 },
  };
  // Without quotas: a copy's follow its target.
  const edited = {
    ...survey,
    ...{ status: "Draft", respondents: copy.respondents, respondent_attributes: [], offered_price_per_complete: price },
  };
  const effect = priceEffect([{ survey: atCopiedPrice, edited }], isBuiltIn);
  return effect.below > 0 || effect.cost_after !== effect.cost_before ? effect : null;
}
