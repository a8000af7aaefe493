import "server-only";
import { isObject, readText } from "@/lib/contracts/lenient";
import {
  type Effect,
  type Failed,
  type FailureKind,
  failureReason,
  readFailure,
  signInFailure,
  type Writing,
  writeFailure,
} from "@/lib/http/failures";
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
  /** It failed for a reason of this call alone, which tells nothing of the service. */
  isOfCall?: boolean;
  /** What happened, without what to do about it; the message when absent. */
  reason?: string;
};

/** A call that may have reached the service without its answer reaching us: a write may have happened. */
export class ReplyLost extends AppError {
  readonly mayStillHappen: boolean;
  readonly mayPass: boolean;
  readonly neverArrived: boolean;
  readonly isOfCall: boolean;
  readonly reason: string;

  constructor(
    message: string,
    {
      cause,
      mayStillHappen = false,
      mayPass = false,
      neverArrived = false,
      isOfCall = false,
      reason = message,
    }: Lost = {},
  ) {
    super("unavailable", message, { cause });
    this.reason = reason;
    this.name = "ReplyLost";
    this.isOfCall = isOfCall;
    this.mayStillHappen = mayStillHappen;
    this.mayPass = mayPass;
    this.neverArrived = neverArrived;
  }
}

const lost = (kind: FailureKind, failed: Failed, left: Omit<Lost, "reason">): ReplyLost =>
  new ReplyLost(readFailure(kind, failed), { ...left, reason: failureReason(kind, failed) });

/** A write whose reply was lost, once it was looked at: what is certain not to have happened may be tried again. */
export function writeLost(lost: ReplyLost, effect: Effect, writing: Writing): AppError {
  const code = effect === "none" ? "unavailable" : "uncertain";
  return new AppError(code, writeFailure(lost.reason, effect, writing), { cause: lost });
}

/** The service has failed several times in a row, so this call was not sent: the worker finds out when it responds. */
export class ServiceDown extends AppError {
  readonly service: string;
  /** What happened, without what to do about it. */
  readonly reason: string;

  constructor({ service, writing = null, isSignIn = false }: Asked) {
    const failed = { service };
    const reason = failureReason("down", failed);
    const reading = isSignIn ? signInFailure("down", failed) : readFailure("down", failed);
    super("unavailable", writing ? writeFailure(reason, "none", writing) : reading);
    this.service = service;
    this.reason = reason;
    this.name = "ServiceDown";
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
const AWAY = new Set([502, 503, 504]);

export type Refused = { status: number; headers: Headers; body: unknown; fields?: FieldProblems | undefined };

/** Whom a call asks, and what for: what it may repeat of an answer, and what is said of a write that is put off. */
export type Asked = { service: string; secrets?: Secrets; writing?: Writing | null; isSignIn?: boolean };

/** A service's refusal as our one error, its own `message` kept when it sent one, without what is secret. */
export function refusal({ status, headers, body, fields }: Refused, asked: Asked): AppError {
  const { service, secrets = NO_SECRETS } = asked;
  const said = sentence(isObject(body) ? readText(body.message) : undefined, secrets);
  const failed = { service, status, said };
  if (AWAY.has(status)) return lost("away", failed, { mayStillHappen: CUT_OFF.has(status) });
  if (status >= 500) return lost("failed", failed, { isOfCall: true });
  if (status < 400) return new AppError("unavailable", readFailure("misdirected", failed));
  if (status === 429) return new PutOff("limited", retryAfterMs(headers), asked);
  const message = said ?? readFailure("refused", failed);
  // A service that does not know an operation may say so with 405: who asks goes another way.
  const exact = status === 405 ? { status } : {};
  return new AppError(codes[status] ?? "invalid", message, { ...exact, ...(fields && { fields }), byService: true });
}

/** Wait and repeat: nothing was done. */
class PutOff extends AppError {
  constructor(
    readonly kind: "limited" | "queued",
    readonly waitMs: number,
    { service, writing }: Asked,
  ) {
    const failed = { service, waitMs };
    super("busy", writing ? writeFailure(failureReason(kind, failed), "none", writing) : readFailure(kind, failed), {
      headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
    this.service = service;
  }
  readonly service: string;
}

/** What a write meets before anything was sent, as whoever writes is told. */
export async function beforeWrite<T>(writing: Writing, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReplyLost) throw writeLost(error, "none", writing);
    if (error instanceof ServiceDown) throw new ServiceDown({ service: error.service, writing });
    if (error instanceof PutOff) throw new PutOff(error.kind, error.waitMs, { service: error.service, writing });
    throw error;
  });
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

/**
 * `Retry-After` in seconds, or as a date by the service's own clock, which may be wrong; ten minutes at most, a second
 * when it says nothing.
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  const sentAt = Date.parse(headers.get("date") ?? "") || now;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - sentAt;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_RETRY_MS) : 1000;
}

/** `reached`: bytes may have arrived there before the connection ended. */
export const noConnection = (service: string, cause: unknown, reached: boolean) =>
  lost(
    reached ? "interrupted" : "unreachable",
    { service },
    {
      ...{ cause, mayStillHappen: reached, mayPass: true, neverArrived: !reached },
    },
  );

export const tooSlow = (service: string, cause?: unknown) => lost("late", { service }, { cause, mayStillHappen: true });

/** What went before took the time of a call, which was never sent. */
export const notInTime = (service: string) => lost("unsent", { service }, { neverArrived: true, isOfCall: true });

/** An answer that says nothing also leaves open whether the service is done. */
export const notUnderstood = (service: string, fault: string) =>
  lost("unreadable", { service, fault }, { mayStillHappen: true });

/** It answers, with more than can be read. */
export const tooLarge = (service: string, fault: string) =>
  lost("unreadable", { service, fault }, { mayStillHappen: true, isOfCall: true });

/** `waitMs`: how long nothing may go, when it is known; a queue that is too long otherwise. */
export const queueTooLong = (asked: Asked, waitMs: number | null): AppError =>
  new PutOff(waitMs === null ? "queued" : "limited", waitMs ?? 1000, asked);
