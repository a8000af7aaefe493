import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { env } from "@/lib/env";

type MailServer = {
  /** Messages as they came, headers and text, the latest last. */
  messages: string[];
  /** Takes no message. */
  refuses: boolean;
};

/** Gives the test file that calls this an SMTP server of its own, as the one that the product sends through. */
export function withMailServer(): MailServer {
  const state: MailServer = { messages: [], refuses: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, callback) => {
      text(stream).then((message) => {
        if (state.refuses) return callback(new Error("Not today."));
        state.messages.push(message);
        callback();
      }, callback);
    },
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.server.address() as AddressInfo;
    env.SMTP_URL = `smtp://127.0.0.1:${port}`;
    env.MAIL_FROM = "Fieldwork <no-reply@fieldwork.example>";
  });
  beforeEach(() => {
    Object.assign(state, { messages: [], refuses: false });
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  return state;
}

/** The link that a message holds; lines of long messages are wrapped with `=`. */
export const linkIn = (message = ""): string =>
  /\/set-password#([\w-]+)/.exec(message.replace(/=\r\n/g, "").replaceAll("=3D", "="))?.[1] ?? "";
