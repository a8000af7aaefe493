import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { Page } from "@/lib/contracts/lenient";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { AppError } from "@/lib/http/problem";
import { type ProjectListState, projectListQuery } from "./list-state";
import { readManagedIds, readProjectsById, readUsers } from "./whole-lists";

const demand = contract<typeof Demand>(demandCalls);

/** Every key about projects begins with this: a saved project makes them all stale. */
export const PROJECTS_KEY = ["projects"] as const;

/** Names of the first projects, for pickers and columns. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: ["projects", "names"],
    queryFn: async ({ signal }) => (await api(demand.listProjects, { query: { page_size: 500 }, signal })).data,
    staleTime: 60_000,
  });

export const projectPageQuery = (state: ProjectListState) =>
  queryOptions({
    queryKey: ["projects", "list", projectListQuery(state)],
    queryFn: async ({ signal }) => (await api(demand.listProjects, { query: projectListQuery(state), signal })).data,
    placeholderData: keepPreviousData,
  });

/** One project as it is now, for its form: never taken from an earlier opening. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: async ({ signal }) => {
      const { data } = await api(demand.listProjects, { query: { ids: [id] }, signal });
      const project = data.items.find((item) => item.id === id);
      if (!project) throw new AppError("not_found", "There is no such project among yours.");
      return project;
    },
    gcTime: 0,
  });

/** A project with the sums of its surveys, for its page; null when there is none of that id for this viewer. */
export const projectDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "detail", id],
    queryFn: async ({ signal }) =>
      projectDetail(id, (await api(demand.listProjects, { query: projectDetailAsked(id), signal })).data),
  });

export const projectDetailAsked = (id: string) => ({ ids: [id], sums: true });

/** The project of an id; a service that does not know the filter answers with others. */
export function projectDetail(id: string, { items, as_of }: Page<Project>) {
  const project = items.find((item) => item.id === id);
  return project ? { project, as_of } : null;
}

/** Projects whose name or number has a text in it, for pickers over more than `projectsQuery` holds. */
export const projectSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ["projects", "search", search],
    queryFn: async ({ signal }) => (await api(demand.listProjects, { query: { search, page_size: 50 }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** Projects by their ids: names for what is chosen. */
export const projectsByIdQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ["projects", "ids", ids],
    queryFn: ({ signal }) => readProjectsById(ids, signal),
    placeholderData: keepPreviousData,
  });

/** What projects are called, by id: all that a column or a chosen filter says of them. */
export type ProjectNames = Record<string, string>;

export const projectNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["projects", "called", ids],
    queryFn: async ({ signal }) => projectNamesOf(await readProjectsById(ids, signal)),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const projectNamesOf = (projects: readonly Project[]): ProjectNames =>
  Object.fromEntries(projects.map(({ id, project_name }) => [id, project_name || id]));

/** The ids of rows' projects as `projectNamesQuery` takes them: each once, in one order. */
export const distinctIds = (ids: readonly (string | null | undefined)[]): string[] =>
  [...new Set(ids.flatMap((id) => id || []))].sort();

/** The ids of the projects that a user manages. */
export const managedProjectsQuery = (managerId: string | null) =>
  queryOptions({
    queryKey: ["projects", "managed", managerId],
    queryFn: async ({ signal }) => (managerId === null ? [] : readManagedIds(managerId, signal)),
    staleTime: 60_000,
  });

/** The people of the viewer's accounts, all of them. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ["users"],
    queryFn: ({ signal }) => readUsers(signal),
    staleTime: 60_000,
  });
