import * as z from "zod";
import { isObject, type JsonObject, type Page } from "../lenient";
import type { Definitions, Project, readUser } from "./demand-replies";
import type { FieldDetails, Qualification, Quota, Survey } from "./survey-codec";

/**
 * Replies of the survey demand interface as they were read, read back from where they were stored. Leniency was the
 * first reading's: what does not fit now was written by another release.
 */

const text = z.string().nullable();
const number = z.number().nullable();
// As they are: a schema of their members would leave out one that is named "__proto__".
const object = z.custom<JsonObject>(isObject);
const qualification = z.custom<Qualification>(
  (value) =>
    isObject(value) &&
    isCatalogueId(value.question_id) &&
    Array.isArray(value.allowed_option_ids) &&
    value.allowed_option_ids.every(isCatalogueId),
);

const isCatalogueId = (value: unknown) => typeof value === "number" || typeof value === "string";

const quota = z.object({
  quota_id: text,
  quota_name: text,
  quota: number,
  survey_starts: number,
  survey_completes: number,
  qualifications: z.array(qualification).nullable(),
  extra: object.optional(),
} satisfies Record<keyof Quota, z.ZodType>);

const details = z
  .object({
    survey_starts: number,
    survey_completes: number,
    standard_terminations: number,
    quality_terminations: number,
    security_terminations: number,
    overquota_terminations: number,
    total_cost: number,
    actual_length_of_interview: number,
    actual_incidence_rate: number,
    last_complete_at: text,
  } satisfies Record<keyof FieldDetails, z.ZodType>)
  .partial();

const survey = z
  .object({
    id: z.string(),
    project_id: text,
    name: text,
    status: text,
    respondents: number,
    country_code: text,
    language_code: text,
    length_of_interview: number,
    incidence_rate: number,
    collects_pii: z.boolean().nullable(),
    hashing_enabled: z.boolean().nullable(),
    out_of_field_date: text,
    out_of_field_timezone: text,
    device_compatibilities: z.array(z.string()).nullable(),
    calculation_type: text,
    traffic_control_limit_type: text,
    entry_link: text,
    offered_price_per_complete: number,
    minimum_price_per_complete: number,
    redirects: object.nullable(),
    respondent_attributes: z.array(quota).nullable(),
    field_details: details.nullable(),
    odd: object,
    extra: z.object({ top: object, attributes: object }).partial(),
  } satisfies Record<keyof Survey, z.ZodType>)
  .partial()
  .required({ id: true });
export const storedSurvey: z.ZodType<Survey> = survey;

export const storedProject: z.ZodType<Project> = z.object({
  id: z.string(),
  account_id: text,
  project_manager_id: text,
  project_name: text,
  project_number: text,
  session_exclusions: z.array(z.string()),
  business_unit: text,
  survey_sums: z
    .object({
      surveys: z.number(),
      live: z.number(),
      respondents: z.number(),
      survey_completes: z.number(),
      total_cost: z.number(),
      next_out_of_field: text,
    })
    .optional(),
} satisfies Record<keyof Project, z.ZodType>);

type User = NonNullable<ReturnType<typeof readUser>>;
export const storedUsers: z.ZodType<User[]> = z.array(z.object({ id: z.string(), name: z.string(), email: text }));

const coded = z.object({ name: z.string(), code: z.string() });
const names = z.array(z.string());
export const storedDefinitions: z.ZodType<Definitions> = z.object({
  countries: z.array(coded.extend({ language_options: z.array(coded) })),
  time_zones: names,
  calculation_types: names,
  traffic_control_limits: names,
  statuses: names,
  device_compatibilities: names,
} satisfies Record<keyof Definitions, z.ZodType>);

export const storedPage = <T>(item: z.ZodType<T>): z.ZodType<Page<T>> =>
  z.object({
    total: number,
    page: z.number(),
    page_size: z.number(),
    items: z.array(item),
    unreadable: z.number(),
    as_of: text,
  } satisfies Record<keyof Page<T>, z.ZodType>);
