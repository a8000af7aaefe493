import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A body must bring this much in each of these spans, or end: a slow telephone line brings ten times as much. */
const PATIENCE = { bytes: 16 * 1024, everyMs: 15_000, lingerMs: 5000 };
type Patience = typeof PATIENCE;

/**
 * Ends requests whose body does not arrive. Bodies are read by whoever handles a request, after its sender is known;
 * this bounds how long one may take: a sender who stops, or sends a byte now and then, is answered 408. A large file
 * takes as long as it makes progress.
 */
export function endStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, everyMs, lingerMs }: Patience = PATIENCE,
): void {
  if (!hasBody(request)) return;
  const { socket } = request; // of a request that is answered early it may be null later
  let before = socket.bytesRead;
  // One who was held back until a moment ago had no time to send.
  let wasHeldBack = false;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - before;
    before += arrived;
    const heldBack = isHeldBack(request);
    const hasStopped = arrived < bytes && !heldBack && !wasHeldBack;
    wasHeldBack = heldBack;
    if (!request.complete && !socket.destroyed && !hasStopped) return;
    clearInterval(timer);
    if (!request.complete && !socket.destroyed) giveUp(socket, response);
  }, everyMs);
  request.once("close", () => clearInterval(timer));
  response.once("finish", () => lingerThenClose(request, socket, lingerMs));
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether what has arrived waits for us: a sender who is held back is not a slow one. */
const isHeldBack = (request: IncomingMessage) => request.readableLength >= request.readableHighWaterMark;

function giveUp(socket: Socket, response: ServerResponse): void {
  if (!response.headersSent) {
    const body = JSON.stringify({ message: "The request took too long to arrive." });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    response.writeHead(408, { ...headers, connection: "close" }).end(body);
  }
  socket.destroySoon();
}

/**
 * Answered while its body is still on the way: node throws away what comes. Closing at once would reset the connection
 * and often lose the answer; never closing would let the sender keep it.
 */
function lingerThenClose(request: IncomingMessage, socket: Socket, lingerMs: number): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, lingerMs).unref();
}
