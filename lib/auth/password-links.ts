import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { Delivery } from "@/lib/contracts/ours/invitations";
import type { LinkPurpose } from "@/lib/contracts/terms/settings";
import { publicUrl } from "@/lib/env";
import { logger } from "@/lib/logger";
import type { Connection } from "@/lib/stores/postgres/client";
import { insertPasswordLink } from "@/lib/stores/postgres/password-links";
import { sendMail, sendsMail } from "./send-mail";

const HOUR_MS = 60 * 60 * 1000;
const LASTS_MS: Record<LinkPurpose, number> = { invitation: 7 * 24 * HOUR_MS, reset: 3 * HOUR_MS };
const lasts: Record<LinkPurpose, string> = { invitation: "7 days", reset: "3 hours" };

/** What is stored instead of a link's text. */
export const linkHash = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

export type NewLink = { purpose: LinkPurpose; address: string; expiresAt: Date };

/**
 * A link by which one user sets their password, once. Its text stands behind the `#` of the address, which browsers
 * send to nobody: it comes to no log, and no mail scanner that opens links uses it up.
 */
export async function makeLink(transaction: Connection, userId: string, purpose: LinkPurpose): Promise<NewLink> {
  const text = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LASTS_MS[purpose]);
  await insertPasswordLink(transaction, { linkHash: linkHash(text), userId, purpose, expiresAt });
  return { purpose, address: `${publicUrl()}/set-password#${text}`, expiresAt };
}

type Addressee = { email: string; name: string };

/** Sends a link by e-mail; gives it back, for the admin to pass on, where e-mail is not configured or fails. */
export async function deliver(link: NewLink, { email, name }: Addressee, requestId: string): Promise<Delivery> {
  const reply = { email, expires_at: link.expiresAt.toISOString() };
  if (!sendsMail()) return { ...reply, sent: false, link: link.address, problem: null };
  try {
    await mailLink(link, { email, name });
    return { ...reply, sent: true, link: null, problem: null };
  } catch (error) {
    logger.error({ requestId, err: error }, "a password link could not be sent");
    const problem = "The mail server did not take the message. Check SMTP_URL and MAIL_FROM; the log says more.";
    return { ...reply, sent: false, link: link.address, problem };
  }
}

const subjects: Record<LinkPurpose, string> = {
  invitation: "You are invited to Fieldwork",
  reset: "Set a new password for Fieldwork",
};

const openings: Record<LinkPurpose, string> = {
  invitation: "You have been added to Fieldwork. Set your password here, within",
  reset: "You can set a new password for Fieldwork here, within",
};

const closings: Record<LinkPurpose, string> = {
  invitation: "The link works once. If you did not expect it, you can ignore this message.",
  reset: "The link works once. If you did not ask for it, ignore this message: your password stays as it is.",
};

export const mailLink = ({ purpose, address }: NewLink, to: Addressee): Promise<void> =>
  sendMail({
    to: { name: to.name, address: to.email },
    subject: subjects[purpose],
    text: `${openings[purpose]} ${lasts[purpose]}:\n\n${address}\n\n${closings[purpose]}\n`,
  });
