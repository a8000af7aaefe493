import "server-only";
import type { Context } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";

/** A write that a role does not allow leaves a trace; a read that is refused does not. */
export async function auditRefusal(context: Context, operation: Operation, detail: string): Promise<void> {
  if (operation.method === "GET") return;
  await addAudit(db(), context, {
    accountId: context.viewer.accounts[0]?.id ?? null,
    action: operation.name,
    thing: operation.path.slice(1),
    thingId: null,
    outcome: "refused",
    detail,
  });
}
