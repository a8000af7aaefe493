import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type listSurveys, surveySortKeys } from "@/lib/contracts/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import type { SurveyFieldName } from "@/lib/contracts/survey-fields";

/** The surveys list as its address says it: a pasted link shows the same list. */
const sorts = surveySortKeys.flatMap((key) => [key, `-${key}` as const]);
export type SurveySort = (typeof sorts)[number];

export const surveyListParsers = {
  search: parseAsString.withDefault(""),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  project: parseAsString,
  sort: parseAsStringLiteral(sorts),
  page: parseAsInteger.withDefault(1),
};

export const loadSurveyListState = createLoader(surveyListParsers);
export type SurveyListState = Awaited<ReturnType<typeof loadSurveyListState>>;

export const LIST_PAGE_SIZE = 50;

/** What a row of the list shows; quotas are left to the survey's own page. */
const fields: SurveyFieldName[] = [
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

/** The call that answers a list's state. Newest first unless the address says otherwise. */
export function surveyListQuery(state: SurveyListState): QueryOf<typeof listSurveys> {
  const search = state.search.trim();
  const statuses = state.status.filter(Boolean);
  return {
    fields,
    page: Math.max(1, state.page),
    page_size: LIST_PAGE_SIZE,
    sort: state.sort ?? "-created",
    ...(search && { search }),
    ...(statuses.length > 0 && { statuses }),
    ...(state.project && { project_ids: [state.project] }),
  };
}
