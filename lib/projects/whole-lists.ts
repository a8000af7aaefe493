import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { QueryOf } from "@/lib/contracts/operation";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { readEverything } from "@/lib/http/every-page";
import { IN_ADDRESS, readByIds } from "@/lib/http/read-by-ids";

const demand = contract<typeof Demand>(demandCalls);

/** Lists that a page needs whole, read by the browser to their end: services differ in how much they give at once. */

const readProjects = async (query: QueryOf<typeof Demand.listProjects>, signal: AbortSignal) =>
  (await api(demand.listProjects, { query, signal })).data;

/** Projects by their ids, in the order of these; those that are gone, or not the viewer's, are left out. */
export const readProjectsById = (ids: readonly string[], signal: AbortSignal): Promise<Project[]> =>
  readByIds(ids, IN_ADDRESS, (query) => readProjects(query, signal));

export async function readManagedIds(managerId: string, signal: AbortSignal): Promise<string[]> {
  const query = { project_manager_ids: [managerId] };
  return managedBy(managerId, await readEverything((paging) => readProjects({ ...query, ...paging }, signal)));
}

/** Those of a user: a service that does not know the filter answers with everybody's. */
export const managedBy = (managerId: string, projects: readonly Project[]): string[] =>
  projects.filter((project) => project.project_manager_id === managerId).map(({ id }) => id);

export const readUsers = (signal: AbortSignal) =>
  readEverything(async (query) => (await api(demand.listUsers, { query, signal })).data);
