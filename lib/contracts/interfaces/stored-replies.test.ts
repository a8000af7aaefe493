import { expect, test } from "vitest";
import { readDefinitions, readProject, readUser } from "./demand-replies";
import { storedDefinitions, storedPage, storedProject, storedSurvey, storedUsers } from "./stored-replies";

const sums = { surveys: 2, live: 1, respondents: 9, survey_completes: 3, total_cost: 4.5, next_out_of_field: null };

test("replies that were stored are read as they were", () => {
  const project = readProject({ id: 7, name: "P", session_exclusions: ["a"], survey_sums: sums });
  const page = { total: null, page: 1, page_size: 50, items: [project], unreadable: 0, as_of: null };
  expect(storedPage(storedProject).parse(page)).toEqual(page);
  const users = [readUser({ id: "u", name: "U" })];
  expect(storedUsers.parse(users)).toEqual(users);
  const country = { code: "DE", name: "Germany", language_options: [{ code: "de" }] };
  const definitions = readDefinitions({ countries: [country], time_zones: [{ name: "UTC" }] });
  expect(storedDefinitions.parse(definitions)).toEqual(definitions);
});

test.each([
  ["a member of another kind", { id: "s", respondents: "10" }],
  ["no id", { name: "S" }],
  ["a quota without its figures", { id: "s", respondent_attributes: [{ quota_id: "q" }] }],
  ["qualifications of another shape", { id: "s", respondent_attributes: [{ qualifications: [7] }] }],
])("a survey with %s is not read", (_, survey) => {
  expect(storedSurvey.safeParse(survey).success).toBe(false);
});
