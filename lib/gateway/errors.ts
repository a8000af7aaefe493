import "server-only";
import { isObject, readText } from "@/lib/contracts/lenient";
import { AppError, type ProblemCode } from "@/lib/http/problem";

/** A call that may have reached the service without its answer reaching us: a write may have happened. */
export class ReplyLost extends AppError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, { cause });
    this.name = "ReplyLost";
  }
}

const codes: Record<number, ProblemCode> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  412: "conflict",
  429: "busy",
};

/** A service's refusal as our one error, its own `message` kept when it sent one. */
export function refusal(status: number, body: unknown, title: string): AppError {
  const message = (isObject(body) && readText(body.message)?.trim()) || null;
  const code = codes[status] ?? (status >= 400 && status < 500 ? "invalid" : "unavailable");
  if (status >= 500)
    return new ReplyLost(message ?? `${title} answered with an error (${status}). Try again in a moment.`);
  return new AppError(code, message ?? `${title} refused this request (${status}).`);
}

export const noConnection = (title: string, cause: unknown) =>
  new ReplyLost(`${title} cannot be reached. Try again in a moment.`, cause);

export const tooSlow = (title: string, cause?: unknown) =>
  new ReplyLost(`${title} did not answer in time. Try again in a moment.`, cause);

export const notUnderstood = (title: string, what: string) =>
  new ReplyLost(`${title} answered with something that cannot be read: ${what}.`);

export const queueTooLong = (title: string) =>
  new AppError(
    "busy",
    `Many requests are waiting for ${title}, which limits how many it takes. Try again in a moment.`,
  );
