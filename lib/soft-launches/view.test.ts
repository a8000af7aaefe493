import { expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { measure } from "./view";

const counted = {
  ...{ survey_starts: 10, survey_completes: 4, standard_terminations: 5, quality_terminations: 0 },
  ...{ security_terminations: 2, overquota_terminations: 1 },
};
const surveyOf = (field_details: Survey["field_details"]): Survey => ({ id: "s", field_details });

test("who is turned away before the entry link is no start, and does not lower the drop rate", () => {
  expect(measure(surveyOf(counted), 6)).toMatchObject({ starts: 10, drop_rate: 60, quality_rate: 0 });
});

test("who is terminated after starting did not drop out", () => {
  const measured = measure(surveyOf({ ...counted, quality_terminations: 2 }), 1);
  expect(measured).toMatchObject({ drop_rate: 10, quality_rate: 20 });
});

test("sessions that have come since the counts were read cannot be more than started without completing", () => {
  expect(measure(surveyOf(counted), 9).drop_rate).toBe(60);
});

test("a drop rate of which nothing is known, or of nobody, is none", () => {
  expect(measure(surveyOf(counted), null).drop_rate).toBeNull();
  expect(measure(surveyOf({ ...counted, survey_starts: 0, survey_completes: 0 }), 0).drop_rate).toBeNull();
  expect(measure(surveyOf(null), 3).drop_rate).toBeNull();
});
