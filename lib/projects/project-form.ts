import * as z from "zod";
import { createProject, type NewProject, type ProjectPatch } from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { FieldProblems } from "@/lib/http/problem";

const { shape } = createProject.body;
const businessUnit = shape.business_unit.unwrap();

/**
 * A project as its form holds it: every member is there, and "" is no business unit. `before`: the project being
 * edited. The interface can change a business unit and cannot take it away.
 */
export const projectFormSchema = (before?: Project) =>
  createProject.body.extend({
    session_exclusions: z.array(z.string()),
    business_unit: z.string().superRefine((text, context) => {
      const none = text.trim() === "";
      if (none && before?.business_unit) context.addIssue("A business unit can be changed, not taken away.");
      if (none) return;
      for (const { message } of businessUnit.safeParse(text).error?.issues ?? []) context.addIssue(message);
    }),
  });

export type ProjectFormValues = z.output<ReturnType<typeof projectFormSchema>>;

/** A form's values as the interface takes them. */
export const newProjectOf = ({ business_unit, ...values }: ProjectFormValues): NewProject => ({
  ...values,
  ...(business_unit.trim() !== "" && { business_unit }),
});

/** What the form starts with: the project, or what is already known of a new one. */
export const projectFormValues = (given: Partial<Project>): ProjectFormValues => ({
  account_id: given.account_id ?? "",
  project_manager_id: given.project_manager_id ?? "",
  project_name: given.project_name ?? "",
  project_number: given.project_number ?? "",
  session_exclusions: given.session_exclusions ?? [],
  business_unit: given.business_unit ?? "",
});

/** Only what differs, so that saving does not undo what somebody else changed meanwhile. A project stays in its account. */
export function projectChange(before: Project, values: ProjectFormValues): ProjectPatch {
  const { account_id: _, ...members } = newProjectOf(values);
  const changed = Object.entries(members).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Project]),
  );
  return { id: before.id, ...Object.fromEntries(changed) };
}

type FieldName = keyof ProjectFormValues;

/** A refusal's sentences at the fields they are about ("session_exclusions.0" is about the list); `rest` for the form as a whole. */
export function placeProblems({ message, fields = {} }: { message: string; fields?: FieldProblems | undefined }) {
  const placed: { name: FieldName; message: string }[] = [];
  const rest: string[] = [];
  for (const [path, sentence] of Object.entries(fields)) {
    const name = path.split(".")[0] ?? "";
    if (Object.hasOwn(shape, name)) placed.push({ name: name as FieldName, message: sentence });
    else rest.push(sentence);
  }
  return { placed, rest: placed.length + rest.length === 0 ? [message] : rest };
}
