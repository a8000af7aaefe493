import { canonicalJson } from "@/lib/contracts/revision";
import { type DraftField, draftFields, type QuotaDraft, type SurveyDraft, sameField, sameQuota } from "./draft";

/**
 * Three-way merge of a survey: what it was when loaded (`base`), what the person made of it (`mine`), what it is
 * now at the service (`theirs`). A change on one side alone is taken; where both changed the same thing to
 * different values a person has to choose. Quotas are merged one by one.
 */
export type Side = "mine" | "theirs";

export type Conflict =
  | { key: string; kind: "field"; field: Exclude<DraftField, "respondent_attributes"> }
  | { key: string; kind: "quota"; base: QuotaDraft; mine: QuotaDraft | null; theirs: QuotaDraft | null };

export type Merge = { merged: SurveyDraft; conflicts: Conflict[] };

/** `choices` by conflict key; a conflict without a choice keeps mine in `merged` and stays listed. */
export function mergeSurvey(
  base: SurveyDraft,
  mine: SurveyDraft,
  theirs: SurveyDraft,
  choices: Readonly<Record<string, Side>> = {},
): Merge {
  const conflicts: Conflict[] = [];
  const merged: Record<string, unknown> = { ...mine };
  for (const field of draftFields) {
    if (field === "respondent_attributes") continue;
    if (sameField(field, base, theirs) || sameField(field, mine, theirs)) continue;
    if (sameField(field, base, mine)) {
      merged[field] = theirs[field];
      continue;
    }
    conflicts.push({ key: field, kind: "field", field });
    if (choices[field] === "theirs") merged[field] = theirs[field];
  }
  const quotas = mergeQuotas(base, mine, theirs, choices, conflicts);
  return { merged: { ...(merged as SurveyDraft), respondent_attributes: quotas }, conflicts };
}

function mergeQuotas(
  base: SurveyDraft,
  mine: SurveyDraft,
  theirs: SurveyDraft,
  choices: Readonly<Record<string, Side>>,
  conflicts: Conflict[],
): QuotaDraft[] {
  const mineById = byId(mine);
  const theirsById = byId(theirs);
  const settled = new Map<string, QuotaDraft | null>();
  for (const [id, was] of byId(base)) {
    const ours = mineById.get(id) ?? null;
    const other = theirsById.get(id) ?? null;
    const iChanged = !same(was, ours);
    if (iChanged && !same(was, other) && !same(ours, other)) {
      const key = `quota:${id}`;
      conflicts.push({ key, kind: "quota", base: was, mine: ours, theirs: other });
      // Kept although they removed it: its id is gone, so it comes back as a new quota.
      const kept = ours && !other ? { ...ours, quota_id: null } : ours;
      settled.set(id, choices[key] === "theirs" ? other : kept);
    } else {
      settled.set(id, iChanged ? ours : other);
    }
  }
  const known = (quota: QuotaDraft) => (quota.quota_id === null ? undefined : settled.get(quota.quota_id));
  const kept = mine.respondent_attributes.flatMap((quota) => {
    const outcome = known(quota);
    return outcome === undefined ? [quota] : outcome ? [outcome] : [];
  });
  const listed = new Set(mine.respondent_attributes.map(({ quota_id }) => quota_id));
  const added = theirs.respondent_attributes.flatMap((quota) => {
    if (listed.has(quota.quota_id)) return [];
    const outcome = known(quota);
    return outcome === undefined ? [quota] : outcome ? [outcome] : [];
  });
  return [...kept, ...added];
}

const byId = ({ respondent_attributes }: SurveyDraft) =>
  new Map(
    respondent_attributes.flatMap((quota) => (quota.quota_id === null ? [] : [[quota.quota_id, quota] as const])),
  );

const same = (a: QuotaDraft | null, b: QuotaDraft | null) =>
  a === null || b === null ? a === b : sameQuota(a, b) || canonicalJson(a) === canonicalJson(b);
