import { formerQuotas, isUnknownAudience, type QuotaDraft, sameContent } from "../draft";
import { audienceKey, audienceOf } from "./audience";
import type { QuotaImport } from "./quota-file";

type Quotas = readonly QuotaDraft[];

/** What becomes of a list of quotas, before it does. `row`: where in a file it stands. */
export type ListDifference = {
  added: { quota: QuotaDraft; row?: number }[];
  changed: { before: QuotaDraft; after: QuotaDraft; row?: number }[];
  removed: QuotaDraft[];
  unchanged: QuotaDraft[];
};

export function differenceOf(before: Quotas, after: Quotas): ListDifference {
  const former = formerQuotas(before, after);
  const kept = new Set(former.values());
  const pairs = [...former].map(([quota, was]) => ({ before: was, after: quota }));
  return {
    added: after.filter((quota) => !former.has(quota)).map((quota) => ({ quota })),
    changed: pairs.filter((pair) => !sameContent(pair.before, pair.after)),
    removed: before.filter((quota) => !kept.has(quota)),
    unchanged: pairs.filter((pair) => sameContent(pair.before, pair.after)).map((pair) => pair.after),
  };
}

export const differenceOfImport = ({ changes, removed }: QuotaImport): ListDifference => ({
  added: changes.flatMap((change) => (change.kind === "added" ? [change] : [])),
  changed: changes.flatMap((change) =>
    change.kind === "changed" ? [{ before: change.before, after: change.quota, row: change.row }] : [],
  ),
  removed,
  unchanged: changes.flatMap((change) => (change.kind === "unchanged" ? [change.quota] : [])),
});

/**
 * A list that takes the place of the present one. A new quota for the very same respondents as a present one is that
 * one from now on, with its id and what it has collected, under the new name and target.
 */
export function inPlaceOf(present: Quotas, next: Quotas): QuotaDraft[] {
  const free = new Map<string, QuotaDraft[]>();
  for (const quota of present) {
    if (isUnknownAudience(quota)) continue;
    const key = keyOf(quota);
    const alike = free.get(key);
    if (alike) alike.push(quota);
    else free.set(key, [quota]);
  }
  return next.map((quota) => {
    const alike = free.get(keyOf(quota)) ?? [];
    const at = Math.max(
      0,
      alike.findIndex(({ quota_name }) => quota_name === quota.quota_name),
    );
    const [was] = alike.splice(at, 1);
    if (!was) return quota;
    const taken = { ...was, quota_name: quota.quota_name, quota: quota.quota };
    return sameContent(was, taken) ? was : taken;
  });
}

const keyOf = ({ qualifications }: QuotaDraft) => audienceKey(audienceOf(qualifications));
