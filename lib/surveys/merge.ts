import {
  type DraftField,
  draftFields,
  isUnknownAudience,
  type QuotaDraft,
  type SurveyDraft,
  sameContent,
  sameField,
  sameMember,
  sameQuota,
  withNumbers,
} from "./draft";

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
type Choices = Readonly<Record<string, Side>>;

/** Whether a quota added here is one that was added there, as far as their targets tell. */
type SameTarget = (mine: QuotaDraft, theirs: QuotaDraft) => boolean;

/**
 * `choices` by conflict key; a conflict without a choice keeps mine in `merged` and stays listed. `isSameTarget`: of a
 * new quota that stands there at another target than was typed, which is that quota all the same, to be at mine.
 */
export function mergeSurvey(
  base: SurveyDraft,
  typed: SurveyDraft,
  theirs: SurveyDraft,
  choices: Choices = {},
  isSameTarget: SameTarget = () => false,
): Merge {
  const mine = withNumbers(typed);
  const conflicts: Conflict[] = [];
  const merged: Record<string, unknown> = { ...mine };
  for (const field of draftFields) {
    if (field === "respondent_attributes") continue;
    if (sameField(field, base, mine) || sameField(field, mine, theirs)) {
      merged[field] = theirs[field];
      continue;
    }
    if (sameField(field, base, theirs)) continue;
    conflicts.push({ key: field, kind: "field", field });
    if (choices[field] === "theirs") merged[field] = theirs[field];
  }
  const quotas = mergeQuotas(
    base.respondent_attributes,
    mine.respondent_attributes,
    theirs.respondent_attributes,
    choices,
    isSameTarget,
  );
  conflicts.push(...quotas.conflicts);
  return { merged: { ...(merged as SurveyDraft), respondent_attributes: quotas.merged }, conflicts };
}

function mergeQuotas(
  base: QuotaDraft[],
  mine: QuotaDraft[],
  theirs: QuotaDraft[],
  choices: Choices,
  isSameTarget: SameTarget,
) {
  const conflicts: Conflict[] = [];
  if (sameList(base, mine)) return { merged: theirs, conflicts };
  const baseIds = byId(base);
  const [mineById, theirsById] = [byId(mine), byId(theirs)];
  const outcomes = new Map<string, QuotaDraft>();
  const settle = (key: string, quota: QuotaDraft | null) => quota && outcomes.set(key, quota);

  for (const [id, was] of baseIds) {
    const [ours, other] = [mineById.get(id) ?? null, theirsById.get(id) ?? null];
    const iChanged = !same(was, ours);
    const isConflict = iChanged && !same(was, other) && !same(ours, other);
    const key = `quota:${id}`;
    if (isConflict) conflicts.push({ key, kind: "quota", base: was, mine: ours, theirs: other });
    const takesMine = isConflict ? choices[key] !== "theirs" && !(ours && isLost(ours, other)) : iChanged;
    settle(`id ${id}`, takesMine ? ours && carriedOver(ours, other) : other);
  }

  const isNew = ({ quota_id }: QuotaDraft) => quota_id === null || !baseIds.has(quota_id);
  const keyOf = (side: Side) => (quota: QuotaDraft, index: number) =>
    quota.quota_id === null ? `${side} ${index}` : `id ${quota.quota_id}`;
  const theirKeys = theirs.map(keyOf("theirs"));
  // The same quota added on both sides is one: so it is when a save went through but its reply was lost.
  const unclaimed = new Set(theirs.flatMap((quota, index) => (isNew(quota) ? [index] : [])));
  const myKeys = mine.map(keyOf("mine"));
  const claim = (isTwin: SameTarget) =>
    mine.flatMap((quota, index) => {
      if (quota.quota_id !== null || myKeys[index] !== keyOf("mine")(quota, index)) return [];
      const at = [...unclaimed].find((place) => isTwin(quota, theirs[place] as QuotaDraft));
      const [twin, key] = at === undefined ? [] : [theirs[at], theirKeys[at]];
      if (at === undefined || !twin || key === undefined) return [];
      unclaimed.delete(at);
      myKeys[index] = key;
      return [[key, { ...twin, quota: quota.quota }] as const];
    });
  claim(sameContent);
  const atMyTarget = claim((quota, other) => sameButTarget(quota, other) && isSameTarget(quota, other));
  const settleNew = (quotas: QuotaDraft[], keys: string[]) =>
    quotas.forEach((quota, index) => {
      const key = keys[index];
      if (isNew(quota) && key !== undefined) settle(key, quota);
    });
  settleNew(mine, myKeys);
  settleNew(theirs, theirKeys);
  for (const [key, quota] of atMyTarget) settle(key, quota);

  const left = (keys: string[]) => [...new Set(keys)].filter((key) => outcomes.has(key));
  const [myOrder, theirOrder] = [left(myKeys), left(theirKeys)];
  const order = isReordered(base, mine) ? interleave(myOrder, theirOrder) : interleave(theirOrder, myOrder);
  return { merged: order.flatMap((key) => outcomes.get(key) ?? []), conflicts };
}

/** Removed there, and nobody knows who belonged to it: it cannot be made anew. */
export const isLost = (ours: QuotaDraft, other: QuotaDraft | null): boolean =>
  other === null && isUnknownAudience(ours);

/**
 * Mine, with the members that nobody edits as they are now. A quota that they removed has lost its id, so it comes
 * back as a new one, without members that belonged to the former.
 */
function carriedOver(ours: QuotaDraft, other: QuotaDraft | null): QuotaDraft {
  const { extra: _stale, ...quota } = ours;
  if (other) return other.extra ? { ...quota, extra: other.extra } : quota;
  return {
    quota_id: null,
    quota_name: quota.quota_name,
    quota: quota.quota,
    qualifications: quota.qualifications,
  };
}

/** The first list's order; what only the second has follows its predecessor there. */
function interleave(first: string[], second: string[]): string[] {
  const placed = new Set(first);
  const following = new Map<string | null, string[]>();
  let anchor: string | null = null;
  for (const key of second) {
    if (placed.has(key)) anchor = key;
    else following.set(anchor, [...(following.get(anchor) ?? []), key]);
  }
  return [null, ...first].flatMap((key) => [...(key === null ? [] : [key]), ...(following.get(key) ?? [])]);
}

function isReordered(base: QuotaDraft[], mine: QuotaDraft[]): boolean {
  const places = new Map(base.map(({ quota_id }, index) => [quota_id, index]));
  const sequence = mine.flatMap(({ quota_id }) => (quota_id === null ? [] : (places.get(quota_id) ?? [])));
  return sequence.some((place, index) => index > 0 && place < (sequence[index - 1] ?? 0));
}

const sameButTarget = (a: QuotaDraft, b: QuotaDraft) =>
  sameMember("quota_name", a, b) && sameMember("qualifications", a, b);

const byId = (quotas: QuotaDraft[]) =>
  new Map(quotas.flatMap((quota) => (quota.quota_id === null ? [] : [[quota.quota_id, quota] as const])));

const sameList = (a: QuotaDraft[], b: QuotaDraft[]) =>
  a.length === b.length && a.every((quota, index) => sameQuota(quota, b[index]));

const same = (a: QuotaDraft | null, b: QuotaDraft | null) => (a === null || b === null ? a === b : sameQuota(a, b));
