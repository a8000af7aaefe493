import {
  isObject,
  type JsonObject,
  readBoolean,
  readCatalogueId,
  readId,
  readNumber,
  readText,
  readTexts,
} from "../lenient";
import { isSurveyField, type SurveyFieldName, surveyFieldNames, surveyFields } from "./survey-fields";

/** One codec reads and writes a survey in both wire shapes (decided in the specification's companion). */
export type WireShape = "flat" | "grouped";

export type Qualification = { question_id: number | string; allowed_option_ids: (number | string)[] };

/** A quota as read from any service. Null: sent as nothing, or as a value that cannot be read. */
export type Quota = {
  quota_id: string | null;
  quota_name: string | null;
  quota: number | null;
  survey_starts: number | null;
  survey_completes: number | null;
  qualifications: Qualification[] | null;
  /** Members that we don't know or cannot read, as sent; they go back with a write. */
  extra?: JsonObject;
};

/** Fielding statistics as read from any service; null: unknown, absent: left out of what a page is sent. */
export type FieldDetails = {
  survey_starts?: number | null;
  survey_completes?: number | null;
  standard_terminations?: number | null;
  quality_terminations?: number | null;
  security_terminations?: number | null;
  overquota_terminations?: number | null;
  total_cost?: number | null;
  actual_length_of_interview?: number | null;
  actual_incidence_rate?: number | null;
  last_complete_at?: string | null;
};

/**
 * A survey as read from any service, flat. A member is undefined when it was not sent and null when it was sent
 * as null; a member whose value is of another kind than its own stands in `odd` as it came, to be shown so.
 */
export type Survey = {
  id: string;
  project_id?: string | null;
  name?: string | null;
  status?: string | null;
  respondents?: number | null;
  country_code?: string | null;
  language_code?: string | null;
  length_of_interview?: number | null;
  incidence_rate?: number | null;
  collects_pii?: boolean | null;
  hashing_enabled?: boolean | null;
  out_of_field_date?: string | null;
  out_of_field_timezone?: string | null;
  device_compatibilities?: string[] | null;
  calculation_type?: string | null;
  traffic_control_limit_type?: string | null;
  entry_link?: string | null;
  offered_price_per_complete?: number | null;
  minimum_price_per_complete?: number | null;
  redirects?: JsonObject | null;
  respondent_attributes?: Quota[] | null;
  field_details?: FieldDetails | null;
  odd?: JsonObject;
  /** Members that we don't know, by the place they came from, so that a write returns them there. */
  extra?: { top?: JsonObject; attributes?: JsonObject };
};

const GROUP = "survey_attributes";

/** Reads a survey in either shape; null when it has no id. */
export function decodeSurvey(json: unknown): Survey | null {
  if (!isObject(json)) return null;
  const id = readId(json.id);
  return id === null ? null : { ...decodeSurveyPart(json), id };
}

/** Reads whatever members of a survey an object has, in either shape; for requests, which need not name an id. */
export function decodeSurveyPart(json: JsonObject): Partial<Survey> {
  const grouped = isObject(json[GROUP]) ? json[GROUP] : {};
  const survey: JsonObject = {};
  const odd: JsonObject = {};
  for (const name of surveyFieldNames) {
    if (name === "id") continue;
    const value = Object.hasOwn(json, name) ? json[name] : grouped[name];
    if (value === undefined) continue;
    const read = value === null ? null : readers[surveyFields[name].kind](value, name);
    if (read === undefined) odd[name] = value;
    else survey[name] = read;
  }
  if (Object.keys(odd).length > 0) survey.odd = odd;
  const top = unknownMembers(json);
  const attributes = unknownMembers(grouped);
  if (top || attributes) survey.extra = { ...(top && { top }), ...(attributes && { attributes }) };
  return survey as Partial<Survey>;
}

/** Writes a survey, or the part of one that a PATCH carries, in the given shape. Undefined members are left out. */
export function encodeSurvey(survey: Partial<Survey>, shape: WireShape): JsonObject {
  const top: JsonObject = {};
  const attributes: JsonObject = {};
  for (const name of surveyFieldNames) {
    const value = encodeMember(survey, name);
    if (value === undefined) continue;
    const place = shape === "grouped" && surveyFields[name].place === "attributes" ? attributes : top;
    place[name] = value;
  }
  const extra = survey.extra ?? {};
  if (shape === "flat") return { ...extra.attributes, ...extra.top, ...top };
  const inner = { ...extra.attributes, ...attributes };
  return { ...extra.top, ...top, ...(Object.keys(inner).length > 0 && { [GROUP]: inner }) };
}

