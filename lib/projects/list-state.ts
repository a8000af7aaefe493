import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";
import type { listProjects } from "@/lib/contracts/interfaces/demand";
import type { QueryOf } from "@/lib/contracts/operation";

/** The projects list as its address says it: a pasted link shows the same list. */
export const projectListParsers = {
  search: parseAsString.withDefault(""),
  manager: parseAsArrayOf(parseAsString).withDefault([]),
  page: parseAsInteger.withDefault(1),
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

/** The form over the list: `new`, or the id of the project being edited. */
export const formParser = parseAsString;

export const NEW_PROJECT = "new";

export const loadProjectListState = createLoader(projectListParsers);
export type ProjectListState = Awaited<ReturnType<typeof loadProjectListState>>;

export const PROJECT_PAGE_SIZE = 50;
/** What the interface takes as a search. */
export const MAX_SEARCH = 200;

/** The call that answers a list's state. */
export function projectListQuery({ search, manager, page }: ProjectListState): QueryOf<typeof listProjects> {
  const text = search.trim().slice(0, MAX_SEARCH);
  return {
    sums: true,
    page: Math.max(1, page),
    page_size: PROJECT_PAGE_SIZE,
    ...(text && { search: text }),
    ...(manager.length > 0 && { project_manager_ids: manager }),
  };
}

/** The address of a project's own page, which lists its surveys. */
export function projectHref(projectId: string, status?: string): string {
  const query = status ? `?${new URLSearchParams({ status })}` : "";
  return `/projects/${encodeURIComponent(projectId)}${query}`;
}
