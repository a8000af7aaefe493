import type { FieldErrors } from "react-hook-form";
import { describe, expect, test } from "vitest";
import type { FieldDetails, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { draftOf, type QuotaDraft, type SurveyDraft } from "./draft";
import { surveyResolver } from "./survey-form";
import { definitions, draft, quota, survey } from "./test-surveys";

type Setting = { present?: Survey | null; ownRules?: boolean };
const options = { fields: {}, shouldUseNativeValidation: false };

async function errorsOf(values: SurveyDraft, { present = null, ownRules = true }: Setting = {}) {
  const { errors } = await surveyResolver({ definitions, present, ownRules })(values, undefined, options);
  return errors as FieldErrors<SurveyDraft>;
}

/** Errors of a survey that exists, after one edit of it. */
const editing = (present: Survey, edit: Partial<SurveyDraft>, ownRules = true) =>
  errorsOf({ ...draftOf(present), ...edit }, { present, ownRules });

const editingQuotas = (present: Survey, edit: (quotas: QuotaDraft[]) => QuotaDraft[]) =>
  editing(present, { respondent_attributes: edit(draftOf(present).respondent_attributes) }, false);

const fresh = (members: Partial<SurveyDraft> = {}) =>
  draft({
    respondent_attributes: [{ quota_id: null, quota_name: "Everyone", quota: 10, qualifications: [] }],
    ...members,
  });

const odd = survey({
  name: null,
  respondents: 0,
  incidence_rate: 140,
  status: "On hold",
  country_code: "ZZ",
  out_of_field_date: "soon",
  out_of_field_timezone: "Mars",
  device_compatibilities: [],
  entry_link: "ftp://x y",
  offered_price_per_complete: null,
  respondent_attributes: [quota("a", { quota: 0, quota_name: null, qualifications: null }), quota("b")],
});

describe("a survey that exists", () => {
  test("has nothing held against it that nobody changed, whatever it has", async () => {
    for (const ownRules of [true, false]) {
      expect(await editing(odd, { length_of_interview: 9 }, ownRules)).toEqual({});
      expect(await editing({ id: "s-1" }, { name: "Named" }, ownRules)).toEqual({});
    }
  });

  test("has each changed field judged, at that field", async () => {
    const errors = await editing(odd, { name: " ", respondents: "", incidence_rate: 101, entry_link: "ftp://y" });
    expect(Object.keys(errors).sort()).toEqual(["entry_link", "incidence_rate", "name", "respondents"]);
    expect(errors.name?.message).toBe("Survey name is required.");
    expect(errors.incidence_rate?.message).toBe("Incidence rate must be a whole number from 1 to 100.");
    expect(errors.entry_link?.message).toBe("Entry link must start with http:// or https://.");
  });

  test("cannot have a number taken away, its price included", async () => {
    const errors = await editing(survey(), { respondents: "", offered_price_per_complete: "" });
    expect(Object.keys(errors).sort()).toEqual(["offered_price_per_complete", "respondents"]);
  });

  test("takes a number that an input still holds as text", async () => {
    expect(await editing(survey(), { offered_price_per_complete: "2.50" as never })).toEqual({});
    const [untidy, none] = await Promise.all(
      ["2.555", "-"].map((text) => editing(survey(), { offered_price_per_complete: text as never })),
    );
    expect(untidy?.offered_price_per_complete?.message).toContain("at most two decimals");
    expect(none?.offered_price_per_complete).toBeDefined();
  });
});

describe("quotas", () => {
  test("are judged where they were changed only", async () => {
    expect(await editingQuotas(odd, ([a, b]) => (a && b ? [a, { ...b, quota: 9 }] : []))).toEqual({});
    const errors = await editingQuotas(odd, ([a, b]) =>
      a && b
        ? [
            { ...a, quota: "" },
            { ...b, quota_name: "", quota: 0 },
          ]
        : [],
    );
    expect(errors.respondent_attributes?.[0]?.quota?.message).toBe("Quota must be a whole number of 1 or more.");
    expect(errors.respondent_attributes?.[0]?.quota_name).toBeUndefined();
    expect(errors.respondent_attributes?.[1]?.quota_name?.message).toBe("Quota name is required.");
    expect(errors.respondent_attributes?.[1]?.quota?.message).toBe("Quota must be a whole number of 1 or more.");
  });

  test("that are new are judged whole, and what their qualifications lack is said for the list", async () => {
    const added = { quota_id: null, quota_name: "New", quota: 5 };
    const errors = await editingQuotas(odd, (quotas) => [
      ...quotas,
      { ...added, quota_name: "" as const, qualifications: [] },
      { ...added, qualifications: [{ question_id: 2, allowed_option_ids: [] }] },
    ]);
    expect(errors.respondent_attributes?.[2]?.quota_name?.message).toBe("Quota name is required.");
    expect(errors.respondent_attributes?.root?.message).toBe("New: A qualification needs at least one allowed option.");
  });

  test("cannot be changed when the service did not send them all with an id, but other fields can", async () => {
    const added = { quota_id: null, quota_name: "New", quota: 5, qualifications: [] };
    for (const present of [
      survey({ respondent_attributes: null }),
      survey({ respondent_attributes: [quota(null), quota("a")] }),
    ]) {
      expect(await editing(present, { name: "Other" })).toEqual({});
      const errors = await editingQuotas(present, (quotas) => [...quotas, added]);
      expect(errors.respondent_attributes?.root?.message).toMatch(/cannot be changed here/);
    }
  });

  test("may all be removed from a survey that exists, but a new survey needs one", async () => {
    expect(await editingQuotas(survey(), () => [])).toEqual({});
    const errors = await errorsOf(fresh({ respondent_attributes: [] }));
    expect(errors.respondent_attributes?.root?.message).toBe("A survey needs at least one quota.");
  });

  test("are at most 5,000", async () => {
    const many = Array.from({ length: 5001 }, () => ({
      quota_id: null,
      quota_name: "Q",
      quota: 1,
      qualifications: [],
    }));
    const errors = await errorsOf(fresh({ respondent_attributes: many }));
    expect(JSON.stringify(errors.respondent_attributes)).toContain("at most 5,000 quotas");
  });
});

describe("a new survey", () => {
  test("may leave price and status to the service", async () => {
    expect(await errorsOf(fresh({ offered_price_per_complete: "", status: "" }))).toEqual({});
  });

  test("that is to be live lacks what it lacks at those fields", async () => {
    const errors = await errorsOf(
      fresh({ status: "live", entry_link: "https://surveys.example/start", out_of_field_date: "2020-01-01 00:00:00" }),
    );
    expect(Object.keys(errors).sort()).toEqual(["entry_link", "out_of_field_date"]);
  });
});

describe("our own service's rules", () => {
  test("judge the language where only the country was changed", async () => {
    const errors = await editing(survey(), { country_code: "DE" });
    expect(errors.language_code?.message).toContain("Language EN is not offered in Germany");
    expect(await editing(survey(), { country_code: "DE" }, false)).toEqual({});
  });

  test("judge dates and zones at their own field", async () => {
    expect(Object.keys(await editing(survey(), { out_of_field_date: "2031-02-30 00:00:00" }))).toEqual([
      "out_of_field_date",
    ]);
    expect(Object.keys(await editing(survey(), { out_of_field_timezone: "Mars" }))).toEqual(["out_of_field_timezone"]);
  });

  test("allow only the next statuses, and say nothing about a status they do not know", async () => {
    const errors = await editing(survey(), { status: "Complete" });
    expect(errors.status?.message).toContain("A survey that is Draft cannot become Complete");
    expect(await editing(survey({ status: "On hold" }), { status: "Complete" })).toEqual({});
    expect(await editing(survey(), { status: "Complete" }, false)).toEqual({});
  });

  const full: Partial<Survey> = {
    respondent_attributes: [quota("a", { quota: 3 })],
    field_details: { survey_starts: 200, survey_completes: 3 } as FieldDetails,
  };

  test("say at the status what a survey lacks to go live, when only the status was changed", async () => {
    const errors = await editing(survey({ ...full, entry_link: "https://surveys.example/" }), { status: "Live" });
    expect(Object.keys(errors)).toEqual(["status"]);
    expect(errors.status?.message).toBe(
      "A live survey needs a quota with room: all quotas are full. A live survey needs an entry link with the session placeholder [%RID%].",
    );
  });

  test("say it at the field that was changed along with the status", async () => {
    const errors = await editing(survey(), { status: "Live", entry_link: "https://surveys.example/" });
    expect(Object.keys(errors)).toEqual(["entry_link"]);
  });

  test("refuse an edit that leaves a live survey without room or time, also when it is another field's", async () => {
    const live = survey({ ...full, status: "Live", respondent_attributes: [quota("a")] });
    expect(await editing(live, { name: "Other" })).toEqual({});
    expect((await editing(live, { respondents: 3 })).respondents?.message).toContain("all 3 respondents are reached");
    expect((await editing(live, { calculation_type: "Survey Starts" })).respondents).toBeDefined();
    const overdue = survey({ status: "Live", out_of_field_date: "2020-01-01 00:00:00" });
    expect(await editing(overdue, { name: "Other" })).toEqual({});
    expect((await editing(overdue, { out_of_field_timezone: "(UTC-10:00) Hawaii" })).out_of_field_date).toBeDefined();
  });
});
