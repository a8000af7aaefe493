export const surveySortKeys = [
  "created",
  "name",
  "status",
  "respondents",
  "survey_completes",
  "offered_price_per_complete",
  "length_of_interview",
  "incidence_rate",
  "out_of_field_date",
  "last_complete_at",
] as const;

export type SurveySortKey = (typeof surveySortKeys)[number];

/** Whoever reads a list from a copy of a service's surveys that is older asks for a newer one by it. */
export const COPY_REFRESHED_AFTER_MS = 60_000;

export const responseStatuses = [
  "in progress",
  "complete",
  "standard termination",
  "quality termination",
  "security termination",
  "overquota termination",
] as const;

export type ResponseStatus = (typeof responseStatuses)[number];

/** A status in any case, with `_` read as a space. */
export function readResponseStatus(text: string): ResponseStatus | undefined {
  const plain = text.trim().toLowerCase().replaceAll("_", " ");
  return responseStatuses.find((status) => status === plain);
}

/** Of a survey. */
export const MAX_QUOTAS = 5000;
