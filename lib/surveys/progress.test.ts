import { expect, test } from "vitest";
import type { FieldDetails } from "@/lib/contracts/interfaces/survey-codec";
import { surveyProgress } from "./progress";
import { survey } from "./test-surveys";

const field_details = { survey_starts: 40, survey_completes: 25 } as FieldDetails;

test("counts completes, or starts where the calculation type says so in any case", () => {
  expect(surveyProgress(survey({ field_details }))).toEqual({ counted: 25, target: 100, percent: 25 });
  expect(surveyProgress(survey({ field_details, calculation_type: "SURVEY starts" })).counted).toBe(40);
  expect(surveyProgress(survey({ field_details, calculation_type: null })).counted).toBe(25);
});

test("leaves unknown what is unknown, and shows no percent of nothing", () => {
  expect(surveyProgress({ id: "s-1" })).toEqual({ counted: null, target: null, percent: null });
  for (const respondents of [0, -5]) {
    expect(surveyProgress(survey({ field_details, respondents })).percent).toBeNull();
  }
});
