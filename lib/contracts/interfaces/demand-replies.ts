import { isObject, type JsonObject, readCatalogueId, readId, readNumber, readText } from "../lenient";
import type { Qualification } from "./survey-codec";

/** How replies of the survey demand interface are read, of any service and of our own API. */

export function readToken(json: unknown) {
  const token = isObject(json) ? readText(json.token) : undefined;
  return token && isObject(json) ? { token, expiration: readText(json.expiration) ?? null } : null;
}

/** A thing of which no more than its name is read. */
export const readNamed = (json: unknown) => {
  const id = isObject(json) ? readId(json.id) : null;
  return id !== null && isObject(json) ? { id, name: readText(json.name) ?? id } : null;
};

export function readUser(json: unknown) {
  const user = readNamed(json);
  return user && isObject(json) ? { ...user, email: readText(json.email) ?? null } : null;
}

export type Definitions = {
  countries: { name: string; code: string; language_options: { name: string; code: string }[] }[];
  time_zones: string[];
  calculation_types: string[];
  traffic_control_limits: string[];
  statuses: string[];
  device_compatibilities: string[];
};

export function readDefinitions(json: unknown): Definitions | null {
  const source = isObject(json) && isObject(json.survey_attributes) ? json.survey_attributes : json;
  if (!isObject(source)) return null;
  const each = <T>(name: string, read: (item: unknown) => T | null): T[] =>
    (Array.isArray(source[name]) ? source[name] : []).map(read).filter((item) => item !== null);
  const valueName = (item: unknown) => (isObject(item) ? readText(item.name) : readText(item)) ?? null;
  const code = (item: unknown) => {
    const value = isObject(item) ? readText(item.code) : undefined;
    return value ? { code: value, name: (isObject(item) && readText(item.name)) || value } : null;
  };
  return {
    countries: each("countries", (item) => {
      const country = code(item);
      const options = isObject(item) && Array.isArray(item.language_options) ? item.language_options : [];
      return country && { ...country, language_options: options.map(code).filter((option) => option !== null) };
    }),
    time_zones: each("time_zones", valueName),
    calculation_types: each("calculation_types", valueName),
    traffic_control_limits: each("traffic_control_limits", valueName),
    statuses: each("statuses", valueName),
    device_compatibilities: each("device_compatibilities", valueName),
  };
}

/** A screening question with its options, as read from any service. */
export type Question = {
  id: Qualification["question_id"];
  name: string;
  text: string;
  type: string;
  options: { id: number | string; text: string }[];
};

export function readQuestion(json: unknown): Question | null {
  if (!isObject(json)) return null;
  const id = readCatalogueId(json.id);
  if (id === undefined) return null;
  const name = readText(json.name) ?? `Question ${id}`;
  const options = (Array.isArray(json.options) ? json.options : []).map((item) => {
    const option = isObject(item) ? readCatalogueId(item.id) : undefined;
    return option === undefined ? null : { id: option, text: readText((item as JsonObject).text) ?? String(option) };
  });
  return {
    id,
    name,
    text: readText(json.text) ?? name,
    type: readText(json.type) ?? "",
    options: options.filter((option) => option !== null),
  };
}

/** Of a project's surveys, where the service was asked for them and has them all. */
export type ProjectSums = {
  surveys: number;
  live: number;
  respondents: number;
  survey_completes: number;
  total_cost: number;
  next_out_of_field: string | null;
};

function readSums(json: unknown): ProjectSums | null {
  if (!isObject(json)) return null;
  const { surveys, live, respondents, survey_completes, total_cost, next_out_of_field: next } = json;
  const figures = { surveys, live, respondents, survey_completes, total_cost };
  const areRead = Object.values(figures).every(Number.isFinite) && (next === null || typeof next === "string");
  return areRead ? ({ ...figures, next_out_of_field: next } as ProjectSums) : null;
}

export type Project = {
  id: string;
  account_id: string | null;
  project_manager_id: string | null;
  project_name: string | null;
  project_number: string | null;
  session_exclusions: string[];
  business_unit: string | null;
  survey_sums?: ProjectSums;
};

export function readProject(json: unknown): Project | null {
  const id = isObject(json) ? readId(json.id) : null;
  if (id === null || !isObject(json)) return null;
  const exclusions = Array.isArray(json.session_exclusions) ? json.session_exclusions.map(readText) : [];
  const sums = readSums(json.survey_sums);
  return {
    id,
    account_id: readId(json.account_id),
    project_manager_id: readId(json.project_manager_id),
    project_name: readText(json.project_name) ?? readText(json.name) ?? null,
    project_number: readText(json.project_number) ?? null,
    session_exclusions: exclusions.filter((item) => item !== undefined),
    business_unit: readText(json.business_unit) ?? null,
    ...(sums && { survey_sums: sums }),
  };
}

export type SurveyResponse = {
  rdud: string;
  survey_id: string | null;
  status: string | null;
  reconciliation_status: string | null;
  buyer_cpi: number | null;
  qualification_attributes: { question_id: number | string; option_ids: (number | string)[] }[];
  quota_attributes: string[];
  started_at: string | null;
  ended_at: string | null;
};

export function readResponse(json: unknown): SurveyResponse | null {
  const rdud = isObject(json) ? readId(json.rdud) : null;
  if (rdud === null || !isObject(json)) return null;
  const answers = Array.isArray(json.qualification_attributes) ? json.qualification_attributes : [];
  return {
    rdud,
    survey_id: readId(json.survey_id),
    status: readText(json.status) ?? null,
    reconciliation_status: readText(json.reconciliation_status) ?? null,
    buyer_cpi: readNumber(json.buyer_cpi) ?? null,
    qualification_attributes: answers
      .map((answer) => {
        const question = isObject(answer) ? readCatalogueId(answer.question_id) : undefined;
        if (question === undefined || !isObject(answer)) return null;
        const options = (Array.isArray(answer.option_ids) ? answer.option_ids : []).map(readCatalogueId);
        return { question_id: question, option_ids: options.filter((option) => option !== undefined) };
      })
      .filter((answer) => answer !== null),
    quota_attributes: (Array.isArray(json.quota_attributes) ? json.quota_attributes : [])
      .map(readId)
      .filter((id) => id !== null),
    started_at: readText(json.started_at) ?? null,
    ended_at: readText(json.ended_at) ?? null,
  };
}
