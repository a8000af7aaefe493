import "server-only";
import { env } from "@/lib/env";
import { exportedUpTo } from "@/lib/stores/postgres/audit-exports";
import { forgetAudit } from "@/lib/stores/postgres/audit-retention";
import { db } from "@/lib/stores/postgres/client";

const AT_ONCE = 1000;

/** Removes entries that are older than they may become; what has to be handed on stays until it is. */
export async function forgetEntries(): Promise<void> {
  const target = env.AUDIT_EXPORT;
  const upTo = target === undefined ? Number.MAX_SAFE_INTEGER : await exportedUpTo(db(), target);
  while ((await forgetAudit(db(), upTo, AT_ONCE)) === AT_ONCE);
}
