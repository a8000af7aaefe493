import type { Duplex } from "node:stream";

const ANSWERS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive."],
};

/** Answers bytes that are no HTTP request, or one that never arrives whole, in JSON like every other error. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = ANSWERS[error.code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP."];
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** node keeps the answer under way on the socket; a second status line inside it would be read as its body. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, "_httpMessage");
  return typeof answer === "object" && answer !== null && Reflect.get(answer, "headersSent") === true;
}
