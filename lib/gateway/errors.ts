import "server-only";
import { isObject, readText } from "@/lib/contracts/lenient";
import { AppError, type FieldProblems, type ProblemCode } from "@/lib/http/problem";
import { NO_SECRETS, type Secrets, shortSaid, withoutSecrets } from "./secrets";

type Lost = {
  cause?: unknown;
  /** The service may carry the request out after this moment: it was cut off, not refused. */
  mayStillHappen?: boolean;
  /** Trying again may help: the way there failed, not the answer. */
  mayPass?: boolean;
  /** Nothing of the request can have reached the service. */
  neverArrived?: boolean;
};

/** A call that may have reached the service without its answer reaching us: a write may have happened. */
export class ReplyLost extends AppError {
  readonly mayStillHappen: boolean;
  readonly mayPass: boolean;
  readonly neverArrived: boolean;

  constructor(message: string, { cause, mayStillHappen = false, mayPass = false, neverArrived = false }: Lost = {}) {
    super("unavailable", message, { cause });
    this.name = "ReplyLost";
    this.mayStillHappen = mayStillHappen;
    this.mayPass = mayPass;
    this.neverArrived = neverArrived;
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

/** Statuses of proxies, which speak for a service that may still be at work. */
const CUT_OFF = new Set([502, 504]);

export type Refused = { status: number; headers: Headers; body: unknown; fields?: FieldProblems | undefined };

/** A service's refusal as our one error, its own `message` kept when it sent one, without what is secret. */
export function refusal({ status, headers, body, fields }: Refused, title: string, secrets = NO_SECRETS): AppError {
  const said = sentence(isObject(body) ? readText(body.message) : undefined, secrets);
  if (status >= 500) {
    const message = said ?? `${title} answered with an error (${status}). Try again in a moment.`;
    return new ReplyLost(message, { mayStillHappen: CUT_OFF.has(status) });
  }
  if (status < 400) {
    const message = `${title} answered with a redirect or nothing of use (${status}). Its address may be set wrongly.`;
    return new AppError("unavailable", message);
  }
  const retryAfter: Record<string, string> =
    status === 429 ? { "retry-after": String(Math.ceil(retryAfterMs(headers) / 1000)) } : {};
  const message = said ?? `${title} refused this request (${status}).`;
  // A service that does not know an operation may say so with 405: who asks goes another way.
  const exact = status === 405 ? { status } : {};
  const details = { headers: retryAfter, ...exact, ...(fields && { fields }) };
  return new AppError(codes[status] ?? "invalid", message, details);
}

/** What another service said, as one line that ends and holds no secret; undefined when it said nothing. */
function sentence(text: string | undefined, secrets: Secrets): string | undefined {
  const open = text && withoutSecrets(text, secrets);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = open?.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
  if (!line) return undefined;
  const short = shortSaid(line);
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

const LONGEST_RETRY_MS = 10 * 60 * 1000;

/** `Retry-After` in seconds or as a date, ten minutes at most; a second when it says nothing. */
export function retryAfterMs(headers: Headers, now = Date.now()): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_RETRY_MS) : 1000;
}

/** `reached`: bytes may have arrived there before the connection ended. */
export const noConnection = (title: string, cause: unknown, reached: boolean) =>
  new ReplyLost(`${title} cannot be reached. Try again in a moment.`, {
    cause,
    mayStillHappen: reached,
    mayPass: true,
    neverArrived: !reached,
  });

export const tooSlow = (title: string, cause?: unknown) =>
  new ReplyLost(`${title} did not answer in time. Try again in a moment.`, { cause, mayStillHappen: true });

/** What went before took the time of a call, which was never sent. */
export const notInTime = (title: string) =>
  new ReplyLost(`${title} could not be asked in time. Try again in a moment.`, { neverArrived: true });

/** An answer that says nothing also leaves open whether the service is done. */
export const notUnderstood = (title: string, what: string) =>
  new ReplyLost(`${title} answered with something that cannot be read: ${what.replace(/\.$/, "")}.`, {
    mayStillHappen: true,
  });

/** `waitMs`: how long nothing may go, when it is known; a queue that is too long otherwise. */
export function queueTooLong(title: string, waitMs: number | null): AppError {
  const seconds = Math.max(1, Math.ceil((waitMs ?? 1000) / 1000));
  const headers = { "retry-after": String(seconds) };
  const message =
    waitMs === null
      ? `Many requests are waiting for ${title}, which limits how many it takes. Try again in a moment.`
      : `${title} takes no more requests at the moment. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new AppError("busy", message, { headers });
}
