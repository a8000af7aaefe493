import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { listSurveys } from "@/lib/contracts/interfaces/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import { surveySortKeys } from "@/lib/contracts/terms/demand";
import { LISTED_FIELDS } from "./listed-survey";

/** The surveys list as its address says it: a pasted link shows the same list. */
const sorts = surveySortKeys.flatMap((key) => [key, `-${key}` as const]);
export type SurveySort = (typeof sorts)[number];

export const surveyListParsers = {
  search: parseAsString.withDefault(""),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  project: parseAsString,
  /** Whose projects: a user's id, or `me` for whoever looks. */
  manager: parseAsString,
  sort: parseAsStringLiteral(sorts),
  page: parseAsInteger.withDefault(1),
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

export const loadSurveyListState = createLoader(surveyListParsers);
export type SurveyListState = Awaited<ReturnType<typeof loadSurveyListState>>;

export const LIST_PAGE_SIZE = 50;

/** The state of a list on a project's page, whose surveys have one manager. */
export const withinProject = (state: SurveyListState, project: string): SurveyListState => ({
  ...state,
  project,
  manager: null,
});

/**
 * What narrows a list: the same for one page of it and for a change of all that it finds; null: no survey can match.
 * `managed`: the projects of the manager that the state names, where it names one.
 */
export function surveyListFilter(state: SurveyListState, managed: readonly string[] | null = null) {
  const search = state.search.trim();
  const statuses = state.status.filter(Boolean);
  const projects = projectIds(state, managed);
  if (projects?.length === 0) return null;
  return {
    ...(search && { search }),
    ...(statuses.length > 0 && { statuses }),
    ...(projects && { project_ids: projects }),
  };
}

function projectIds({ project, manager }: SurveyListState, managed: readonly string[] | null): string[] | null {
  if (!manager) return project ? [project] : null;
  if (project) return managed?.includes(project) ? [project] : [];
  return managed?.slice(0, MOST_PROJECTS) ?? [];
}

/** More ids than this make an address that servers refuse. */
export const MOST_PROJECTS = 200;

/** The call that answers a list's state; null: no survey can match. Newest first unless the address says otherwise. */
export function surveyListQuery(
  state: SurveyListState,
  managed: readonly string[] | null = null,
): QueryOf<typeof listSurveys> | null {
  const filter = surveyListFilter(state, managed);
  return (
    filter && {
      fields: LISTED_FIELDS,
      page: Math.max(1, state.page),
      page_size: LIST_PAGE_SIZE,
      sort: state.sort ?? "-created",
      ...filter,
    }
  );
}
