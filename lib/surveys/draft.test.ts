import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { surveyPatchSchema } from "@/lib/contracts/interfaces/survey";
import { decodeSurvey, encodeSurvey } from "@/lib/contracts/interfaces/survey-codec";
import { draftOf, quotasProblem, sameField, sharingQuotas } from "./draft";
import { createBody, patchBody } from "./survey-body";
import { anyDraft, draft, myEditOf, quota, survey } from "./test-surveys";

const quotasOf = (body: { [key: string]: unknown }) => body.respondent_attributes as { [key: string]: unknown }[];

describe("patchBody", () => {
  test("carries nothing but the id when nothing was changed", () => {
    fc.assert(
      fc.property(anyDraft, (before) => {
        expect(patchBody("s-1", before, { ...before })).toEqual({ id: "s-1" });
      }),
    );
    expect(patchBody("s-1", draftOf({ id: "s-1" }), draftOf({ id: "s-1" }))).toEqual({ id: "s-1" });
  });

  test("carries exactly the fields that differ", () => {
    fc.assert(
      fc.property(
        anyDraft.chain((before) => fc.tuple(fc.constant(before), myEditOf(before))),
        ([before, after]) => {
          const { id: _, ...body } = patchBody("s-1", before, after);
          for (const field of Object.keys(after) as (keyof typeof after)[])
            expect(field in body).toBe(!sameField(field, before, after));
        },
      ),
    );
  });

  test("carries the quotas as the whole list, in order, new ones with a null id", () => {
    const before = draft();
    const [a, b, c] = before.respondent_attributes;
    if (!a || !b || !c) throw new Error("three quotas");
    const added = { quota_id: null, quota_name: "New", quota: 5, qualifications: [] };
    const body = patchBody("s-1", before, { ...before, respondent_attributes: [a, added, { ...c, quota: 51 }] });
    expect(quotasOf(body).map(({ quota_id, quota }) => [quota_id, quota])).toEqual([
      ["a", 50],
      [null, 5],
      ["c", 51],
    ]);
    expect(surveyPatchSchema.safeParse(body).success).toBe(true);
  });

  test("hands back members of quotas and qualifications that it does not know", () => {
    const read = decodeSurvey({
      ...encodeSurvey(survey(), "flat"),
      respondent_attributes: [
        {
          quota_id: "a",
          quota_name: "Women",
          quota: 5,
          priority: 3,
          qualifications: [{ question_id: "2", allowed_option_ids: ["1", "2"], logic: "any" }],
        },
      ],
    });
    if (!read) throw new Error("readable");
    const before = draftOf(read);
    const after = { ...before, respondent_attributes: before.respondent_attributes.map((q) => ({ ...q, quota: 6 })) };
    expect(quotasOf(patchBody("s-1", before, after))).toEqual([
      {
        quota_id: "a",
        quota_name: "Women",
        quota: 6,
        priority: 3,
        qualifications: [{ question_id: 2, allowed_option_ids: [1, 2], logic: "any" }],
      },
    ]);
  });

  test("names options beside a changed target as the service names them, leading zeros and all", () => {
    const read = decodeSurvey({
      ...encodeSurvey(survey(), "flat"),
      respondent_attributes: [
        {
          quota_id: "a",
          quota_name: "Boston",
          quota: 5,
          qualifications: [{ question_id: 3, allowed_option_ids: ["01234", "1234"] }],
        },
      ],
    });
    if (!read) throw new Error("readable");
    const before = draftOf(read);
    const after = {
      ...before,
      respondent_attributes: before.respondent_attributes.map((each) => ({ ...each, quota: 6 })),
    };
    expect(quotasOf(patchBody("s-1", before, after))).toEqual([
      {
        quota_id: "a",
        quota_name: "Boston",
        quota: 6,
        qualifications: [{ question_id: 3, allowed_option_ids: ["01234", 1234] }],
      },
    ]);
  });

  test("leaves out what the service never said and nobody typed, so that it keeps its value and nobody is refused", () => {
    const odd = decodeSurvey({
      id: "s-1",
      respondent_attributes: [
        { quota_id: "a", quota_name: null, quota: "many", qualifications: "all", survey_starts: 1 },
        { quota_id: "b", quota_name: "Closed", quota: 0, qualifications: [] },
        { quota_id: "c", quota_name: "Open", quota: 10, qualifications: [] },
      ],
    });
    if (!odd) throw new Error("readable");
    const before = draftOf(odd);
    const [a, b, c] = before.respondent_attributes;
    if (!a || !b || !c) throw new Error("three quotas");
    const body = patchBody("s-1", before, { ...before, respondent_attributes: [a, b, { ...c, quota: 11 }] });
    expect(quotasOf(body)).toEqual([
      { quota_id: "a" },
      { quota_id: "b", quota_name: "Closed", qualifications: [] },
      { quota_id: "c", quota_name: "Open", quota: 11, qualifications: [] },
    ]);
    expect(surveyPatchSchema.safeParse(body).success).toBe(true);
  });

  test("tells everyone from a quota of which nobody knows who belongs to it", () => {
    const before = draftOf(survey({ respondent_attributes: [quota("a", { qualifications: null })] }));
    const [unknown] = before.respondent_attributes;
    if (!unknown) throw new Error("one quota");
    const { qualificationsUnknown: _, ...everyone } = unknown;
    const after = { ...before, respondent_attributes: [everyone] };
    expect(sameField("respondent_attributes", before, after)).toBe(false);
    expect(quotasOf(patchBody("s-1", before, after))[0]).toMatchObject({ quota_id: "a", qualifications: [] });
    const copied = { ...before, respondent_attributes: [unknown, { ...unknown, quota_id: null }] };
    expect(quotasOf(patchBody("s-1", before, copied))[1]).not.toHaveProperty("qualifications");
  });

  test("sends a member that was odd once somebody typed it", () => {
    const before = draftOf(survey({ respondent_attributes: [quota("a", { quota: null, extra: { quota: "many" } })] }));
    const after = { ...before, respondent_attributes: before.respondent_attributes.map((q) => ({ ...q, quota: 9 })) };
    expect(quotasOf(patchBody("s-1", before, after))[0]).toMatchObject({ quota_id: "a", quota: 9 });
  });

  test("sends a number that an input still holds as text as a number", () => {
    const typed = draft({ offered_price_per_complete: "2.50" as never });
    expect(patchBody("s-1", draft(), typed)).toEqual({ id: "s-1", offered_price_per_complete: 2.5 });
    expect(patchBody("s-1", draft({ offered_price_per_complete: 2.5 }), typed)).toEqual({ id: "s-1" });
  });
});

