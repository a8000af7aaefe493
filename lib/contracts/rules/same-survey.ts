import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import { findTimeZone } from "@/lib/contracts/calendar/time-zones";
import type { Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { type EditableFieldName, editableFieldNames } from "@/lib/contracts/interfaces/survey-fields";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";

/**
 * Whether a survey that was read back holds everything that a write sent. Spellings of the same value count as
 * the same: case of words, blanks around a text, notations of a date, names of a zone, the order of devices.
 */
export function holds(sent: Partial<Survey>, survey: Survey): boolean {
  return editableFieldNames.every((name) => sent[name] === undefined || holdsMember(name, sent, survey));
}

function holdsMember(name: EditableFieldName, sent: Partial<Survey>, survey: Survey): boolean {
  if (name === "respondent_attributes") {
    return holdsQuotas(sent.respondent_attributes ?? [], survey.respondent_attributes ?? []);
  }
  if (name === "out_of_field_date") return sameDate(sent, survey);
  return comparable(name, sent[name]) === comparable(name, survey[name]);
}

const SPELLED_FREELY = new Set<EditableFieldName>([
  "status",
  "calculation_type",
  "traffic_control_limit_type",
  "country_code",
  "language_code",
]);

function comparable(name: EditableFieldName, value: Survey[EditableFieldName]): string {
  if (name === "out_of_field_timezone") return findTimeZone(String(value))?.windowsId ?? String(value);
  if (Array.isArray(value)) return canonicalJson((value as string[]).map((item) => String(item).toLowerCase()).sort());
  if (typeof value !== "string") return canonicalJson(value);
  // A service may trim what it is sent.
  return SPELLED_FREELY.has(name) ? value.trim().toLowerCase() : value.trim();
}

function sameDate(sent: Partial<Survey>, survey: Survey): boolean {
  const zone = survey.out_of_field_timezone ?? sent.out_of_field_timezone ?? "";
  const local = (date: string | null | undefined) => {
    const read = readOutOfField(date ?? "", zone);
    return "problem" in read ? date : read.local;
  };
  return local(sent.out_of_field_date) === local(survey.out_of_field_date);
}

/** The same quotas, no more and no fewer; those sent without an id are found by what they say. */
function holdsQuotas(sent: Quota[], present: Quota[]): boolean {
  if (sent.length !== present.length) return false;
  const left = new Set(present);
  const known = sent.filter(({ quota_id }) => quota_id !== null);
  const added = sent.filter(({ quota_id }) => quota_id === null);
  return [...known, ...added].every((quota) => {
    const match = [...left].find((candidate) =>
      quota.quota_id === null ? sameQuota(quota, candidate) : candidate.quota_id === quota.quota_id,
    );
    if (match) left.delete(match);
    return match !== undefined && sameQuota(quota, match);
  });
}

function sameQuota(sent: Quota, present: Quota): boolean {
  return (["quota_name", "quota", "qualifications"] as const).every(
    (name) => sent[name] == null || quotaMember(sent[name]) === quotaMember(present[name]),
  );
}

/** Qualifications and their options are sets: order says nothing. */
function quotaMember(value: Quota["quota_name" | "quota" | "qualifications"]): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value.trim() : canonicalJson(value);
  const each = value.map(({ question_id, allowed_option_ids }) =>
    canonicalJson([question_id, [...allowed_option_ids].map(String).sort()]),
  );
  return each.sort().join();
}
