import "server-only";
import { env } from "@/lib/env";
import { lockExport, noteExported } from "@/lib/stores/postgres/audit-exports";
import { listSealed, type SealedEntry } from "@/lib/stores/postgres/audit-seals";
import { db } from "@/lib/stores/postgres/client";
import { appendLines } from "./append-lines";
import { hideSecrets } from "./entry-states";
import { sendLines } from "./send-lines";

/** Entries that are handed on at once. */
const AT_ONCE = 200;

const isAddress = (target: string) => /^https?:\/\//i.test(target);

/**
 * Hands sealed entries on to what collects them, in the order of the chain, each at least once: a line of JSON for each.
 * What arrived is noted afterwards, so that after a kill the last lines come again, which their `place` tells.
 */
export async function exportEntries(): Promise<void> {
  const target = env.AUDIT_EXPORT;
  if (target === undefined) return;
  while ((await exportNext(target)) === AT_ONCE);
}

async function exportNext(target: string): Promise<number> {
  return db().transaction(async (transaction) => {
    const after = await lockExport(transaction, target);
    if (after === null) return 0;
    const sealed = await listSealed(transaction, after, AT_ONCE);
    const last = sealed.at(-1);
    if (!last) return 0;
    const lines = sealed.flatMap(lineOf);
    if (lines.length > 0) await (isAddress(target) ? sendLines(target, lines) : appendLines(target, lines));
    await noteExported(transaction, target, last.place);
    return sealed.length;
  });
}

/** None of an entry that is not there any more. */
function lineOf({ place, hash, entry }: SealedEntry): string[] {
  if (!entry) return [];
  const line = {
    ...{ place, id: entry.id, at: entry.at.toISOString(), connection: entry.connection, account_id: entry.accountId },
    ...{ who: entry.who, origin: entry.origin, request_id: entry.requestId, action: entry.action },
    ...{ thing: entry.thing, thing_id: entry.thingId, outcome: entry.outcome, detail: entry.detail },
    ...{ before: hideSecrets(entry.before), after: hideSecrets(entry.after), seal: hash },
  };
  return [`${JSON.stringify(line)}\n`];
}
