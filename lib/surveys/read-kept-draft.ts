import * as z from "zod";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { isObject } from "@/lib/contracts/lenient";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { draftOf, type SurveyDraft } from "./draft";
import type { KeptSurvey } from "./kept-draft";

/** Reads back what the editor left as a draft, which may be of an earlier version of the product. */
const number = z.union([z.number(), z.string()]);

const quotaSchema = z.object({
  quota_id: z.string().nullable(),
  quota_name: z.string(),
  quota: number,
  // With what a service says of a qualification beside these.
  qualifications: z.array(
    z.looseObject({
      question_id: z.union([z.number(), z.string()]),
      allowed_option_ids: z.array(z.union([z.number(), z.string()])),
    }),
  ),
  qualificationsUnknown: z.literal(true).optional(),
  extra: z.custom(isObject).optional(),
});

const draftSchema = z.object({
  project_id: z.string(),
  name: z.string(),
  status: z.string(),
  respondents: number,
  country_code: z.string(),
  language_code: z.string(),
  length_of_interview: number,
  incidence_rate: number,
  collects_pii: z.boolean(),
  hashing_enabled: z.boolean(),
  out_of_field_date: z.string(),
  out_of_field_timezone: z.string(),
  device_compatibilities: z.array(z.string()),
  calculation_type: z.string(),
  traffic_control_limit_type: z.string(),
  entry_link: z.string(),
  offered_price_per_complete: number,
  respondent_attributes: z.array(quotaSchema).max(MAX_QUOTAS),
} satisfies Record<keyof SurveyDraft, z.ZodType>);

const baseSchema = z.object({
  survey: z.custom<Survey>((value) => isObject(value) && typeof value.id === "string"),
  revision: z.string(),
});

type Kept = { base: unknown; draft: unknown };

/** null: it does not fit today's form. */
export function readKeptSurvey(kept: Kept): KeptSurvey | null {
  const draft = draftSchema.safeParse(kept.draft);
  const base = baseSchema.nullable().safeParse(kept.base);
  if (!draft.success || !base.success) return null;
  // A number that is being typed is text, whatever the type says: `withNumbers` reads it.
  const read = { base: base.data, draft: draft.data as SurveyDraft };
  return isWhole(read.base) ? read : null;
}

/** Whether the form could show the survey that the draft began with: what it takes for granted is there. */
function isWhole(base: KeptSurvey["base"]): boolean {
  return base === null || draftSchema.safeParse(draftOf(base.survey)).success;
}
