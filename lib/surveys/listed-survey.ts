import type { FieldDetails, Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SurveyFieldName } from "@/lib/contracts/interfaces/survey-fields";

/** All that a row of the list or of its export shows; quotas, most of a survey, are left to its own page. */
export const LISTED_FIELDS: SurveyFieldName[] = [
  "name",
  "project_id",
  "status",
  "respondents",
  "country_code",
  "language_code",
  "length_of_interview",
  "incidence_rate",
  "calculation_type",
  "offered_price_per_complete",
  "minimum_price_per_complete",
  "out_of_field_date",
  "out_of_field_timezone",
  "field_details",
];

const LISTED_DETAILS = [
  "survey_starts",
  "survey_completes",
  "actual_length_of_interview",
  "actual_incidence_rate",
  "last_complete_at",
] as const satisfies (keyof FieldDetails)[];

/** A survey with the figures that a row shows: what a page sends with it for fifty rows is a third of the page. */
export function listedSurvey(survey: Survey): Survey {
  const { field_details: details } = survey;
  if (!details) return survey;
  const known = LISTED_DETAILS.filter((name) => (details[name] ?? null) !== null);
  return { ...survey, field_details: Object.fromEntries(known.map((name) => [name, details[name]])) };
}