describe("sameField", () => {
  test("takes spellings and orders that mean the same as the same", () => {
    expect(sameField("status", draft({ status: "LIVE" }), draft({ status: "Live" }))).toBe(true);
    const devices = (...device_compatibilities: string[]) => draft({ device_compatibilities });
    expect(sameField("device_compatibilities", devices("Desktop", "mobile"), devices("mobile", "desktop"))).toBe(true);
    expect(sameField("device_compatibilities", devices("desktop"), devices("mobile"))).toBe(false);
    const asking = (question_id: number | string, ...allowed_option_ids: (number | string)[]) =>
      draft({
        respondent_attributes: [
          { quota_id: "a", quota_name: "A", quota: 1, qualifications: [{ question_id, allowed_option_ids }] },
        ],
      });
    expect(sameField("respondent_attributes", asking(1, 2, 3), asking("1", "3", "2"))).toBe(true);
    expect(sameField("respondent_attributes", asking(1, 2, 3), asking(1, 2))).toBe(false);
  });

  test("tells the case of a name apart", () => {
    expect(sameField("name", draft({ name: "a" }), draft({ name: "A" }))).toBe(false);
  });
});

describe("createBody", () => {
  test("leaves an empty price to the service, and sends everything else", () => {
    const body = createBody(draft({ offered_price_per_complete: "", collects_pii: false }));
    expect(body).not.toHaveProperty("offered_price_per_complete");
    expect(body).toMatchObject({ collects_pii: false, respondents: 100 });
    expect(quotasOf(body)).toHaveLength(3);
  });
});

describe("quotasProblem", () => {
  test("refuses changes to quotas that were not sent, or cannot be told apart by an id", () => {
    expect(quotasProblem(survey())).toBeNull();
    expect(quotasProblem(survey({ respondent_attributes: [] }))).toBeNull();
    expect(quotasProblem({ id: "s-1" })).toContain("did not send");
    expect(quotasProblem(survey({ respondent_attributes: null }))).toContain("did not send");
    expect(quotasProblem(survey({ respondent_attributes: [quota("a"), quota(null)] }))).toContain("without an id");
    expect(quotasProblem(survey({ respondent_attributes: [quota("a"), quota("a")] }))).toContain("without an id");
  });
});

describe("sharingQuotas", () => {
  test("says the same with the very quotas that were there before, wherever they stand now", () => {
    fc.assert(
      fc.property(
        anyDraft.chain((before) => fc.tuple(fc.constant(before), myEditOf(before))),
        ([before, after]) => {
          const readBack = JSON.parse(JSON.stringify(after)) as typeof after;
          const shared = sharingQuotas(before, readBack);
          expect(sameField("respondent_attributes", shared, readBack)).toBe(true);
          const known = new Set(before.respondent_attributes);
          const isShared = shared.respondent_attributes.filter((each) => known.has(each)).length;
          const stayed = after.respondent_attributes.filter((each) => known.has(each)).length;
          expect(isShared).toBeGreaterThanOrEqual(stayed);
        },
      ),
    );
  });
});
