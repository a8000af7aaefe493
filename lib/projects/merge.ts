import type { ProjectFormValues } from "./project-form";

/** What two people made of one project, field by field. */
export type ProjectField = keyof ProjectFormValues;
export type Side = "mine" | "theirs";

export const projectFields: Record<ProjectField, string> = {
  project_name: "Name",
  project_number: "Number",
  project_manager_id: "Project manager",
  account_id: "Account",
  business_unit: "Business unit",
  session_exclusions: "Session exclusions",
};
const names = Object.keys(projectFields) as ProjectField[];

const isSame = (a: ProjectFormValues[ProjectField], b: ProjectFormValues[ProjectField]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** The fields in which values differ from what they began with. */
export const changedProjectFields = (before: ProjectFormValues, now: ProjectFormValues): ProjectField[] =>
  names.filter((name) => !isSame(before[name], now[name]));

/** Fields that both changed, each to something else: a person has to choose. */
export const projectConflicts = (base: ProjectFormValues, mine: ProjectFormValues, theirs: ProjectFormValues) =>
  changedProjectFields(base, theirs).filter(
    (name) => !isSame(base[name], mine[name]) && !isSame(mine[name], theirs[name]),
  );

/** What they have, with what I changed; where both did, as chosen, mine unless said otherwise. */
export function mergeProject(
  base: ProjectFormValues,
  mine: ProjectFormValues,
  theirs: ProjectFormValues,
  choices: Partial<Record<ProjectField, Side>>,
): ProjectFormValues {
  const kept = changedProjectFields(base, mine).filter((name) => choices[name] !== "theirs");
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
}
