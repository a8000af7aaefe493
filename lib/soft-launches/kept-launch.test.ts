import { expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { cameLate, shareTakenAsFull } from "./kept-launch";

const quota = (quota_id: string, target: number) => ({
  quota_id,
  quota_name: quota_id,
  quota: target,
  survey_starts: 0,
  survey_completes: 0,
  qualifications: [],
});
const survey = (status: string, respondents: number, a: number): Survey => ({
  id: "s",
  status,
  respondents,
  respondent_attributes: [quota("a", a)],
});
const problem = "It was interrupted before the survey was changed: its targets and its status are as they were.";
const row = {
  state: "stopped" as const,
  share: 10,
  fullTargets: { "": 100, a: 55 },
  setTargets: { at: { "": 100, a: 55 } },
  problem,
};

test("a start that was given up has come late where the survey is Live at just its share", () => {
  expect(cameLate(row, survey("Live", 10, 6))).toBe(true);
  expect(cameLate(row, survey("Paused", 10, 6))).toBe(false);
  expect(cameLate(row, survey("Live", 10, 7))).toBe(false);
  expect(cameLate(row, survey("Live", 100, 55))).toBe(false);
  expect(cameLate({ ...row, problem: null }, survey("Live", 10, 6))).toBe(false);
  expect(cameLate({ ...row, fullTargets: { "": 1, a: 1 } }, survey("Live", 1, 1))).toBe(false);
});

test("a new start never takes that share for the full targets", () => {
  expect(shareTakenAsFull(row, survey("Paused", 10, 6))).toMatch(/^What stands at this survey is 10% of its targets/);
  expect(shareTakenAsFull(row, survey("Paused", 100, 55))).toBeNull();
  expect(shareTakenAsFull({ ...row, problem: null }, survey("Paused", 10, 6))).toBeNull();
});
