// No `server-only` here: the web process logs outside Next too, where that import throws.
import { pino, stdSerializers, stdTimeFunctions } from "pino";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { sourceStack } from "@/lib/source-stack";

const SECRETS = ["authorization", "cookie", "set-cookie", "password", "token", "x-api-key", "api-key", "secret"];

/** Where a secret can stand: at the top, or one or two levels down (`headers.cookie`, `request.headers.cookie`). */
export const redactedPaths = SECRETS.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`];
});

/** A failed statement names its values in message, stack and a member of its own: password hashes are among them. */
export function describeError(error: Error) {
  const { params: _, ...described } = stdSerializers.err(error);
  const stack = sourceStack(withoutValues(described.stack));
  return { ...described, message: withoutValues(described.message), stack };
}

const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g, "");

/** One JSON line per event on stderr; secrets are replaced, never written. */
export const logger = processWide("logger", () =>
  pino(
    {
      level: env.LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: redactedPaths, censor: "[redacted]" },
    },
    process.stderr,
  ),
);
