import { newQuotaSchema } from "@/lib/contracts/interfaces/survey";
import type { JsonObject } from "@/lib/contracts/lenient";
import {
  type DraftField,
  draftFields,
  formerQuotas,
  isUnknownAudience,
  type QuotaDraft,
  type QuotaMember,
  quotaMembers,
  type SurveyDraft,
  sameField,
  sameMember,
  withNumbers,
} from "./draft";

/**
 * The PATCH body (flat) that turns one draft into another: only what differs; quotas as the whole list, because
 * a quota that is not listed is removed.
 */
export function patchBody(id: string, before: SurveyDraft, after: SurveyDraft): JsonObject & { id: string } {
  const changed = draftFields.filter((field) => !sameField(field, before, after));
  return { id, ...Object.fromEntries(changed.map((field) => [field, wireValue(field, withNumbers(after), before)])) };
}

/** The POST body (flat) of a new survey; a price left empty is the service's own minimum. */
export function createBody(draft: SurveyDraft): JsonObject {
  const given = draftFields.filter((field) => draft[field] !== "");
  return Object.fromEntries(given.map((field) => [field, wireValue(field, withNumbers(draft))]));
}

function wireValue(field: DraftField, draft: SurveyDraft, before?: SurveyDraft): unknown {
  if (field !== "respondent_attributes") return draft[field];
  const was = formerQuotas(before?.respondent_attributes ?? [], draft.respondent_attributes);
  return draft.respondent_attributes.map((quota) => wireQuota(quota, was.get(quota)));
}

/**
 * A quota with all its members. A member that nobody touched and that cannot be written (the service sent nothing,
 * or something odd) is left out, and so keeps its value there.
 */
function wireQuota(quota: QuotaDraft, was: QuotaDraft | undefined): JsonObject {
  const unknown = Object.entries(quota.extra ?? {}).filter(([name]) => !quotaMembers.some((member) => member === name));
  const known = quotaMembers.filter(
    (member) => isKnown(member, quota) && (!was || !sameMember(member, was, quota) || isWritable(member, quota)),
  );
  return {
    ...Object.fromEntries(unknown),
    quota_id: quota.quota_id,
    ...Object.fromEntries(known.map((member) => [member, quota[member]])),
  };
}

/** Never written as everyone, whatever became of the quota. */
const isKnown = (member: QuotaMember, quota: QuotaDraft) => member !== "qualifications" || !isUnknownAudience(quota);

const isWritable = (member: QuotaMember, quota: QuotaDraft) =>
  newQuotaSchema.shape[member].safeParse(quota[member]).success;
