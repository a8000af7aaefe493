import "server-only";
import type { Readiness } from "@/lib/contracts/rules/survey-rules";
import { countsOfQuota, type SurveyCounts } from "@/lib/stores/postgres/counts";
import type { SurveyRow } from "@/lib/stores/postgres/surveys";

type Rows = { survey: SurveyRow; counts: SurveyCounts; quotas: { id?: string; quota: number }[] };

/** What the rule for live surveys looks at. A quota without an id is new and has counted nobody. */
export function readinessOf({ survey, counts, quotas }: Rows): Readiness {
  const counted = survey.calculationType === "Survey Starts" ? "starts" : "completes";
  return {
    respondents: survey.respondents,
    counted: counts[counted],
    quotas: quotas.map(({ id, quota }) => ({
      quota,
      counted: id ? countsOfQuota(counts, id)[counted] : 0,
    })),
    outOfFieldAt: survey.outOfFieldAt.getTime(),
    entryLink: survey.entryLink,
  };
}
