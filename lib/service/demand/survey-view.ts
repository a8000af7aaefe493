import "server-only";
import { isObject } from "@/lib/contracts/lenient";
import { minimumPrice } from "@/lib/contracts/price";
import { surveyRevision } from "@/lib/contracts/revision";
import type { BuiltInSurvey } from "@/lib/contracts/survey";
import { decodeSurvey, encodeSurvey, type Survey, type WireShape } from "@/lib/contracts/survey-codec";
import { isSurveyField, type SurveyFieldName } from "@/lib/contracts/survey-fields";
import { publicUrl } from "@/lib/env";
import type { SurveyCounts } from "@/lib/stores/postgres/counts";
import type { QuotaRow, SurveyRow } from "@/lib/stores/postgres/surveys";
import type { Caller } from "../service";

/** The survey as the interface shows it, flat and complete. */
export function viewSurvey(survey: SurveyRow, counts: SurveyCounts, quotas: QuotaRow[]): BuiltInSurvey {
  return {
    id: survey.id,
    project_id: survey.projectId,
    name: survey.name,
    status: survey.status,
    respondents: survey.respondents,
    country_code: survey.countryCode,
    language_code: survey.languageCode,
    length_of_interview: survey.lengthOfInterview,
    incidence_rate: survey.incidenceRate,
    collects_pii: survey.collectsPii,
    hashing_enabled: survey.hashingEnabled,
    out_of_field_date: survey.outOfFieldDate,
    out_of_field_timezone: survey.outOfFieldTimezone,
    device_compatibilities: survey.deviceCompatibilities,
    calculation_type: survey.calculationType,
    traffic_control_limit_type: survey.trafficControlLimitType,
    entry_link: survey.entryLink,
    offered_price_per_complete: survey.offeredPricePerComplete,
    minimum_price_per_complete: minimumPrice(survey.lengthOfInterview, survey.incidenceRate),
    redirects: redirects(),
    respondent_attributes: quotas.map((quota) => viewQuota(quota, counts)),
    field_details: viewFieldDetails(counts),
  };
}

function viewQuota(quota: QuotaRow, counts: SurveyCounts): BuiltInSurvey["respondent_attributes"][number] {
  const [starts, completes] = counts.quotas[quota.id] ?? [0, 0];
  return {
    quota_id: quota.id,
    quota_name: quota.name,
    quota: quota.quota,
    survey_starts: starts,
    survey_completes: completes,
    qualifications: quota.qualifications,
  };
}

function viewFieldDetails(counts: SurveyCounts): BuiltInSurvey["field_details"] {
  return {
    survey_starts: counts.starts,
    survey_completes: counts.completes,
    standard_terminations: counts.standardTerminations,
    quality_terminations: counts.qualityTerminations,
    security_terminations: counts.securityTerminations,
    overquota_terminations: counts.overquotaTerminations,
    total_cost: counts.totalCost,
    actual_length_of_interview: counts.actualLengthOfInterview,
    actual_incidence_rate: counts.actualIncidenceRate,
    last_complete_at: counts.lastCompleteAt?.toISOString() ?? null,
  };
}

const outcomes = [
  "complete",
  "standard_termination",
  "quality_termination",
  "security_termination",
  "overquota_termination",
] as const;

function redirects(): BuiltInSurvey["redirects"] {
  const links = outcomes.map((outcome) => [outcome, `${publicUrl()}/return/${outcome}?rid=[%RID%]`]);
  return Object.fromEntries(links) as BuiltInSurvey["redirects"];
}

/** The wire form in a shape, with only the asked fields; the id is always there. */
export function writeSurvey(view: BuiltInSurvey, shape: WireShape, fields?: readonly SurveyFieldName[]) {
  const chosen = fields ? Object.fromEntries(fields.map((name) => [name, view[name]])) : view;
  return encodeSurvey({ ...chosen, id: view.id } as Partial<Survey>, shape);
}

/** Shape of a reply: what `Accept` asks for, else the shape the request came in, else the account's own. */
export function replyShape(headers: Headers, body: unknown, caller: Caller, accountId?: string): WireShape {
  const asked = /;\s*shape\s*=\s*"?(flat|grouped)"?/i.exec(headers.get("accept") ?? "")?.[1];
  if (asked) return asked.toLowerCase() as WireShape;
  if (isObject(body) && "survey_attributes" in body) return "grouped";
  const account = caller.accounts.find(({ id }) => id === accountId) ?? caller.accounts[0];
  return account?.replyShape ?? "flat";
}

/** Entity tag of a survey: its revision in quotes. */
export async function surveyTag(view: BuiltInSurvey): Promise<string> {
  const survey = decodeSurvey(view);
  if (!survey) throw new Error("A survey of ours has an id.");
  return `"${await surveyRevision(survey)}"`;
}

/** The fields of a `fields` parameter; the first unknown one comes back as `unknown`. */
export function readFields(names: string[] | undefined): { fields?: SurveyFieldName[]; unknown?: string } {
  if (!names) return {};
  const unknown = names.find((name) => !isSurveyField(name));
  return unknown === undefined ? { fields: names.filter(isSurveyField) } : { unknown };
}
