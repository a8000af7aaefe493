import type { Survey } from "@/lib/contracts/survey-codec";

/** What counts towards a survey's target, as its calculation type says, and the target; null: unknown. */
export function surveyProgress(survey: Survey): {
  counted: number | null;
  target: number | null;
  percent: number | null;
} {
  const details = survey.field_details;
  const byStarts = survey.calculation_type?.toLowerCase() === "survey starts";
  const counted = (byStarts ? details?.survey_starts : details?.survey_completes) ?? null;
  const target = survey.respondents ?? null;
  const percent = counted === null || !target ? null : (100 * counted) / target;
  return { counted, target, percent };
}
