import { expect, test } from "vitest";
import { describeSurveyEntry } from "@/lib/surveys/describe-entry";
import { describeEntry } from "./describe-entry";

const names = {
  projects: new Map([["p", "Tracker"]]),
  questions: new Map([["1", { id: 1, name: "Gender", text: "", type: "", options: [{ id: 2, text: "Female" }] }]]),
  people: new Map([["u", "Ana"]]),
  accounts: new Map([["a", "Acme"]]),
};
const describers = { surveys: describeSurveyEntry };
const quota = (members: object) => ({ quota_id: "q", quota_name: "All", quota: 50, qualifications: [], ...members });

test("a survey's changes stand in the words of its form", () => {
  const before = { status: "Live", project_id: "p", offered_price_per_complete: 1, respondent_attributes: [quota({})] };
  const after = {
    status: "Paused",
    project_id: "p2",
    offered_price_per_complete: 1.5,
    respondent_attributes: [
      quota({ quota: 60, qualifications: [{ question_id: 1, allowed_option_ids: [2, 3] }] }),
      quota({ quota_id: "r", quota_name: "More", quota: 5 }),
    ],
  };
  const rows = describeEntry({ thing: "surveys", thing_id: "s", before, after }, names, describers);
  expect(rows.map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Project", "Tracker", "p2"],
    ["Status", "Live", "Paused"],
    ["Price per complete", "$1.00", "$1.50"],
    ["Quota All: Target", "50", "60"],
    ["Quota All: Qualifications", "Everyone", "Gender Female, #3"],
    ["Quota More", null, "5, Everyone"],
  ]);
});

test("a quota that went is named, with what it had collected", () => {
  const before = { respondent_attributes: [quota({ survey_completes: 12 })] };
  const rows = describeEntry(
    { thing: "surveys", thing_id: "s", before, after: { respondent_attributes: [] } },
    names,
    describers,
  );
  expect(rows).toEqual([{ key: "removed 0", label: "Quota All", before: "target 50, 12 completes", after: "removed" }]);
});

test("a new survey has no before", () => {
  const rows = describeEntry(
    { thing: "surveys", thing_id: "s", before: null, after: { name: "New" } },
    names,
    describers,
  );
  expect(rows).toEqual([{ key: "name", label: "Survey name", before: null, after: "New" }]);
});

test("everything else stands member by member, ids by their names", () => {
  const entry = {
    thing: "projects",
    thing_id: "p",
    before: { id: "p", project_manager_id: "u", business_unit: null, session_exclusions: [], odd: { x: 1 } },
    after: { id: "p", project_manager_id: "v", business_unit: "Media", session_exclusions: ["a", "b"], odd: { x: 2 } },
  };
  expect(describeEntry(entry, names, describers).map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Project manager", "Ana", "v"],
    ["Business unit", "empty", "Media"],
    ["Session exclusions", "none", "a, b"],
    ["Odd", '{"x":1}', '{"x":2}'],
  ]);
  expect(describeEntry({ thing: "surveys", thing_id: null, before: null, after: null }, names, describers)).toEqual([]);
});
