import { expect, test } from "vitest";
import { fieldAlarm, meanPricePerComplete, projectPercent } from "./figures";

const sums = {
  surveys: 2,
  live: 1,
  respondents: 400,
  survey_completes: 100,
  total_cost: 12.5,
  next_out_of_field: "2026-03-10T12:00:00.000Z",
};
const at = (time: string) => Date.parse(time);

test("percent is of the sum of targets; unknown sums and no target have none", () => {
  expect(projectPercent(sums)).toBe(25);
  expect(projectPercent({ ...sums, respondents: 0 })).toBeNull();
  expect(projectPercent(undefined)).toBeNull();
});

test("a mean price is known once there is a complete", () => {
  expect(meanPricePerComplete(sums)).toBe(0.125);
  expect(meanPricePerComplete({ ...sums, survey_completes: 0 })).toBeNull();
  expect(meanPricePerComplete(undefined)).toBeNull();
});

test("alarms 48 hours before a live survey leaves the field, and after", () => {
  expect(fieldAlarm(sums, at("2026-03-08T12:00:00Z"))).toBeNull();
  expect(fieldAlarm(sums, at("2026-03-08T12:00:01Z"))).toBe("soon");
  expect(fieldAlarm(sums, at("2026-03-10T12:00:00Z"))).toBe("soon");
  expect(fieldAlarm(sums, at("2026-03-10T12:00:01Z"))).toBe("past");
});

test("no date, or none that can be read, is no alarm", () => {
  expect(fieldAlarm(undefined, 0)).toBeNull();
  expect(fieldAlarm({ ...sums, next_out_of_field: null }, 0)).toBeNull();
});
