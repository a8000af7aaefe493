import { audienceOf } from "@/lib/contracts/rules/quota-layers";
import { formerQuotas, isUnknownAudience, type QuotaDraft, sameContent } from "../draft";
import { audienceKey } from "./audience";
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
 * one from now on, with its id and what it has collected, under the new name and target. Where several are for the same
 * respondents, those of the same name belong together, and the rest in their order.
 */
export function inPlaceOf(present: Quotas, next: Quotas): QuotaDraft[] {
  const known = present.filter((quota) => !isUnknownAudience(quota));
  const byName = matched(next, known, (quota) => JSON.stringify([keyOf(quota), quota.quota_name]));
  const taken = new Set(byName.values());
  const rest = matched(
    next.filter((quota) => !byName.has(quota)),
    known.filter((quota) => !taken.has(quota)),
    keyOf,
  );
  return next.map((quota) => {
    const was = byName.get(quota) ?? rest.get(quota);
    if (!was) return quota;
    const kept = { ...was, quota_name: quota.quota_name, quota: quota.quota };
    return sameContent(was, kept) ? was : kept;
  });
}

/** Each quota and the first of the others with its key that none before it has. */
function matched(quotas: Quotas, others: Quotas, key: (quota: QuotaDraft) => string): Map<QuotaDraft, QuotaDraft> {
  const free = new Map<string, QuotaDraft[]>();
  for (const other of others.toReversed()) free.set(key(other), [...(free.get(key(other)) ?? []), other]);
  return new Map(
    quotas.flatMap((quota) => {
      const other = free.get(key(quota))?.pop();
      return other ? [[quota, other] as const] : [];
    }),
  );
}

const keyOf = ({ qualifications }: QuotaDraft) => audienceKey(audienceOf(qualifications));
