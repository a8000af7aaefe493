import type { Qualification, Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { EditableFieldName } from "@/lib/contracts/interfaces/survey-fields";
import type { JsonObject } from "@/lib/contracts/lenient";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";

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
  /** The service did not say in a readable way who belongs to it: `qualifications` is empty for that reason alone. */
  qualificationsUnknown?: true | undefined;
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
    respondent_attributes: quotaDraftsOf(survey.respondent_attributes ?? NO_QUOTAS),
  };
}

/** A number of a form; null: it is empty or cannot be read. */
export const numberOf = (value: number | ""): number | null => (value === "" || Number.isNaN(value) ? null : value);

const NO_QUOTAS: readonly Quota[] = [];

/** Made once for each list as read, so that quotas nobody touched are the same objects wherever they are compared. */
const madeDrafts = new WeakMap<readonly Quota[], QuotaDraft[]>();

function quotaDraftsOf(quotas: readonly Quota[]): QuotaDraft[] {
  const drafts = madeDrafts.get(quotas) ?? quotas.map(quotaDraftOf);
  madeDrafts.set(quotas, drafts);
  return drafts;
}

function quotaDraftOf({ quota_id, quota_name, quota, qualifications, extra }: Quota): QuotaDraft {
  return {
    quota_id,
    quota_name: quota_name ?? "",
    quota: quota ?? "",
    qualifications: qualifications ?? [],
    ...(qualifications === null && { qualificationsUnknown: true as const }),
    ...(extra && { extra }),
  };
}

/**
 * Why a survey's quotas cannot be changed, as a sentence; null when they can. A PATCH sends the whole list by id, so
 * that a list which is not known whole would drop what it lacks unseen.
 */
export function quotasProblem({ respondent_attributes: quotas }: Survey): string | null {
  if (!quotas) return "The service did not send this survey's quotas, so they cannot be changed here.";
  const ids = new Set(quotas.flatMap(({ quota_id }) => (quota_id === null ? [] : [quota_id])));
  if (ids.size === quotas.length) return null;
  return "The service sent quotas without an id of their own, so this survey's quotas cannot be changed here.";
}

export type DraftField = EditableFieldName;
export const draftFields = Object.keys(draftOf({ id: "" })) as DraftField[];

const numberFields = [
  "respondents",
  "length_of_interview",
  "incidence_rate",
  "offered_price_per_complete",
] as const satisfies DraftField[];

/** The draft with its numbers as numbers: while somebody types, an input holds "2.50" as text. */
export function withNumbers(draft: SurveyDraft): SurveyDraft {
  return {
    ...draft,
    ...Object.fromEntries(numberFields.map((field) => [field, asNumber(draft[field])])),
    respondent_attributes: draft.respondent_attributes.map((quota) => {
      const target = asNumber(quota.quota);
      return target === quota.quota ? quota : { ...quota, quota: target };
    }),
  };
}

const asNumber = (value: number | string): number | "" => {
  const typed = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  // What is no number stays as it was typed, for the validation to refuse.
  return (typeof typed === "number" && Number.isFinite(typed) ? typed : value) as number | "";
};

/**
 * Whether a field has the same value in two drafts. Spellings of one value count as the same, as they do for the
 * services: case of enumerated words, order of devices, of qualifications and of their options.
 */
export function sameField(field: DraftField, a: SurveyDraft, b: SurveyDraft): boolean {
  if (field !== "respondent_attributes") return comparable(field, a) === comparable(field, b);
  const [mine, theirs] = [a.respondent_attributes, b.respondent_attributes];
  return sameQuotas(mine, theirs);
}

/** Whether two lists hold the same quotas in the same order, asking for the same. */
export const sameQuotas = (a: readonly QuotaDraft[], b: readonly QuotaDraft[]): boolean =>
  a === b || (a.length === b.length && a.every((quota, index) => sameQuota(quota, b[index])));

function comparable(field: Exclude<DraftField, "respondent_attributes">, draft: SurveyDraft): string {
  const value = draft[field];
  if (Array.isArray(value)) return canonicalJson([...new Set(value.map(asWord))].sort());
  const isWord = field === "status" || field === "calculation_type" || field === "traffic_control_limit_type";
  if (isWord) return asWord(draft[field]);
  return canonicalJson(numberFields.some((name) => name === field) ? asNumber(value as number | "") : value);
}

const asWord = (value: string) => value.trim().toLowerCase();

export function sameQuota(a: QuotaDraft, b: QuotaDraft | undefined): boolean {
  return a === b || (b !== undefined && a.quota_id === b.quota_id && sameContent(a, b));
}

/** Whether two quotas ask for the same, whichever quotas they are. */
export const sameContent = (a: QuotaDraft, b: QuotaDraft): boolean =>
  quotaMembers.every((member) => sameMember(member, a, b));

export const quotaMembers = ["quota_name", "quota", "qualifications"] as const;
export type QuotaMember = (typeof quotaMembers)[number];

export const sameMember = (member: QuotaMember, a: QuotaDraft, b: QuotaDraft): boolean =>
  (a[member] === b[member] && a.qualificationsUnknown === b.qualificationsUnknown) ||
  comparableMember(member, a) === comparableMember(member, b);

function comparableMember(member: QuotaMember, quota: QuotaDraft): string {
  if (member === "quota") return canonicalJson(asNumber(quota.quota));
  if (member === "quota_name") return canonicalJson(quota.quota_name);
  if (isUnknownAudience(quota)) return "unknown";
  const each = quota.qualifications.map(({ question_id, allowed_option_ids }) =>
    canonicalJson([String(question_id), [...new Set(allowed_option_ids.map(String))].sort()]),
  );
  return canonicalJson(each.sort());
}

/** Each quota of `after` with the one of `before` that it was: the same id, or without ids the same content. */
export function formerQuotas(
  before: readonly QuotaDraft[],
  after: readonly QuotaDraft[],
): ReadonlyMap<QuotaDraft, QuotaDraft> {
  const left = new Map<string, QuotaDraft[]>();
  for (const quota of before) {
    const identity = identityOf(quota);
    const alike = left.get(identity);
    if (alike) alike.push(quota);
    else left.set(identity, [quota]);
  }
  return new Map(
    after.flatMap((quota) => {
      const was = left.get(identityOf(quota))?.shift();
      return was ? [[quota, was] as const] : [];
    }),
  );
}

/**
 * The draft with every quota that is as it was before in place of its equal: a draft that was read back shares no
 * object with what it began with, and would be compared member by member from then on.
 */
export function sharingQuotas(before: SurveyDraft, draft: SurveyDraft): SurveyDraft {
  const former = formerQuotas(before.respondent_attributes, draft.respondent_attributes);
  const quotas = draft.respondent_attributes.map((quota) => {
    const was = former.get(quota);
    return was && sameContent(was, quota) ? was : quota;
  });
  return { ...draft, respondent_attributes: quotas };
}

const identityOf = (quota: QuotaDraft) =>
  quota.quota_id === null
    ? `content ${canonicalJson(quotaMembers.map((member) => comparableMember(member, quota)))}`
    : `id ${quota.quota_id}`;

/** Nobody knows who belongs to this quota, which is not the same as everyone. */
export const isUnknownAudience = ({
  qualifications,
  qualificationsUnknown,
}: Pick<QuotaDraft, "qualifications" | "qualificationsUnknown">): boolean =>
  qualificationsUnknown === true && qualifications.length === 0;
