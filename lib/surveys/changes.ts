import type { Quota, Survey } from "@/lib/contracts/survey-codec";
import { surveyFields } from "@/lib/contracts/survey-fields";
import {
  type DraftField,
  draftFields,
  draftOf,
  type QuotaDraft,
  type SurveyDraft,
  sameField,
  sameQuota,
} from "./draft";
import { describeQualification, type QuestionsById } from "./qualification-text";

/** What a save will do, in words, before it does it. */
export type FieldChange = { field: DraftField; label: string; before: string; after: string };
export type QuotaChange = { name: string; details: { label: string; before: string; after: string }[] };
export type RemovedQuota = { name: string; quota: number | null; starts: number | null; completes: number | null };
export type Changes = {
  fields: FieldChange[];
  changed: QuotaChange[];
  added: QuotaDraft[];
  removed: RemovedQuota[];
  reordered: boolean;
};

/** Names that stand for ids in a preview. */
export type Names = { projects: ReadonlyMap<string, string>; questions: QuestionsById };

export function describeChanges(present: Survey, after: SurveyDraft, names: Names): Changes {
  const before = draftOf(present);
  const fields = draftFields
    .filter((field) => field !== "respondent_attributes" && !sameField(field, before, after))
    .map((field) => ({
      field,
      label: surveyFields[field].label,
      before: describeValue(field, before, names),
      after: describeValue(field, after, names),
    }));
  const presentQuotas = present.respondent_attributes ?? [];
  const kept = new Map(after.respondent_attributes.map((quota) => [quota.quota_id, quota]));
  const changed = before.respondent_attributes.flatMap((quota) => {
    const next = quota.quota_id === null ? undefined : kept.get(quota.quota_id);
    return next && !sameQuota(quota, next) ? [describeQuotaChange(quota, next, names)] : [];
  });
  return {
    fields,
    changed,
    added: after.respondent_attributes.filter(({ quota_id }) => quota_id === null),
    removed: presentQuotas.filter(({ quota_id }) => !kept.has(quota_id)).map(describeRemoved),
    reordered: isReordered(before, after),
  };
}

export const isNothing = ({ fields, changed, added, removed, reordered }: Changes) =>
  fields.length + changed.length + added.length + removed.length === 0 && !reordered;

const describeRemoved = ({ quota_name, quota_id, quota, survey_starts, survey_completes }: Quota): RemovedQuota => ({
  name: quota_name || (quota_id ?? "Quota without a name"),
  quota,
  starts: survey_starts,
  completes: survey_completes,
});

function isReordered(before: SurveyDraft, after: SurveyDraft): boolean {
  const idsOf = (draft: SurveyDraft) => draft.respondent_attributes.map(({ quota_id }) => quota_id);
  const [was, is] = [idsOf(before), idsOf(after).filter((id) => id !== null)];
  const present = new Set<string | null>(was);
  const left = new Set<string | null>(is);
  return is.filter((id) => present.has(id)).join() !== was.filter((id) => left.has(id)).join();
}

function describeQuotaChange(before: QuotaDraft, after: QuotaDraft, { questions }: Names): QuotaChange {
  const rows = [
    { label: "Name", before: before.quota_name, after: after.quota_name },
    { label: "Target", before: String(before.quota), after: String(after.quota) },
    { label: "Qualifications", before: describeQuota(before, questions), after: describeQuota(after, questions) },
  ];
  return { name: before.quota_name, details: rows.filter((row) => row.before !== row.after) };
}

/** Who a quota takes: its qualifications in words. */
export function describeQuota(
  { qualifications }: Pick<QuotaDraft, "qualifications">,
  questions: QuestionsById,
): string {
  if (qualifications.length === 0) return "Everyone";
  return qualifications.map((qualification) => describeQualification(qualification, questions)).join(" · ");
}

/** A field's value as a person reads it. */
export function describeValue(field: DraftField, draft: SurveyDraft, { projects }: Pick<Names, "projects">): string {
  const value = draft[field];
  if (field === "project_id") return projects.get(draft.project_id) ?? (draft.project_id || "none");
  if (field === "offered_price_per_complete" && typeof value === "number") return `$${value.toFixed(2)}`;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "respondent_attributes") return `${draft.respondent_attributes.length} quotas`;
  if (Array.isArray(value)) return value.join(", ") || "none";
  return value === "" ? "empty" : String(value);
}
