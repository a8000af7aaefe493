import { expect, test } from "vitest";
import { entryStates } from "./entry-states";

const quota = { quota_id: "q", quota_name: "Women", quota: 50, survey_starts: 3, qualifications: [] };
const survey = {
  id: "s",
  name: "Tracker",
  status: "Live",
  country_code: "US",
  field_details: { survey_starts: 3 },
  respondent_attributes: [quota],
};

test("keeps of a survey what people decided, and not the counts that moved", () => {
  const after = {
    ...survey,
    status: "Paused",
    field_details: { survey_starts: 9 },
    respondent_attributes: [{ ...quota, survey_starts: 9 }],
  };
  expect(entryStates({ thing: "surveys", before: survey, after })).toEqual({
    name: "Tracker",
    before: { status: "Live", country_code: "US" },
    after: { status: "Paused", country_code: "US" },
  });
});

test("takes what was sent to leave the rest as it was, in both wire shapes, quotas included", () => {
  const sent = {
    id: "s",
    survey_attributes: { respondents: 7 },
    respondent_attributes: [{ quota_id: "q", quota: 60 }],
  };
  const { before, after } = entryStates({ thing: "surveys", before: { ...survey, respondents: 5 }, after: sent });
  expect(before).toEqual({ respondents: 5, country_code: "US", respondent_attributes: [quota] });
  expect(after).toEqual({ respondents: 7, country_code: "US", respondent_attributes: [{ ...quota, quota: 60 }] });
});

test("shows a whole new thing, and nothing where nothing was recorded", () => {
  expect(entryStates({ thing: "projects", before: null, after: { project_name: "A" } })).toEqual({
    name: "A",
    before: null,
    after: { project_name: "A" },
  });
  expect(entryStates({ thing: "surveys", before: null, after: null })).toEqual({
    name: null,
    before: null,
    after: null,
  });
});

test("a response keeps its survey, for the link", () => {
  const at = (reconciliation_status: string | null) => ({ survey_id: "s", reconciliation_status });
  expect(entryStates({ thing: "responses", before: at(null), after: at("Accepted") })).toEqual({
    name: null,
    before: at(null),
    after: at("Accepted"),
  });
});

test("never shows a secret, however deep", () => {
  const stored = {
    thing: "users",
    before: null,
    after: { email: "a", password: "p", keys: [{ apiKey: "k", name: "n" }] },
  };
  const shown = JSON.stringify(entryStates(stored));
  expect(shown).toContain('"password":"hidden"');
  expect(shown).toContain('{"apiKey":"hidden","name":"n"}');
});

test("whether a survey checks for duplicates at entry is told, although its interface has no such field", () => {
  expect(
    entryStates({ thing: "surveys", before: { checks_duplicates: true }, after: { checks_duplicates: false } }),
  ).toMatchObject({ before: { checks_duplicates: true }, after: { checks_duplicates: false } });
});
