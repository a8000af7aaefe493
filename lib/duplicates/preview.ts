import "server-only";
import type { ActivationInput, ActivationPreview } from "@/lib/contracts/ours/duplicates";
import { countActivation, isExtended } from "@/lib/gateway/activation";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { ownAccount } from "@/lib/gateway/own-account";
import { knownSurveys } from "./resolve";

/** What switching would change, without changing it; what the service cannot say beforehand is said to be so. */
export async function previewActivation(context: SignedInContext, input: ActivationInput): Promise<ActivationPreview> {
  const account = await ownAccount(context, input.account_id);
  const { Survey_Number: numbers, ...others } = input.selectors;
  const { surveys, unknown } = numbers ? await knownSurveys(context, account, numbers) : { surveys: [], unknown: [] };
  const notCounted = isExtended(context) ? null : cannotCount(connectionOf(context.viewer).title);
  const nothing = { records: null, to_change: null };
  if (notCounted !== null) {
    const uncounted = surveys.map((survey) => ({ ...survey, ...nothing, active: null }));
    return { not_counted: notCounted, ...nothing, surveys: uncounted, unknown };
  }
  if (numbers && surveys.length === 0) return { not_counted: null, records: 0, to_change: 0, surveys: [], unknown };
  const selectors = { ...others, ...(numbers && { Survey_Number: surveys.map(({ survey_number }) => survey_number) }) };
  const counted = await countActivation({ context, account }, { type: input.Type, route: input.Route, selectors });
  const counts = new Map(counted.Surveys.map((count) => [count.Survey_Number, count]));
  const named = numbers ? surveys : (await knownSurveys(context, account, [...counts.keys()])).surveys;
  return {
    not_counted: null,
    records: counted.Records,
    to_change: counted.To_Change,
    surveys: named.map((survey) => {
      const count = counts.get(survey.survey_number);
      return {
        ...survey,
        records: count?.Records ?? 0,
        to_change: count?.To_Change ?? 0,
        // A number that nothing was recorded under yet starts active.
        active: count?.Active ?? true,
      };
    }),
    unknown,
  };
}

const cannotCount = (title: string) =>
  `${title} does not say beforehand how many records match. Each survey is switched until it reports fewer than 500.`;
