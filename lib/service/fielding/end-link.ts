import "server-only";
import { fillEndLinkPlaceholders } from "@/lib/contracts/rules/end-link";
import { type Outcome, reasonOf } from "@/lib/contracts/terms/fielding";
import type { FieldSupplier } from "@/lib/stores/postgres/fielding";
import { unseal } from "@/lib/stores/postgres/sealed";
import { hashOf } from "./hash-keys";

export type Ended = { rid: string; respondent: string; outcome: Outcome; reason: string | null };

/**
 * A supplier's end link for an outcome with its placeholders filled in percent-encoded, and signed where the supplier
 * has a hash: the HMAC of all bytes before its parameter. Null: the supplier has no link for it.
 */
export function fillEndLink(supplier: FieldSupplier | undefined, ended: Ended): string | null {
  const link = supplier?.end_links[ended.outcome];
  if (!supplier || !link) return null;
  const filled = fillEndLinkPlaceholders(link, {
    RESPONDENT: ended.respondent,
    RID: ended.rid,
    OUTCOME: ended.outcome,
    REASON: (ended.reason && reasonOf(ended.reason)) || "",
  });
  const { hash_algorithm: algorithm, hash_parameter: parameter, hash_key: sealed } = supplier;
  const key = sealed && unseal(sealed);
  if (!algorithm || !parameter || !key) return filled;
  const sign = filled.includes("?") ? "&" : "?";
  return `${filled}${sign}${parameter}=${hashOf(filled, { algorithm, key })}`;
}
