import { expect, test } from "vitest";
import { newSurveyDraft } from "./new-survey";
import { createBody } from "./survey-body";
import { surveyResolver } from "./survey-form";
import { definitions } from "./test-surveys";

const now = new Date("2026-12-20T23:30:00Z");

test("begins in the connection's own spellings, two weeks long, for everyone", () => {
  const spelled = {
    ...definitions,
    statuses: ["LIVE", "DRAFT"],
    calculation_types: ["SURVEY STARTS", "COMPLETES"],
    traffic_control_limits: ["EVEN PACING", "NONE"],
    device_compatibilities: ["Desktop"],
  };
  expect(newSurveyDraft(spelled, "p-1", now)).toMatchObject({
    project_id: "p-1",
    status: "DRAFT",
    calculation_type: "COMPLETES",
    traffic_control_limit_type: "NONE",
    device_compatibilities: ["Desktop"],
    out_of_field_date: "2027-01-03 23:59:59",
    out_of_field_timezone: "(UTC) Coordinated Universal Time",
    country_code: "US",
    language_code: "EN",
    respondent_attributes: [{ quota_id: null, quota_name: "Everyone", quota: "", qualifications: [] }],
  });
});

test("begins empty where the connection has no such values", () => {
  const nothing = {
    countries: [],
    time_zones: [],
    calculation_types: [],
    traffic_control_limits: [],
    statuses: [],
    device_compatibilities: [],
  };
  const draft = newSurveyDraft(nothing, null, now);
  expect(draft).toMatchObject({ project_id: "", status: "", country_code: "", out_of_field_timezone: "" });
  expect(createBody(draft)).not.toHaveProperty("status");
});

test("needs only what nobody can guess", async () => {
  const resolve = surveyResolver({ definitions, present: null, ownRules: true });
  const draft = newSurveyDraft(definitions, "p-1", new Date());
  const { errors } = await resolve(draft, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(Object.keys(errors).sort()).toEqual([
    "entry_link",
    "incidence_rate",
    "length_of_interview",
    "name",
    "respondent_attributes",
    "respondents",
  ]);
});
