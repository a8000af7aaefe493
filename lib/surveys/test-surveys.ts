import fc from "fast-check";
import type { Definitions, Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { draftFields, draftOf, type QuotaDraft, type SurveyDraft } from "./draft";

/** Surveys, drafts and edits that the tests of this folder share. */
export const quota = (id: string | null, members: Partial<Quota> = {}): Quota => ({
  quota_id: id,
  quota_name: `Quota ${id}`,
  quota: 50,
  survey_starts: 7,
  survey_completes: 3,
  qualifications: [{ question_id: 2, allowed_option_ids: [1] }],
  ...members,
});

export const survey = (members: Partial<Survey> = {}): Survey => ({
  id: "s-1",
  project_id: "p-1",
  name: "Coffee tracker",
  status: "Draft",
  respondents: 100,
  country_code: "US",
  language_code: "EN",
  length_of_interview: 5,
  incidence_rate: 80,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2090-05-01 23:59:59",
  out_of_field_timezone: "(UTC) Coordinated Universal Time",
  device_compatibilities: ["desktop", "mobile"],
  calculation_type: "Completes",
  traffic_control_limit_type: "None",
  entry_link: "https://surveys.example/start?rid=[%RID%]",
  offered_price_per_complete: 1.5,
  minimum_price_per_complete: 1.07,
  respondent_attributes: [quota("a"), quota("b"), quota("c")],
  field_details: null,
  ...members,
});

export const draft = (members: Partial<SurveyDraft> = {}): SurveyDraft => ({ ...draftOf(survey()), ...members });

export const definitions: Definitions = {
  countries: [
    { name: "United States", code: "US", language_options: [{ name: "English", code: "EN" }] },
    { name: "Germany", code: "DE", language_options: [{ name: "German", code: "DE" }] },
  ],
  time_zones: ["(UTC-10:00) Hawaii", "(UTC) Coordinated Universal Time"],
  calculation_types: ["Completes", "Survey Starts"],
  traffic_control_limits: ["None", "Even Pacing", "Accelerated Pacing"],
  statuses: ["Draft", "Live", "Paused", "Complete"],
  device_compatibilities: ["desktop", "mobile", "tablet"],
};

/** Numbers as options, whose ids are not the numbers. */
export const numericQuestion = (from: number, to: number): Question => ({
  id: 1,
  name: "Age",
  text: "How old are you?",
  type: "single",
  options: Array.from({ length: to - from + 1 }, (_, index) => ({ id: 1000 + index, text: String(from + index) })),
});

export const gender: Question = {
  id: 2,
  name: "Gender",
  text: "What is your gender?",
  type: "single",
  options: [
    { id: 1, text: "Male" },
    { id: 2, text: "Female" },
  ],
};

const few = fc.integer({ min: 1, max: 3 });

const qualifications = fc.uniqueArray(
  fc.record({
    question_id: few,
    allowed_option_ids: fc.uniqueArray(few, { minLength: 1, maxLength: 3 }),
  }),
  { selector: ({ question_id }) => question_id, maxLength: 2 },
);

const content = fc.record({ quota_name: fc.constantFrom("Men", "Women", "Rest"), quota: few, qualifications });

const newQuotas = fc.array(
  content.map((members): QuotaDraft => ({ quota_id: null, ...members })),
  { maxLength: 2 },
);

const quotasWithIds = fc
  .array(content, { maxLength: 5 })
  .map((all) =>
    all.map((members, index): QuotaDraft => ({ quota_id: `q${index}`, extra: { kept: index }, ...members })),
  );

const fields = fc.record({
  name: fc.constantFrom("One", "Two", "Three"),
  status: fc.constantFrom("Draft", "Live"),
  respondents: fc.constantFrom(1, 2, "" as const),
  collects_pii: fc.boolean(),
  device_compatibilities: fc.uniqueArray(fc.constantFrom("desktop", "mobile", "tablet")),
  offered_price_per_complete: fc.constantFrom(1, 1.5, "" as const),
});

/** A draft as one that was read: every quota has an id. */
export const anyDraft: fc.Arbitrary<SurveyDraft> = fc
  .tuple(fields, quotasWithIds)
  .map(([members, respondent_attributes]) => draft({ ...members, respondent_attributes }));

/** What somebody makes of a draft: fields changed; quotas changed, removed, moved, added. */
const editOf = (base: SurveyDraft, added: fc.Arbitrary<QuotaDraft[]>): fc.Arbitrary<SurveyDraft> =>
  fc
    .record({
      members: fields,
      touched: fc.subarray(draftFields),
      kept: fc.shuffledSubarray(base.respondent_attributes),
      sorted: fc.boolean(),
      changes: fc.array(fc.option(content), { minLength: 5, maxLength: 5 }),
      added,
      at: fc.nat(6),
    })
    .map(({ members, touched, kept, sorted, changes, added, at }) => {
      const next: Record<string, unknown> = { ...base };
      for (const [field, value] of Object.entries(members)) {
        if (touched.some((name) => name === field)) next[field] = value;
      }
      if (!touched.includes("respondent_attributes")) return next as SurveyDraft;
      const places = new Map(base.respondent_attributes.map((item, index) => [item, index]));
      const order = sorted ? [...kept].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)) : kept;
      const quotas = order.map((item, index) => ({ ...item, ...changes[index] }));
      quotas.splice(at, 0, ...added);
      return { ...(next as SurveyDraft), respondent_attributes: quotas };
    });

export const myEditOf = (base: SurveyDraft) => editOf(base, newQuotas);

/** Somebody else's edit as it is read afterwards: the quotas they added have ids. */
export const theirEditOf = (base: SurveyDraft) =>
  editOf(
    base,
    newQuotas.map((quotas) => quotas.map((item, index) => ({ ...item, quota_id: `new${index}` }))),
  );
