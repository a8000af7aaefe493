import type { JsonObject } from "@/lib/contracts/lenient";
import { canonicalJson } from "@/lib/contracts/revision";
import type { Qualification, Quota, Survey } from "@/lib/contracts/survey-codec";
import type { EditableFieldName } from "@/lib/contracts/survey-fields";

/** What a person edits of a survey: every field as a form holds it, empty where nothing is known or typed. */
export type SurveyDraft = {
  project_id: string;
  name: string;
  status: string;
  respondents: number | "";
  country_code: string;
  language_code: string;
  length_of_interview: number | "";
  incidence_rate: number | "";
  collects_pii: boolean;
  hashing_enabled: boolean;
  out_of_field_date: string;
  out_of_field_timezone: string;
  device_compatibilities: string[];
  calculation_type: string;
  traffic_control_limit_type: string;
  entry_link: string;
  offered_price_per_complete: number | "";
  respondent_attributes: QuotaDraft[];
};

/** A quota in the form. `quota_id` null: a new one. `extra`: what we don't know and hand back as it came. */
export type QuotaDraft = {
  quota_id: string | null;
  quota_name: string;
  quota: number | "";
  qualifications: Qualification[];
  extra?: JsonObject | undefined;
};

export const emptyQuota = (): QuotaDraft => ({ quota_id: null, quota_name: "", quota: "", qualifications: [] });

/** A survey as the form holds it. */
export function draftOf(survey: Survey): SurveyDraft {
  return {
    project_id: survey.project_id ?? "",
    name: survey.name ?? "",
    status: survey.status ?? "",
    respondents: survey.respondents ?? "",
    country_code: survey.country_code ?? "",
    language_code: survey.language_code ?? "",
    length_of_interview: survey.length_of_interview ?? "",
    incidence_rate: survey.incidence_rate ?? "",
    collects_pii: survey.collects_pii ?? false,
    hashing_enabled: survey.hashing_enabled ?? false,
    out_of_field_date: survey.out_of_field_date ?? "",
    out_of_field_timezone: survey.out_of_field_timezone ?? "",
    device_compatibilities: survey.device_compatibilities ?? [],
    calculation_type: survey.calculation_type ?? "",
    traffic_control_limit_type: survey.traffic_control_limit_type ?? "",
    entry_link: survey.entry_link ?? "",
    offered_price_per_complete: survey.offered_price_per_complete ?? "",
    respondent_attributes: (survey.respondent_attributes ?? []).map(quotaDraftOf),
  };
}

function quotaDraftOf({ quota_id, quota_name, quota, qualifications, extra }: Quota): QuotaDraft {
  const draft = {
    quota_id,
    quota_name: quota_name ?? "",
    quota: quota ?? ("" as const),
    qualifications: qualifications ?? [],
  };
  return extra ? { ...draft, extra } : draft;
}

export type DraftField = EditableFieldName;
export const draftFields = Object.keys(draftOf({ id: "" })) as DraftField[];

/** Whether a field has the same value in two drafts; what is unset in either is the same as empty. */
export function sameField(field: DraftField, a: SurveyDraft, b: SurveyDraft): boolean {
  if (field !== "respondent_attributes") return canonicalJson(a[field]) === canonicalJson(b[field]);
  const [mine, theirs] = [a.respondent_attributes, b.respondent_attributes];
  return mine.length === theirs.length && mine.every((quota, index) => sameQuota(quota, theirs[index]));
}

export function sameQuota(a: QuotaDraft, b: QuotaDraft | undefined): boolean {
  return b !== undefined && canonicalJson(decided(a)) === canonicalJson(decided(b));
}

const decided = ({ quota_id, quota_name, quota, qualifications }: QuotaDraft) => ({
  quota_id,
  quota_name,
  quota,
  qualifications: qualifications.map(({ question_id, allowed_option_ids }) => ({ question_id, allowed_option_ids })),
});

/**
 * The PATCH body (flat) that turns one draft into another: only what differs; quotas as the whole list, because
 * a quota that is not listed is removed.
 */
export function patchBody(id: string, before: SurveyDraft, after: SurveyDraft): JsonObject & { id: string } {
  const changed = draftFields.filter((field) => !sameField(field, before, after));
  return { id, ...Object.fromEntries(changed.map((field) => [field, wireValue(field, after)])) };
}

/** The POST body (flat) of a new survey; a price left empty is the service's own minimum. */
export function createBody(draft: SurveyDraft): JsonObject {
  const given = draftFields.filter((field) => draft[field] !== "");
  return Object.fromEntries(given.map((field) => [field, wireValue(field, draft)]));
}

function wireValue(field: DraftField, draft: SurveyDraft): unknown {
  if (field !== "respondent_attributes") return draft[field];
  return draft.respondent_attributes.map(({ extra, ...quota }) => ({ ...extra, ...quota }));
}
