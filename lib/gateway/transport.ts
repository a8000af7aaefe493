import "server-only";
import type { Context } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { endsAfter } from "@/lib/ends-after";
import { parseJson } from "@/lib/http/parse-json";
import type { FieldProblems } from "@/lib/http/problem";
import { countUpstreamCall, secondsSince } from "@/lib/metrics";
import { answer } from "@/lib/service/router";
import type { InProcess } from "@/lib/service/service";
import { traced, traceHeaders } from "@/lib/traces";
import { addressOf, type Connection, serviceOf } from "./connections";
import { noConnection, notInTime, notUnderstood, tooLarge, tooSlow } from "./errors";
import { before } from "./join";

export type Sent = {
  /** With the query. */
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Ends the request early, when its caller has gone. */
  signal?: AbortSignal | undefined;
};
export type Received = {
  status: number;
  headers: Headers;
  body: unknown;
  /** What our own service's refusal says of each field; another service only has its `message`. */
  fields?: FieldProblems | undefined;
};

const MB = 1024 * 1024;
const MOST_MB = 64;
/** Real replies are some ten levels deep; thousands would overflow the stack of whoever writes them on. */
export const MAX_DEPTH = 100;

/**
 * Sends one request to a connection's service: over HTTP, or in-process when it is our own. The answer comes by
 * `deadline` (epoch milliseconds) or not at all; every failure to get one is a ReplyLost. Nothing is sent after it.
 */
export async function send(
  connection: Connection,
  operation: Operation,
  sent: Sent,
  context: Pick<Context, "requestId" | "origin"> & Partial<Pick<InProcess, "clientAddress" | "caller">>,
  deadline: number,
): Promise<Received> {
  const name = serviceOf(connection, operation.interface);
  if (Date.now() >= deadline) throw notInTime(name);
  const url = addressOf(connection, operation.interface);
  if (url !== null) {
    return watched(operation, () => {
      const headers = { ...sent.headers, ...traceHeaders(), "x-request-id": context.requestId };
      return sendOverHttp({ name, operation, url }, { ...sent, headers }, deadline);
    });
  }
  const late = () => tooSlow(name);
  // A call that may be given up is given up at its deadline too; any other has been begun and is carried out.
  const signal = sent.signal && untilEnd(deadline, sent.signal);
  const received = await before(deadline, sendInProcess(operation, { ...sent, signal }, context), late);
  // What the service says of a call that was given up is no answer of its own.
  sent.signal?.throwIfAborted();
  if (signal?.aborted) throw late();
  return received;
}

/** Counts a call to a remote service, in a span of its own. */
async function watched({ interface: of, name }: Operation, call: () => Promise<Received>): Promise<Received> {
  const since = performance.now();
  const count = (outcome: string) =>
    countUpstreamCall({ interface: of, operation: name, outcome, seconds: secondsSince(since) });
  try {
    const received = await traced({ name: `${of} ${name}`, kind: "client" }, call);
    count(String(received.status));
    return received;
  } catch (error) {
    count("failed");
    throw error;
  }
}

const untilEnd = (deadline: number, signal?: AbortSignal) =>
  endsAfter(Math.max(1, Math.ceil(deadline - Date.now())), signal);

async function sendInProcess(
  operation: Operation,
  { path, body, signal, ...init }: Sent,
  { requestId, origin, clientAddress = "unknown", caller }: Parameters<typeof send>[3],
): Promise<Received> {
  const address = new URL(`http://built-in${path}`);
  const optional = { ...(body !== undefined && { body }), ...(signal && { signal }) };
  const request = new Request(address, { ...init, ...optional });
  return answer(operation.interface, address.pathname, request, { requestId, origin, clientAddress, caller });
}

/** `name`: as messages have it. */
type Service = { name: string; operation: Operation; url: string };

async function sendOverHttp({ name, operation, url }: Service, sent: Sent, deadline: number): Promise<Received> {
  const { path, body, signal: given, ...init } = sent;
  const signal = untilEnd(deadline, given);
  let answered = false;
  try {
    const response = await fetch(`${url}${path}`, {
      ...init,
      ...(body !== undefined && { body }),
      signal,
      redirect: "manual",
    });
    answered = true;
    const text = await readText(name, operation, response);
    return { status: response.status, headers: response.headers, body: readReply(name, response, text) };
  } catch (error) {
    given?.throwIfAborted();
    if (signal.aborted) throw tooSlow(name, error);
    if (error instanceof TypeError) throw noConnection(name, error, answered || mayHaveArrived(error));
    throw error;
  }
}

/** What fails before a connection stands; after anything else the request may have been read. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** A port that fetch refuses to call; it has no code. */
const REFUSED_PORT = "bad port";

function mayHaveArrived({ cause }: TypeError): boolean {
  if (!(cause instanceof Error)) return true;
  return !(cause.message === REFUSED_PORT || ("code" in cause && NEVER_CONNECTED.has(String(cause.code))));
}

async function readText(name: string, { largestReply }: Operation, response: Response): Promise<string> {
  const mb = largestReply?.mb ?? MOST_MB;
  const advice = largestReply ? `; ${largestReply.advice}` : "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mb * MB) throw tooLarge(name, `it is larger than ${mb} MB${advice}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

/** The JSON of a reply. An error's body may be anything: its status says enough. */
function readReply(name: string, response: Response, text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) {
    if (!response.ok) return null;
    throw notUnderstood(name, "it is nested too deeply");
  }
  try {
    return parseJson(text);
  } catch {
    if (!response.ok) return null;
    throw notUnderstood(name, unreadable(text));
  }
}

function unreadable(text: string): string {
  if (text.trim() === "") return "it is empty";
  return /^\s*</.test(text) ? "it is a web page, not JSON" : "it is not whole JSON";
}

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [34, 92, 91, 123, 93, 125];

/** Whether brackets outside strings nest deeper; looked at before parsing, which would build all of it. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
