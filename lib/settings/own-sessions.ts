import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { OwnSession } from "@/lib/contracts/ours/settings";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as people from "@/lib/stores/postgres/people";
import { describeUserAgent } from "./user-agent";

type Context = SignedInContext<SessionViewer>;

/** The viewer's own sessions: this one first, then the one used last. */
export async function listSessions({ viewer }: Context): Promise<{ sessions: OwnSession[] }> {
  const rows = await people.listSessions(db(), viewer.personId);
  const sessions = rows.map((row) => ({
    // The hash of the cookie's random id: nobody can sign in with it.
    id: row.idHash,
    is_this: row.idHash === viewer.sessionHash,
    device: describeUserAgent(row.userAgent),
    address: row.clientAddress === "unknown" ? null : row.clientAddress,
    begun_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }));
  return { sessions: sessions.sort((a, b) => Number(b.is_this) - Number(a.is_this)) };
}

export async function endSession(context: Context, id: string): Promise<{ ended: number }> {
  return db().transaction(async (transaction) => {
    const isEnded = await people.endSession(transaction, context.viewer.personId, id);
    if (!isEnded) throw new AppError("not_found", "This session has ended already, or is not one of yours.");
    await trace(transaction, context, "endSession", 1);
    return { ended: 1 };
  });
}

export async function endOtherSessions(context: Context): Promise<{ ended: number }> {
  const { personId, sessionHash } = context.viewer;
  return db().transaction(async (transaction) => {
    const ended = await people.endOtherSessions(transaction, personId, sessionHash);
    if (ended > 0) await trace(transaction, context, "endOtherSessions", ended);
    return { ended };
  });
}

/** Whose sessions ended is who wrote it; which of them it was is nobody else's business. */
async function trace(transaction: Connection, context: Context, action: AuditAction, ended: number): Promise<void> {
  await addAudit(transaction, context, {
    accountId: context.viewer.accounts[0]?.id ?? null,
    action,
    thing: "sessions",
    thingId: null,
    after: { email: context.viewer.email, ended },
    outcome: "done",
  });
}
