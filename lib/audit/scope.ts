import type { Viewer } from "@/lib/contracts/context";
import type { AuditScope } from "@/lib/stores/postgres/audit";

/** What managers work with; the rest (users, accounts, settings) is for admins. */
const WORK = [
  "surveys",
  "projects",
  "responses",
  "quota-templates",
  "suppliers",
  "quality-surveys",
  "exclusions",
  "scoring-feeds",
] as const;

/**
 * Which entries a viewer may read: an admin all of his accounts, a manager those about their work. A write at a
 * remote service by somebody of several accounts names no account, because a survey there names none: such an entry
 * is shown to whoever wrote it, to admins of that connection, and to whoever was proven to see its survey.
 */
export function auditScope(
  { connection, email, role, accounts }: Viewer,
  { isRemote, seen }: { isRemote: boolean; seen: AuditScope["seen"] },
): AuditScope {
  const isAdmin = role === "admin";
  return {
    connection,
    accountIds: accounts.map(({ id }) => id),
    email,
    seesUnassigned: isAdmin && isRemote,
    things: isAdmin ? null : WORK,
    seen,
  };
}
