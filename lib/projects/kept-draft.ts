import * as z from "zod";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { isObject } from "@/lib/contracts/lenient";
import { changedProjectFields, type ProjectField, projectFields } from "./merge";
import { type ProjectFormValues, projectFormValues } from "./project-form";

/** Reads back what the form left as a draft, which may be of an earlier version of the product. */
const valuesSchema = z.object({
  account_id: z.string(),
  project_manager_id: z.string(),
  project_name: z.string(),
  project_number: z.string(),
  session_exclusions: z.array(z.string()),
  business_unit: z.string(),
} satisfies Record<ProjectField, z.ZodType>);

const baseSchema = z.object({
  project: z.custom<Project>((value) => isObject(value) && typeof value.id === "string"),
});

type Kept = { base: unknown; draft: unknown };
type Names = { users: ReadonlyMap<string, string>; projects: ReadonlyMap<string, string> };

/** null: it does not fit today's form. */
export function readKeptProject(kept: Kept): { base: Project | null; draft: ProjectFormValues } | null {
  const draft = valuesSchema.safeParse(kept.draft);
  const base = baseSchema.nullable().safeParse(kept.base);
  if (!draft.success || !base.success) return null;
  const project = base.data?.project ?? null;
  // What the draft began with has to be a project that the form could show.
  if (project && !valuesSchema.safeParse(projectFormValues(project)).success) return null;
  return { base: project, draft: draft.data };
}

/** A field's value as a person reads it. */
export function projectFieldText(field: ProjectField, values: ProjectFormValues, { users, projects }: Names): string {
  if (field === "session_exclusions") {
    return values.session_exclusions.map((id) => projects.get(id) ?? id).join(", ") || "none";
  }
  const text = values[field];
  return (field === "project_manager_id" ? users.get(text) : undefined) ?? (text.trim() || "nothing");
}

/** What values differ in from what they began with, a line a field. */
export const projectDraftText = (before: ProjectFormValues, values: ProjectFormValues, names: Names): string =>
  changedProjectFields(before, values)
    .map((field) => `${projectFields[field]}: ${projectFieldText(field, values, names)}`)
    .join("\n");

const NO_NAMES: Names = { users: new Map(), projects: new Map() };

/** A kept draft to read and to copy. */
export function keptProjectText(kept: Kept): string {
  const read = readKeptProject(kept);
  if (!read) return JSON.stringify(kept.draft, null, 2);
  return projectDraftText(projectFormValues(read.base ?? {}), read.draft, NO_NAMES);
}
