import { encodeQuery, fillPath } from "@/lib/contracts/addresses";
import { VIEWER_HEADER } from "@/lib/contracts/context";
import { isObject, readText } from "@/lib/contracts/lenient";
import type { Operation, QueryOf, ReplyOf } from "@/lib/contracts/operation";
import type { CallOf } from "./contract";
import { effectInWords } from "./failures";
import { AppError, type FieldProblems, type ProblemCode, problemStatus, UNEXPECTED } from "./problem";
import { writingOf } from "./writing";

/** The browser's way to our own API: the call gives path and how the reply is read, its contract the types. */
type Ask<O extends Operation> = {
  /** Values of the `{name}` parts of the path. */
  params?: Record<string, string>;
  query?: QueryOf<O>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request outlives the page. Browsers take only small bodies for that; a larger one is sent as any other. */
  keepalive?: boolean;
};

const KEEPALIVE_BYTES = 60_000;

/** Told of every 401, so that the page can ask for the password in place. */
const listeners = new Set<() => void>();
/** Calls that were refused for it: each goes again once somebody has signed in, so that nobody has to repeat it. */
const heldCalls = new Set<() => void>();

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signedInAgain(): void {
  for (const goOn of heldCalls) goOn();
  heldCalls.clear();
}

/**
 * For a call that was refused: resolves when somebody has signed in, so that it can go again; rejects with the refusal
 * where nobody is asked to, and when the call is given up.
 */
export function untilSignedIn(refused: AppError, signal: AbortSignal | undefined): Promise<void> {
  if (refused.code !== "unauthenticated" || listeners.size === 0) return Promise.reject(refused);
  return new Promise((resolve, reject) => {
    heldCalls.add(resolve);
    signal?.addEventListener(
      "abort",
      () => {
        heldCalls.delete(resolve);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

let pageOf: string | null = null;

/** Says whose page this is. Every call carries it, and is refused once the browser's session is another person's. */
export function callAs(personId: string): void {
  pageOf = personId;
}

export const viewerHeader = (): Record<string, string> => (pageOf === null ? {} : { [VIEWER_HEADER]: pageOf });

/** Calls an operation through `/api/<interface>`. Throws an AppError whose message may be shown. */
export async function api<O extends Operation>(
  call: CallOf<O>,
  ask: Ask<O> = {},
): Promise<{ data: ReplyOf<O>; revision: string | null }> {
  const response = await send(call, ask);
  const data = await replyOf(call, await response.json().catch(() => null));
  const revision = response.headers.get("etag")?.replace(/^(W\/)?"|"$/g, "") ?? null;
  return { data, revision };
}

/** What a reply says, as its call reads it. Throws when it says nothing of the kind. */
export async function replyOf<O extends Operation>(call: CallOf<O>, json: unknown): Promise<ReplyOf<O>> {
  const read = json === null ? null : await call.read(json);
  if (read === null) throw new AppError("unavailable", UNEXPECTED);
  return read as ReplyOf<O>;
}

/** Calls an operation that answers with a file, or with JSON. */
export async function apiFile<O extends Operation>(
  call: CallOf<O>,
  ask: Ask<O> = {},
): Promise<{ file: Blob; name: string } | { data: ReplyOf<O> }> {
  const response = await send(call, ask);
  const disposition = response.headers.get("content-disposition");
  if (disposition) {
    const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "file";
    return {
      file: await response.blob().catch((cause: unknown) => cannotBeReached(call, cause)),
      name: decodeURIComponent(name),
    };
  }
  return { data: await replyOf(call, await response.json().catch(() => null)) };
}

const UNREACHED = "The server cannot be reached.";

/** What was sent may have arrived. */
function cannotBeReached(call: CallOf<Operation>, cause: unknown): never {
  const writing = writingOf(call);
  const advice = writing ? effectInWords("unknown", writing) : "Check your connection and try again.";
  throw new AppError("unavailable", `${UNREACHED} ${advice}`, { cause });
}

/** Sends the request; throws the refusal of every reply that is one. */
async function send<O extends Operation>(call: CallOf<O>, ask: Ask<O>): Promise<Response> {
  const { params, query = {}, body, headers, signal, keepalive } = ask;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const outlives = keepalive === true && new Blob([text ?? ""]).size < KEEPALIVE_BYTES;
  const response = await fetch(`/api/${call.interface}${fillPath(call.path, params)}${encodeQuery(query)}`, {
    method: call.method,
    headers: { ...viewerHeader(), ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(text !== undefined && { body: text }),
    ...(signal && { signal }),
    ...(outlives && { keepalive: true }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    return cannotBeReached(call, cause);
  });
  if (response.ok) return response;
  const problem = problemOf(response.status, await response.json().catch(() => null), response.headers);
  await untilSignedIn(problem, signal);
  return send(call, ask);
}

/** What a reply refuses, as the error that may be shown; a page that waits for the password is told. */
export function problemOf(status: number, json: unknown, headers = new Headers()): AppError {
  const body = isObject(json) ? json : {};
  const code = readText(body.code);
  const known = code && Object.hasOwn(problemStatus, code) ? (code as ProblemCode) : "unavailable";
  if (known === "unauthenticated") for (const listener of listeners) listener();
  const fields = isObject(body.fields) ? (body.fields as FieldProblems) : undefined;
  const retryAfter = headers.get("retry-after");
  return new AppError(known, readText(body.message) ?? UNEXPECTED, {
    status,
    ...(fields && { fields }),
    ...(retryAfter && { headers: { "retry-after": retryAfter } }),
  });
}
