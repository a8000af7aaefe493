import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { newProjectOf, type ProjectFormValues, projectChange } from "./project-form";

const demand = contract<typeof Demand>(demandCalls);

/** A form's values, and the project that they go to as it is now; without one a new project. */
export type ProjectWrite = { values: ProjectFormValues; before?: Project | undefined };

/**
 * Creates a project, or changes the one it was. Nothing is sent when nothing changed. `key`: a UUID, the same for every
 * try of one creation.
 */
export async function saveProject({ values, before, key }: ProjectWrite & { key: string }): Promise<Project> {
  const headers = { "idempotency-key": key };
  if (!before) return (await api(demand.createProject, { body: newProjectOf(values), headers })).data;
  const change = projectChange(before, values);
  if (Object.keys(change).length === 1) return before;
  return (await api(demand.updateProject, { body: change })).data;
}
