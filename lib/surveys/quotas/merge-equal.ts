import { audienceOf } from "@/lib/contracts/rules/quota-layers";
import type { QuotaDraft } from "../draft";
import { audienceKey } from "./audience";
import { layersOfDrafts } from "./scale-layers";

/**
 * Quotas that ask for the same once questions are left out, or several options have one match, become one. `before` are
 * the same quotas, in the same order, as they were: targets of quotas that divide the same respondents there are added
 * up; of several such divisions the largest sum holds, because each of them was the whole. Quotas that were equal before
 * stay apart, and so do those that have no option left of a question: what they will ask for is not known.
 */
export function mergeEqual(before: readonly QuotaDraft[], after: readonly QuotaDraft[]): QuotaDraft[] {
  const layerOf = new Map(layersOfDrafts(before).flatMap((layer, number) => layer.map((at) => [at, number] as const)));
  const groups = new Map<string, number[]>();
  for (const [at, quota] of after.entries()) {
    const key = audienceKey(audienceOf(quota.qualifications));
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  const merged = [...groups.values()].flatMap((places) => {
    const [first = 0] = places;
    const quotas = places.flatMap((at) => after[at] ?? []);
    const audiences = new Set(places.map((at) => audienceKey(audienceOf(before[at]?.qualifications ?? []))));
    const isKnown = quotas.every((quota) => quota.qualifications.every((one) => one.allowed_option_ids.length > 0));
    if (audiences.size < 2 || !isKnown) return places.map((at, place) => ({ at, quota: quotas[place] }));
    const sums = new Map<number, number>();
    for (const at of places) {
      const layer = layerOf.get(at) ?? -1;
      sums.set(layer, (sums.get(layer) ?? 0) + (Number(after[at]?.quota) || 0));
    }
    const names = quotas.map(({ quota_name }) => quota_name);
    const [quota] = quotas;
    return [
      { at: first, quota: quota && { ...quota, quota_name: sharedName(names), quota: Math.max(...sums.values()) } },
    ];
  });
  return merged.toSorted((one, other) => one.at - other.at).flatMap(({ quota }) => quota ?? []);
}

/** What the names have in common between commas, else the first of them and how many more. */
function sharedName(names: readonly string[]): string {
  const partsOf = (name: string) => name.split(",").map((part) => part.trim());
  const [first = "", ...others] = names;
  const shared = partsOf(first).filter((part) => part !== "" && others.every((name) => partsOf(name).includes(part)));
  return shared.length > 0 ? shared.join(", ") : `${first} and ${others.length} more`;
}
