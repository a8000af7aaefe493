import "server-only";
import { createHash, createHmac } from "node:crypto";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { appSecret } from "@/lib/env";
import type { AuditRow } from "@/lib/stores/postgres/audit";
import { sealNext } from "@/lib/stores/postgres/audit-seals";
import { db } from "@/lib/stores/postgres/client";

/** Entries of one transaction: their states can be large. */
const MOST_AT_ONCE = 200;

const sealKey = () => createHash("sha256").update(`audit seal\0${appSecret()}`).digest();

/**
 * How entries are sealed: HMAC-SHA-256, in hex, of the hash before and everything that an entry says. Whoever can write
 * to the database alone, and does not have the installation's secret, cannot make one.
 */
export function sealing(): (entry: AuditRow, before: string) => string {
  const key = sealKey();
  return ({ writtenBy: _, at, ...entry }, before) =>
    createHmac("sha256", key)
      .update(`${before}\n${canonicalJson({ ...entry, at: at.toISOString() })}`)
      .digest("hex");
}

/** Seals all entries that can be sealed by now. */
export async function sealEntries(): Promise<void> {
  const hashOf = sealing();
  for (;;) {
    const sealed = await db().transaction((transaction) => sealNext(transaction, hashOf, MOST_AT_ONCE));
    if (sealed < MOST_AT_ONCE) return;
  }
}
