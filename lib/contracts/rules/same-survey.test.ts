import { describe, expect, test } from "vitest";
import type { Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { holds } from "./same-survey";

const quota = (change: Partial<Quota> = {}): Quota => ({
  quota_id: "q1",
  quota_name: "Women",
  quota: 50,
  survey_starts: 3,
  survey_completes: 2,
  qualifications: [{ question_id: 2, allowed_option_ids: [2, 1] }],
  ...change,
});

const survey: Survey = {
  id: "s1",
  name: "Cars",
  status: "Live",
  respondents: 100,
  country_code: "US",
  offered_price_per_complete: 1.1,
  out_of_field_date: "2031-01-31 23:59:59",
  out_of_field_timezone: "(UTC-10:00) Hawaii",
  device_compatibilities: ["desktop", "mobile"],
  respondent_attributes: [quota(), quota({ quota_id: "q2", quota_name: "Men" })],
};

describe("a survey that was read back holds what was sent", () => {
  test("when every member that was sent is there, whatever else is", () => {
    expect(holds({}, survey)).toBe(true);
    expect(holds({ name: "Cars", respondents: 100 }, survey)).toBe(true);
    expect(holds({ name: "Cars", respondents: 101 }, survey)).toBe(false);
    expect(holds({ entry_link: "https://x.test" }, survey)).toBe(false);
  });

  test("in another spelling of the same value", () => {
    expect(holds({ status: "live", country_code: "us", name: " Cars " }, survey)).toBe(true);
    expect(holds({ device_compatibilities: ["Mobile", "Desktop"] }, survey)).toBe(true);
    expect(holds({ out_of_field_date: "2031-01-31" }, survey)).toBe(true);
    expect(holds({ out_of_field_date: "2031-02-01T09:59:59Z" }, survey)).toBe(true);
    expect(holds({ out_of_field_date: "2031-02-01T09:59:58Z" }, survey)).toBe(false);
    expect(holds({ out_of_field_timezone: "Hawaii" }, survey)).toBe(true);
  });

  test("with exactly the quotas that were sent", () => {
    const [women, men] = survey.respondent_attributes ?? [];
    if (!women || !men) throw new Error("two quotas");
    expect(holds({ respondent_attributes: [men, women] }, survey)).toBe(true);
    expect(holds({ respondent_attributes: [women] }, survey)).toBe(false);
    expect(holds({ respondent_attributes: [] }, survey)).toBe(false);
    expect(holds({ respondent_attributes: [women, { ...men, quota: 51 }] }, survey)).toBe(false);
    const kept = { quota_name: null, quota: null, qualifications: null };
    expect(holds({ respondent_attributes: [{ ...women, ...kept }, men] }, survey)).toBe(true);
  });

  test("with an added quota found by what it says, and not taken for one that was there", () => {
    const added = quota({
      quota_id: null,
      quota_name: "Men",
      qualifications: [{ question_id: 2, allowed_option_ids: [1, 2] }],
    });
    const sent = { respondent_attributes: [quota(), added] };
    expect(holds(sent, survey)).toBe(true);
    expect(holds({ respondent_attributes: [quota(), quota({ quota_id: "q2" }), added] }, survey)).toBe(false);
    expect(holds({ respondent_attributes: [added, added] }, survey)).toBe(false);
  });
});
