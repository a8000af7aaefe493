import type { IncomingMessage, ServerResponse } from "node:http";

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** An e-mail, a password and what goes with them: read, and paid for, before anybody has signed in. */
const ANYBODYS_BYTES = 64 * 1024;
const LINGER_MS = 5000;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Addresses that take more than others, with the bytes that they take. */
type LargeBodies = ReadonlyMap<string, number>;

/** Whether the length that a request declares is one that its address takes. */
export function declaresTooMuch({ headers, url = "" }: IncomingMessage, large: LargeBodies, limitBytes?: number) {
  return Number(headers["content-length"] ?? 0) > limitOf(url, large, limitBytes);
}

function limitOf(url: string, large: LargeBodies, usual = BODY_LIMIT_BYTES): number {
  const path = url.split(/[?#]/)[0] ?? "";
  return large.get(path) ?? (isReadForAnybody(path) ? ANYBODYS_BYTES : usual);
}

/** Whether a body is read here for whoever sends it: to sign in, to get a token, and by Next at every page. */
function isReadForAnybody(path: string): boolean {
  const asked = decoded(path);
  if (!/^\/(?:api|service)\//.test(asked)) return true;
  return asked.startsWith("/api/auth/") || asked === "/service/demand/tokens";
}

/** Next takes percent-encoded letters of an address for the letters that they are. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // refused elsewhere
  }
}

/**
 * Lets a request through to `handle` when its body is at most 4 MB, or what its address takes (more, or 64 KB of
 * somebody who need not be signed in), else answers 413.
 *
 * A declared length is judged at once, and node holds the client to it. A chunked body has none: it is held back until
 * it is whole or too large, because once a handler has begun to answer nobody can answer 413 in its place. Held back,
 * it fills memory before anybody has asked who sends it: so it may nowhere be larger than the usual.
 */
export function withBodyLimit(handle: Handle, large: LargeBodies, usual = BODY_LIMIT_BYTES): Handle {
  return (request, response) => {
    const limit = limitOf(request.url ?? "", large, usual);
    if (declaresTooMuch(request, large, usual)) return refuse(request, response, limit);
    if (request.headers["transfer-encoding"] === undefined) return handle(request, response);
    const held = Math.min(limit, usual);
    holdBack(request, held, {
      whole: () => handle(request, response),
      tooLarge: () => refuse(request, response, held),
    });
  };
}

const USUAL_SENDING_MS = 120_000;

/**
 * Gives a client two minutes for a body of the usual size, as node itself would if it knew addresses: somebody who
 * sends a byte now and then would hold a connection for as long as a large file may take.
 */
export function endSlowBody(
  request: IncomingMessage,
  response: ServerResponse,
  large: LargeBodies,
  patienceMs = USUAL_SENDING_MS,
): void {
  if (large.has(request.url?.split("?")[0] ?? "")) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    const body = JSON.stringify({ message: "The request took too long to arrive." });
    if (!response.headersSent) {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      response.writeHead(408, { ...headers, connection: "close" }).end(body);
    }
    request.socket.end();
  }, patienceMs);
  request.once("end", () => clearTimeout(timer));
  response.once("close", () => clearTimeout(timer));
}

type Outcome = { whole: () => void; tooLarge: () => void };

/** Keeps what the parser pushes into the request, and pushes it on in one go at the end. */
function holdBack(request: IncomingMessage, limitBytes: number, { whole, tooLarge }: Outcome): void {
  const push = request.push.bind(request);
  const held: Buffer[] = [];
  let bytes = 0;
  let refused = false;
  request.push = (chunk: Buffer | null) => {
    if (refused) return true;
    if (chunk === null) {
      request.push = push;
      for (const part of held) push(part);
      push(null);
      whole();
      return false;
    }
    bytes += chunk.length;
    held.push(chunk);
    if (bytes > limitBytes) {
      refused = true;
      held.length = 0;
      tooLarge();
    }
    return true;
  };
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Number((bytes / 1024 / 1024).toFixed(1))} MB`;

/**
 * Answers while the client may still be sending. Closing at once would reset the connection and often lose the answer,
 * so the rest is read and thrown away for some seconds.
 */
function refuse(request: IncomingMessage, response: ServerResponse, limitBytes: number): void {
  const body = JSON.stringify({
    message: `The request is larger than ${sizeOf(limitBytes)}.`,
  });
  response.writeHead(413, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
  request.resume();
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS).unref();
}
