import fc from "fast-check";
import { expect, test } from "vitest";
import { fullTargetsAfter, hasReached, reducedTarget, targetsToSet } from "./targets";

test("a share is rounded up exactly, never by a crumb of arithmetic", () => {
  expect([50, 51, 1, 0, 30, 70].map((full) => reducedTarget(full, 10))).toEqual([5, 6, 1, 0, 3, 7]);
  expect(reducedTarget(300, 33.33)).toBe(100);
  expect(reducedTarget(10_000, 0.07)).toBe(7);
  expect(reducedTarget(1_000_000_000, 14.29)).toBe(142_900_000);
});

test("is the smallest whole number that is the share or more", () => {
  const target = fc.integer({ min: 0, max: 1_000_000_000 });
  const hundredths = fc.integer({ min: 100, max: 10_000 });
  fc.assert(
    fc.property(target, hundredths, (full, parts) => {
      const reduced = BigInt(reducedTarget(full, parts / 100));
      const exact = BigInt(full) * BigInt(parts);
      expect(reduced * 10_000n >= exact).toBe(true);
      expect((reduced - 1n) * 10_000n < exact).toBe(true);
      expect(reduced <= BigInt(full)).toBe(true);
    }),
  );
});

test("edits change the full targets: new quotas get both, removed ones go, the survey's own stays", () => {
  const full = fullTargetsAfter({ full: { "": 100, a: 60, b: 40 } }, { a: 80, c: 15 });
  expect(full).toEqual({ "": 100, a: 80, c: 15 });
  expect(targetsToSet({ share: 10 }, full)).toEqual({ "": 10, a: 8, c: 2 });
  expect(fullTargetsAfter({ full: { "": 100 } }, { "": 120 })).toEqual({ "": 120 });
  expect(targetsToSet({ share: 10 }, fullTargetsAfter({ full: {} }, JSON.parse('{"__proto__": 7}')))).toHaveProperty(
    ["__proto__"],
    1,
  );
});

const survey = (status: string, respondents: number, completes: number, quotas: [number, number | null][]) => ({
  id: "s",
  status,
  respondents,
  field_details: { survey_starts: 99, survey_completes: completes } as never,
  respondent_attributes: quotas.map(([quota, survey_completes], index) => ({
    quota_id: String(index),
    quota_name: `Q${index}`,
    quota,
    survey_starts: 99,
    survey_completes,
    qualifications: [],
  })),
});

test("the share is reached by every quota, by all respondents, or when the service has ended the survey", () => {
  expect(
    hasReached(
      survey("Live", 10, 4, [
        [5, 5],
        [5, 4],
      ]),
    ),
  ).toBe(false);
  expect(
    hasReached(
      survey("Live", 10, 9, [
        [5, 5],
        [5, 6],
      ]),
    ),
  ).toBe(true);
  expect(
    hasReached(
      survey("Live", 10, 10, [
        [5, 5],
        [5, 4],
      ]),
    ),
  ).toBe(true);
  expect(hasReached(survey("complete", 10, 0, [[5, 0]]))).toBe(true);
  expect(hasReached(survey("Live", 10, 0, []))).toBe(false);
  expect(hasReached(survey("Live", 10, 0, [[5, null]]))).toBe(false);
  expect(hasReached({ ...survey("Live", 99, 0, [[5, 0]]), calculation_type: "Survey Starts" })).toBe(true);
});
