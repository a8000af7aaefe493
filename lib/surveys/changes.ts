import type { Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyFields } from "@/lib/contracts/interfaces/survey-fields";
import {
  type DraftField,
  draftFields,
  draftOf,
  formerQuotas,
  isUnknownAudience,
  type QuotaDraft,
  type SurveyDraft,
  sameField,
  sameMember,
  withNumbers,
} from "./draft";
import { describeQualification, type QuestionsById } from "./qualification-text";

/** What a save will do, in words, before it does it. `key` is unique among its kind; names need not be. */
type FieldChange = { field: DraftField; label: string; before: string; after: string };
type QuotaChange = { key: string; name: string; details: { label: string; before: string; after: string }[] };
type RemovedQuota = {
  key: string;
  name: string;
  quota: number | null;
  starts: number | null;
  completes: number | null;
};
export type Changes = {
  fields: FieldChange[];
  changed: QuotaChange[];
  added: QuotaDraft[];
  removed: RemovedQuota[];
  reordered: boolean;
};

/** Names that stand for ids in a preview. */
export type Names = { projects: ReadonlyMap<string, string>; questions: QuestionsById };

export function describeChanges(present: Survey, typed: SurveyDraft, names: Names): Changes {
  const before = draftOf(present);
  const after = withNumbers(typed);
  const fields = draftFields
    .filter((field) => field !== "respondent_attributes" && !sameField(field, before, after))
    .map((field) => ({
      field,
      label: surveyFields[field].label,
      before: describeSent(present, field) ?? describeValue(field, before, names),
      after: describeValue(field, after, names),
    }));
  const former = formerQuotas(before.respondent_attributes, after.respondent_attributes);
  const next = new Map([...former].map(([quota, was]) => [was, quota]));
  const places = new Map(before.respondent_attributes.map((quota, index) => [quota, index]));
  const sequence = after.respondent_attributes.flatMap((quota) => places.get(former.get(quota) ?? quota) ?? []);
  return {
    fields,
    changed: before.respondent_attributes.flatMap((quota, index) => {
      const details = describeQuotaChange(quota, next.get(quota) ?? quota, names);
      return details.length > 0 ? [{ key: String(index), name: nameOf(quota), details }] : [];
    }),
    added: after.respondent_attributes.filter((quota) => !former.has(quota)),
    removed: before.respondent_attributes.flatMap((quota, index) => {
      const sent = present.respondent_attributes?.[index];
      return sent && !next.has(quota) ? [describeRemoved(sent, quota, index)] : [];
    }),
    reordered: sequence.some((place, index) => index > 0 && place < (sequence[index - 1] ?? 0)),
  };
}

export const isNothing = ({ fields, changed, added, removed, reordered }: Changes) =>
  fields.length + changed.length + added.length + removed.length === 0 && !reordered;

/** A value of another kind than its field's, as it came. */
const describeSent = ({ odd }: Survey, field: DraftField): string | undefined =>
  odd && Object.hasOwn(odd, field) ? JSON.stringify(odd[field]) : undefined;

const nameOf = ({ quota_name, quota_id }: Pick<QuotaDraft, "quota_name" | "quota_id">) =>
  quota_name.trim() || (quota_id ?? "Quota without a name");

const describeRemoved = (
  { quota, survey_starts, survey_completes }: Quota,
  draft: QuotaDraft,
  index: number,
): RemovedQuota => ({
  key: String(index),
  name: nameOf(draft),
  quota,
  starts: survey_starts,
  completes: survey_completes,
});

function describeQuotaChange(before: QuotaDraft, after: QuotaDraft, names: Names): QuotaChange["details"] {
  const rows: QuotaChange["details"] = [];
  if (!sameMember("quota_name", before, after))
    rows.push({ label: "Name", before: before.quota_name || "empty", after: after.quota_name || "empty" });
  if (!sameMember("quota", before, after))
    rows.push({ label: "Target", before: targetOf(before), after: targetOf(after) });
  if (!sameMember("qualifications", before, after))
    rows.push({ label: "Qualifications", ...describeAudiences(before, after, names) });
  return rows;
}

const targetOf = ({ quota }: QuotaDraft) => (quota === "" ? "empty" : String(quota));

/** All options, none as "more": that is where the difference may be. Ids where names do not tell the two apart. */
export function describeAudiences(before: QuotaDraft, after: QuotaDraft, { questions }: Names) {
  const [was, is] = [before, after].map((quota) => describeQuota(quota, questions, Number.POSITIVE_INFINITY));
  if (was !== is) return { before: was ?? "", after: is ?? "" };
  const unnamed: QuestionsById = new Map();
  return {
    before: describeQuota(before, unnamed, Number.POSITIVE_INFINITY),
    after: describeQuota(after, unnamed, Number.POSITIVE_INFINITY),
  };
}

/** Who a quota takes: its qualifications in words, at most `mostNamed` options of each. */
export function describeQuota(
  quota: Pick<QuotaDraft, "qualifications" | "qualificationsUnknown">,
  questions: QuestionsById,
  mostNamed?: number,
): string {
  if (isUnknownAudience(quota)) return "Qualifications unknown";
  if (quota.qualifications.length === 0) return "Everyone";
  return quota.qualifications
    .map((qualification) => describeQualification(qualification, questions, mostNamed))
    .join(" · ");
}

/** A field's value as a person reads it. */
export function describeValue(field: DraftField, draft: SurveyDraft, { projects }: Pick<Names, "projects">): string {
  const value = withNumbers(draft)[field];
  if (field === "project_id") return projects.get(draft.project_id) ?? (draft.project_id || "none");
  if (field === "offered_price_per_complete" && typeof value === "number") return `$${inCents(value)}`;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "respondent_attributes") {
    const count = draft.respondent_attributes.length;
    return `${count} ${count === 1 ? "quota" : "quotas"}`;
  }
  if (Array.isArray(value)) return value.join(", ") || "none";
  return value === "" ? "empty" : String(value);
}

/** Two decimals, more only where a service has more: a preview that rounds would show a change as none. */
const inCents = (price: number) => (Number(price.toFixed(2)) === price ? price.toFixed(2) : String(price));
