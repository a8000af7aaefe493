import { describe, expect, test } from "vitest";
import type { QuotaDraft } from "../draft";
import { differenceOf, inPlaceOf } from "./list-difference";

const quota = (quota_id: string | null, quota_name: string, target: number, option: number): QuotaDraft => ({
  quota_id,
  quota_name,
  quota: target,
  qualifications: [{ question_id: 2, allowed_option_ids: [option] }],
});
const present = [quota("q1", "Men", 40, 1), quota("q2", "Women", 60, 2), quota("q3", "Others", 5, 3)];

describe("a list in place of another", () => {
  const next = [quota(null, "Men", 40, 1), quota(null, "Female", 50, 2), quota(null, "New", 1, 4)];
  const list = inPlaceOf(present, next);

  test("keeps the quotas of the same respondents, and their ids", () => {
    expect(list.map(({ quota_id, quota_name }) => [quota_id, quota_name])).toEqual([
      ["q1", "Men"],
      ["q2", "Female"],
      [null, "New"],
    ]);
    expect(list[0]).toBe(present[0]);
  });

  test("is told apart from it", () => {
    const difference = differenceOf(present, list);
    expect(difference.added.map((each) => each.quota.quota_name)).toEqual(["New"]);
    expect(difference.changed.map(({ before, after }) => [before.quota, after.quota])).toEqual([[60, 50]]);
    expect(difference.removed.map(({ quota_name }) => quota_name)).toEqual(["Others"]);
    expect(difference.unchanged).toEqual([present[0]]);
  });

  test("leaves a name its own quota where several are for the same respondents", () => {
    const alike = [quota("q1", "Men", 40, 1), quota("q2", "Males", 60, 1), quota("q3", "Third", 5, 1)];
    const listed = [quota(null, "New", 1, 1), quota(null, "Men", 2, 1), quota(null, "Other", 3, 1)];
    expect(inPlaceOf(alike, listed).map(({ quota_id }) => quota_id)).toEqual(["q2", "q1", "q3"]);
  });

  test("never gives a quota away twice, nor one whose respondents are unknown", () => {
    const twice = [quota(null, "A", 1, 1), quota(null, "Men", 2, 1)];
    expect(inPlaceOf(present, twice).map(({ quota_id }) => quota_id)).toEqual([null, "q1"]);
    const unknown = { ...quota("q9", "Unknown", 1, 1), qualifications: [], qualificationsUnknown: true as const };
    const everyone = { ...quota(null, "All", 1, 1), qualifications: [] };
    expect(inPlaceOf([unknown], [everyone])).toEqual([everyone]);
  });
});
