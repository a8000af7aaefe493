import * as z from "zod";
import { MAX_QUOTAS } from "../terms/demand";
import * as words from "../words";
import { calculationTypes, deviceTypes, surveyStatuses, trafficControlLimits } from "./survey-fields";

/**
 * The survey as it is written to a service (strict) and as the built-in service answers it (exact). How any
 * service's reply is read is in `survey-codec.ts`.
 */
const QUOTAS_BOUND = {
  most: MAX_QUOTAS,
  tooMany: `A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.`,
};
/** Of one quota, and options of one of them. */
export const MAX_QUALIFICATIONS = 100;
export const MAX_OPTIONS = 10_000;

type IdSchemas<Id extends z.ZodType> = {
  one: (label: string) => Id;
  many: (ids: { labels: string; label: string; most: number }) => z.ZodArray<Id>;
};

const qualificationsOf = <Id extends z.ZodType>(id: IdSchemas<Id>) =>
  words.list(
    "Qualifications",
    words.object("A qualification", {
      question_id: id.one("Question"),
      allowed_option_ids: id
        .many({ labels: "Allowed options", label: "Allowed option", most: MAX_OPTIONS })
        .min(1, { error: "A qualification needs at least one allowed option." })
        .transform((ids) => [...new Set(ids)]),
    }),
    { most: MAX_QUALIFICATIONS, tooMany: `A quota can have at most ${MAX_QUALIFICATIONS} qualifications.` },
  );

const quotaName = words.text("Quota name", 300);
/** Target of a quota. */
export const quotaNumber = words.integer("Quota", 1);
const qualifications = qualificationsOf({ one: words.catalogueId, many: words.catalogueIds });

export const newQuotaSchema = words
  .object("A quota", { quota_name: quotaName, quota: quotaNumber, qualifications })
  .meta({ id: "NewQuota" });

const NEEDS_ID = { error: "Every quota needs its quota_id; quotas left out of the list are removed." };

/** An element of a PATCH's `respondent_attributes`: with an id it changes that quota, with null it adds one. */
const patchedQuota = words
  .object("A quota", {
    quota_id: z.union([z.string().min(1, NEEDS_ID), z.int(NEEDS_ID).transform(String), z.null()], NEEDS_ID),
    quota_name: quotaName.optional(),
    quota: quotaNumber.optional(),
    qualifications: qualifications.optional(),
  })
  .superRefine((quota, context) => {
    if (quota.quota_id !== null) return;
    for (const [key, label] of Object.entries(NEW_QUOTA_NEEDS)) {
      if (quota[key as keyof typeof NEW_QUOTA_NEEDS] === undefined)
        context.addIssue({ code: "custom", path: [key], message: `A new quota needs ${label}.` });
    }
  })
  .meta({ id: "QuotaPatch" });

const NEW_QUOTA_NEEDS = { quota_name: "a name", quota: "a number", qualifications: "qualifications" } as const;

const MOST_DEVICES = 20;

const editable = {
  project_id: words.text("Project", 200),
  name: words.text("Survey name", 500),
  status: words.text("Status", 50),
  respondents: words.integer("Number of respondents", 1),
  country_code: words.text("Country", 10),
  language_code: words.text("Language", 10),
  length_of_interview: words.integer("Length of interview", 1, 10_000),
  incidence_rate: words.integer("Incidence rate", 1, 100),
  collects_pii: words.boolean("Collects personal information"),
  hashing_enabled: words.boolean("Hashing"),
  out_of_field_date: words.text("Out-of-field date", 64),
  out_of_field_timezone: words.text("Out-of-field time zone", 120),
  device_compatibilities: words
    .list("Devices", words.text("Device", 50), MOST_DEVICES)
    .min(1, { error: "Devices must name at least one of desktop, mobile and tablet." }),
  calculation_type: words.text("Calculation type", 50),
  traffic_control_limit_type: words.text("Pacing", 50),
  entry_link: words.text("Entry link", 2048),
  offered_price_per_complete: words.price("Price per complete"),
};

/** As services spell them; in a request any case is read. */
const spelled = {
  status: z.enum(surveyStatuses),
  calculation_type: z.enum(calculationTypes),
  traffic_control_limit_type: z.enum(trafficControlLimits),
  device_compatibilities: words.list("Devices", z.enum(deviceTypes), MOST_DEVICES).min(1),
};

const newQuotasOf = <Quota extends z.ZodType>(quota: Quota) =>
  words.list("Quotas", quota, QUOTAS_BOUND).min(1, { error: "A survey needs at least one quota." });

export const newSurveySchema = words.object("A survey", {
  ...editable,
  status: editable.status.optional(),
  offered_price_per_complete: editable.offered_price_per_complete.optional(),
  respondent_attributes: newQuotasOf(newQuotaSchema),
});
export type NewSurvey = z.output<typeof newSurveySchema>;

export const describedNewSurvey = newSurveySchema
  .extend({ ...spelled, status: spelled.status.optional() })
  .meta({ id: "NewSurvey" });

/** A new survey on its way to any service, with the ids of questions and options as they were sent. */
export const sentSurveySchema = newSurveySchema.extend({
  respondent_attributes: newQuotasOf(
    newQuotaSchema.extend({
      qualifications: qualificationsOf({ one: words.sentCatalogueId, many: words.sentCatalogueIds }),
    }),
  ),
});

export const surveyPatchSchema = z
  .object(editable)
  .partial()
  .extend({
    id: words.text("Survey id", 200),
    respondent_attributes: words.list("Quotas", patchedQuota, QUOTAS_BOUND).optional(),
  });
export type SurveyPatch = z.output<typeof surveyPatchSchema>;

export const describedSurveyPatch = surveyPatchSchema
  .extend(z.object(spelled).partial().shape)
  .meta({ id: "SurveyPatch" });
export type PatchedQuota = z.output<typeof patchedQuota>;

const count = z.int().min(0);

const fieldDetailsSchema = z
  .object({
    survey_starts: count,
    survey_completes: count,
    standard_terminations: count,
    quality_terminations: count,
    security_terminations: count,
    overquota_terminations: count,
    total_cost: z.number(),
    actual_length_of_interview: z.number().nullable(),
    actual_incidence_rate: z.number().nullable(),
    last_complete_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FieldDetails" });

const url = z.string();

const redirectsSchema = z
  .object({
    complete: url,
    standard_termination: url,
    quality_termination: url,
    security_termination: url,
    overquota_termination: url,
  })
  .meta({ id: "Redirects" });

const qualificationSchema = z
  .object({ question_id: z.int(), allowed_option_ids: z.array(z.int()) })
  .meta({ id: "Qualification" });

const quotaSchema = z
  .object({
    quota_id: z.uuid(),
    quota_name: z.string(),
    quota: z.int(),
    survey_starts: count,
    survey_completes: count,
    qualifications: z.array(qualificationSchema),
  })
  .meta({ id: "Quota" });

/** A survey exactly as the built-in service answers it in the flat shape, with all fields. */
export const builtInSurveySchema = z
  .object({
    id: z.uuid(),
    ...editable,
    ...spelled,
    offered_price_per_complete: z.number(),
    minimum_price_per_complete: z.number(),
    redirects: redirectsSchema,
    respondent_attributes: z.array(quotaSchema),
    field_details: fieldDetailsSchema,
  })
  .meta({ id: "Survey" });
export type BuiltInSurvey = z.output<typeof builtInSurveySchema>;
