import "server-only";
import { mailLink, makeLink } from "@/lib/auth/password-links";
import { sendsMail } from "@/lib/auth/send-mail";
import { demoRefused } from "@/lib/env";
import { logger } from "@/lib/logger";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { NO_PASSWORD } from "@/lib/stores/postgres/passwords";
import { takeSlot } from "@/lib/stores/postgres/rate-limits";
import { accountOf, findCredentials } from "@/lib/stores/postgres/users";
import { ofUser } from "./of-user";

const REQUESTS = { limit: 3, windowMs: 60 * 60 * 1000, maxWaitMs: 0 };

/**
 * Sends whoever has this e-mail a link to set a new password, in the background: neither the answer nor its time tells
 * whether there is such a user.
 */
export function requestLink(email: string, requestId: string): void {
  sendRequested(email, requestId).catch((error: unknown) => {
    logger.error({ requestId, err: error }, "a requested password link was not sent");
  });
}

async function sendRequested(email: string, requestId: string): Promise<void> {
  const { granted } = await takeSlot(db(), { key: `password-links:${email}`, ...REQUESTS });
  if (!granted || !sendsMail()) return;
  const user = await findCredentials(db(), email);
  // Who has no password was invited, or signs in by their company: this is no way around it.
  if (!user || user.disabledAt || user.passwordHash === NO_PASSWORD || demoRefused(email)) return;
  const link = await db().transaction(async (transaction) => {
    await addAudit(transaction, ofUser(user, requestId), {
      accountId: await accountOf(transaction, user.id),
      action: "requestPasswordLink",
      thing: "users",
      thingId: user.id,
      after: { email },
      outcome: "done",
    });
    return makeLink(transaction, user.id, "reset");
  });
  await mailLink(link, user);
}
