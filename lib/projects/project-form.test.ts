import { expect, test } from "vitest";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { AppError } from "@/lib/http/problem";
import { newProjectOf, placeProblems, projectChange, projectFormSchema, projectFormValues } from "./project-form";

const project: Project = {
  id: "p1",
  account_id: "a1",
  project_manager_id: "m1",
  project_name: "Mobility",
  project_number: "DR-1",
  session_exclusions: ["p2"],
  business_unit: "Automotive",
};
const parsed = (values: Partial<ReturnType<typeof projectFormValues>>, before?: Project) =>
  projectFormSchema(before).safeParse({ ...projectFormValues(project), ...values });

test("a form left as it was sends no change", () => {
  const { data } = parsed({}, project);
  expect(data && projectChange(project, data)).toEqual({ id: "p1" });
});

test("sends only the members that were changed, a shortened list included", () => {
  const { data } = parsed({ project_name: "Mobility 2", session_exclusions: [] }, project);
  expect(data && projectChange(project, data)).toEqual({
    id: "p1",
    project_name: "Mobility 2",
    session_exclusions: [],
  });
});

test("never moves a project to another account", () => {
  const { data } = parsed({ account_id: "a2" }, project);
  expect(data && projectChange(project, data)).toEqual({ id: "p1" });
});

test("a new project may do without a business unit; one that has it keeps or changes it", () => {
  const { data } = parsed({ business_unit: " " });
  expect(data && newProjectOf(data)).not.toHaveProperty("business_unit");
  expect(parsed({ business_unit: "x".repeat(201) }).error?.issues.map(({ message }) => message)).toEqual([
    "Business unit must have at most 200 characters.",
  ]);
  const refused = parsed({ business_unit: "" }, project);
  expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["business_unit"], "A business unit can be changed, not taken away."],
  ]);
});

test("an empty new form says of each missing field that it is required", () => {
  const { error } = projectFormSchema().safeParse(projectFormValues({}));
  expect(error?.issues.map(({ message }) => message).sort()).toEqual([
    "Account is required.",
    "Project manager is required.",
    "Project name is required.",
    "Project number is required.",
  ]);
});

test("what the service says of a field stands at the field, the rest over the form", () => {
  const fields = { project_manager_id: "Unknown.", "session_exclusions.0": "Not an id.", odd: "Odd." };
  expect(placeProblems(new AppError("invalid", "Check the fields.", { fields }))).toEqual({
    placed: [
      { name: "project_manager_id", message: "Unknown." },
      { name: "session_exclusions", message: "Not an id." },
    ],
    rest: ["Odd."],
  });
  expect(placeProblems(new AppError("unavailable", "Try again."))).toEqual({ placed: [], rest: ["Try again."] });
});
