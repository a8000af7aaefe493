import { expect, test } from "vitest";
import { projectChoices, projectNameChoices, userChoices } from "./choices";

test("namesakes are told apart by e-mail, others stand by name alone", () => {
  const users = [
    { id: "1", name: "Kim Lee", email: "kim@a.test" },
    { id: "2", name: "Kim Lee", email: "lee@a.test" },
    { id: "3", name: "Ada", email: "ada@a.test" },
  ];
  expect(userChoices(users).map(({ label }) => label)).toEqual(["Kim Lee (kim@a.test)", "Kim Lee (lee@a.test)", "Ada"]);
});

test("a manager who is no longer a user stays choosable, once", () => {
  const ada = { id: "3", name: "Ada", email: null };
  expect(userChoices([ada], ["gone", "gone", "3", null, ""])).toEqual([
    { value: "3", label: "Ada" },
    { value: "gone", label: "gone" },
  ]);
});

const project = (id: string, project_name: string | null, project_number: string | null) => ({
  id,
  project_name,
  project_number,
  account_id: null,
  project_manager_id: null,
  session_exclusions: [],
  business_unit: null,
});

test("projects stand once, by name and number; unknown ids as themselves; the project itself is left out", () => {
  const projects = [project("1", "Mobility", "DR-1"), project("2", null, null), project("1", "Mobility", "DR-1")];
  expect(projectChoices([...projects, project("me", "Me", "0")], ["1", "77"], "me")).toEqual([
    { value: "1", label: "Mobility · DR-1" },
    { value: "2", label: "2" },
    { value: "77", label: "77" },
  ]);
});

test("by name alone projects of one name are told apart by number", () => {
  const projects = [project("1", "Mobility", "DR-1"), project("2", "Mobility", "DR-2"), project("3", "Food", "F")];
  expect(projectNameChoices([...projects, project("3", "Food", "F"), project("4", null, "N")], ["77"])).toEqual([
    { value: "1", label: "Mobility · DR-1" },
    { value: "2", label: "Mobility · DR-2" },
    { value: "3", label: "Food" },
    { value: "4", label: "N" },
    { value: "77", label: "77" },
  ]);
});
