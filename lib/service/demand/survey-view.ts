import "server-only";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { decodeSurvey, encodeSurvey, type Survey, type WireShape } from "@/lib/contracts/interfaces/survey-codec";
import { isSurveyField, type SurveyFieldName, surveyFieldNames } from "@/lib/contracts/interfaces/survey-fields";
import { isObject, type JsonObject } from "@/lib/contracts/lenient";
import { minimumPrice } from "@/lib/contracts/rules/price";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { publicUrl } from "@/lib/env";
import { countsOfQuota, type SurveyCounts } from "@/lib/stores/postgres/counts";
import type { QuotaRow, SurveyRow } from "@/lib/stores/postgres/surveys";
import type { Caller } from "../service";

type Rows = { survey: SurveyRow; counts: SurveyCounts; quotas: QuotaRow[] };

// Safe: surveys are stored in the spellings of the definitions alone (`spellAsDefined`).
const stored = <Name extends SurveyFieldName>(value: string | string[]) => value as BuiltInSurvey[Name];

const members: { [Name in SurveyFieldName]: (rows: Rows) => BuiltInSurvey[Name] } = {
  id: ({ survey }) => survey.id,
  project_id: ({ survey }) => survey.projectId,
  name: ({ survey }) => survey.name,
  status: ({ survey }) => survey.status,
  respondents: ({ survey }) => survey.respondents,
  country_code: ({ survey }) => survey.countryCode,
  language_code: ({ survey }) => survey.languageCode,
  length_of_interview: ({ survey }) => survey.lengthOfInterview,
  incidence_rate: ({ survey }) => survey.incidenceRate,
  collects_pii: ({ survey }) => survey.collectsPii,
  hashing_enabled: ({ survey }) => survey.hashingEnabled,
  out_of_field_date: ({ survey }) => survey.outOfFieldDate,
  out_of_field_timezone: ({ survey }) => survey.outOfFieldTimezone,
  device_compatibilities: ({ survey }) => stored<"device_compatibilities">(survey.deviceCompatibilities),
  calculation_type: ({ survey }) => survey.calculationType,
  traffic_control_limit_type: ({ survey }) => stored<"traffic_control_limit_type">(survey.trafficControlLimitType),
  entry_link: ({ survey }) => survey.entryLink,
  offered_price_per_complete: ({ survey }) => survey.offeredPricePerComplete,
  minimum_price_per_complete: ({ survey }) => minimumPrice(survey.lengthOfInterview, survey.incidenceRate),
  redirects: () => redirects(),
  respondent_attributes: ({ quotas, counts }) => quotas.map((quota) => viewQuota(quota, counts)),
  field_details: ({ counts }) => viewFieldDetails(counts),
};

/** The survey as the interface shows it, flat and complete. */
export function viewSurvey(survey: SurveyRow, counts: SurveyCounts, quotas: QuotaRow[]): BuiltInSurvey {
  return viewMembers({ survey, counts, quotas }, surveyFieldNames) as BuiltInSurvey;
}

/** The asked members of a survey, and its id. */
export function viewMembers(rows: Rows, fields: readonly SurveyFieldName[]): Partial<BuiltInSurvey> & { id: string } {
  const view: JsonObject = { id: rows.survey.id };
  for (const name of fields) view[name] = members[name](rows);
  return view as Partial<BuiltInSurvey> & { id: string };
}

function viewQuota(quota: QuotaRow, counts: SurveyCounts): BuiltInSurvey["respondent_attributes"][number] {
  const { starts, completes } = countsOfQuota(counts, quota.id);
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

/** The wire form in a shape. */
export const writeSurvey = (view: Partial<BuiltInSurvey>, shape: WireShape) =>
  encodeSurvey(view as Partial<Survey>, shape);

/** Shape of a reply: what `Accept` asks for, else the shape the request came in, else the account's own. */
export function replyShape(headers: Headers, body: unknown, caller: Caller, accountId?: string): WireShape {
  const asked = /;\s*shape\s*=\s*"?(flat|grouped)"?/i.exec(headers.get("accept") ?? "")?.[1];
  if (asked) return asked.toLowerCase() as WireShape;
  if (isObject(body) && "survey_attributes" in body) return "grouped";
  const account = caller.accounts.find(({ id }) => id === accountId) ?? caller.accounts[0];
  return account?.replyShape ?? "flat";
}

/** Entity tag of a survey: its revision in quotes. */
export async function surveyTag(view: Partial<BuiltInSurvey>): Promise<string> {
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
