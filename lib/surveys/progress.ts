import type { Survey } from "@/lib/contracts/interfaces/survey-codec";

/** Whether a calculation type counts those who entered; otherwise it counts those who completed. */
export const countsStarts = (calculationType: string | null | undefined): boolean =>
  calculationType?.trim().toLowerCase() === "survey starts";

/** What counts towards a survey's target, as its calculation type says, and the target; null: unknown. */
export function surveyProgress(survey: Survey): {
  counted: number | null;
  target: number | null;
  percent: number | null;
} {
  const details = survey.field_details;
  const byStarts = countsStarts(survey.calculation_type);
  const counted = (byStarts ? details?.survey_starts : details?.survey_completes) ?? null;
  const target = survey.respondents ?? null;
  const percent = counted === null || target === null || target <= 0 ? null : (100 * counted) / target;
  return { counted, target, percent };
}