function encodeMember(survey: Partial<Survey>, name: SurveyFieldName): unknown {
  const value = survey[name];
  if (value === undefined) return survey.odd?.[name];
  if (name === "respondent_attributes" && Array.isArray(value)) return (value as Quota[]).map(encodeQuota);
  return value;
}

/** Nothing is written for what is unknown: a service keeps the members that an element leaves out. */
export function encodeQuota({ extra, ...quota }: Partial<Quota>): JsonObject {
  const known = Object.entries(quota).filter(([, value]) => value !== undefined && value !== null);
  return { ...extra, ...Object.fromEntries(known) };
}

/**
 * Reads a request body that may be in either shape as one flat object, without judging its members. `repeated`
 * names members that stand both at the top and in the group: a caller has to refuse those.
 */
export function flattenBody(body: JsonObject): { flat: JsonObject; shape: WireShape; repeated: string[] } {
  if (!isObject(body[GROUP])) return { flat: body, shape: "flat", repeated: [] };
  const { [GROUP]: group, ...top } = body;
  const inner = group as JsonObject;
  return {
    flat: { ...inner, ...top },
    shape: "grouped",
    repeated: Object.keys(inner).filter((key) => Object.hasOwn(top, key)),
  };
}

function unknownMembers(json: JsonObject): JsonObject | undefined {
  const names = Object.keys(json).filter((name) => !isSurveyField(name) && !(name === GROUP && isObject(json[name])));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, json[name]]));
}

type Reader = (value: unknown, name: SurveyFieldName) => unknown;

const readers: Record<(typeof surveyFields)[SurveyFieldName]["kind"], Reader> = {
  text: readText,
  date: readText,
  integer: readNumber,
  price: readNumber,
  boolean: readBoolean,
  list: readTexts,
  quotas: (value) => (Array.isArray(value) ? value.map(decodeQuota) : undefined),
  object: (value, name) => {
    if (!isObject(value)) return undefined;
    if (name === "field_details") return decodeFieldDetails(value);
    const { overquota_termination_term: term, ...redirects } = value;
    return term === undefined ? value : { overquota_termination: term, ...redirects };
  },
};

const quotaReaders = {
  quota_id: readId,
  quota_name: readText,
  quota: readNumber,
  survey_starts: readNumber,
  survey_completes: readNumber,
  qualifications: decodeQualifications,
} satisfies Record<Exclude<keyof Quota, "extra">, (value: unknown) => unknown>;

function decodeQuota(json: unknown): Quota {
  const source = isObject(json) ? json : {};
  const known = Object.fromEntries(
    Object.entries(quotaReaders).map(([name, read]) => [name, read(source[name]) ?? null]),
  );
  const extra = Object.entries(source).filter(([name, value]) =>
    Object.hasOwn(quotaReaders, name) ? known[name] === null && value !== null : true,
  );
  const quota = extra.length > 0 ? { ...known, extra: Object.fromEntries(extra) } : known;
  return quota as Quota;
}

function decodeQualifications(value: unknown): Qualification[] | null {
  if (!Array.isArray(value)) return null;
  const read = value.map((item) => {
    if (!isObject(item) || !Array.isArray(item.allowed_option_ids)) return null;
    const question = readCatalogueId(item.question_id);
    const options = item.allowed_option_ids.map(readCatalogueId);
    if (question === undefined || options.some((option) => option === undefined)) return null;
    return { ...item, question_id: question, allowed_option_ids: options as (number | string)[] };
  });
  return read.every((item) => item !== null) ? read : null;
}

function decodeFieldDetails(value: JsonObject): FieldDetails {
  const figure = (name: string) => readNumber(value[name]) ?? null;
  return {
    survey_starts: figure("survey_starts"),
    survey_completes: figure("survey_completes"),
    standard_terminations: figure("standard_terminations"),
    quality_terminations: figure("quality_terminations"),
    security_terminations: figure("security_terminations"),
    overquota_terminations: figure("overquota_terminations"),
    total_cost: figure("total_cost"),
    actual_length_of_interview: figure("actual_length_of_interview"),
    actual_incidence_rate: figure("actual_incidence_rate"),
    last_complete_at: readText(value.last_complete_at) ?? null,
  };
}
