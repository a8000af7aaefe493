import { expect, test } from "vitest";
import { changedProjectFields, mergeProject, projectConflicts } from "./merge";
import { projectFormValues } from "./project-form";

const base = projectFormValues({ project_name: "Mobility", project_number: "1", session_exclusions: ["a"] });
const mine = { ...base, project_name: "Mine", business_unit: "Health" };
const theirs = { ...base, project_name: "Theirs", project_number: "2", session_exclusions: [] };

test("what only one of two changed is kept of each; what both changed is asked about", () => {
  expect(changedProjectFields(base, mine)).toEqual(["project_name", "business_unit"]);
  expect(projectConflicts(base, mine, theirs)).toEqual(["project_name"]);
  const both = { ...theirs, business_unit: "Health" };
  expect(mergeProject(base, mine, theirs, { project_name: "theirs" })).toEqual(both);
  expect(mergeProject(base, mine, theirs, { project_name: "mine" })).toEqual({ ...both, project_name: "Mine" });
});

test("two who made the same of a field are not asked", () => {
  expect(projectConflicts(base, mine, { ...base, project_name: "Mine" })).toEqual([]);
});
