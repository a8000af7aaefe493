import "server-only";
import { createTransport } from "nodemailer";
import { env, isLoopback } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

type Mail = { to: { name: string; address: string }; subject: string; text: string };

export const sendsMail = (): boolean => env.SMTP_URL !== undefined;

const PATIENCE_MS = 10_000;

/**
 * What we send lets people in: it travels encrypted, except to a server on this machine, or where the address itself
 * says `?requireTLS=false`.
 */
const makeTransport = (url: string) =>
  createTransport(
    {
      url,
      requireTLS: !isLoopback(new URL(url).hostname),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env.MAIL_FROM },
  );

/** Hands a message to the configured server; rejects when that does not take it. */
export async function sendMail(mail: Mail): Promise<void> {
  if (env.SMTP_URL === undefined) throw new Error("SMTP_URL is not set: nobody can be sent e-mail.");
  const url = env.SMTP_URL;
  await processWide("mail", () => makeTransport(url)).sendMail(mail);
}
