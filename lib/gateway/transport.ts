import "server-only";
import type { Context } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { parseJson } from "@/lib/http/read-request";
import { serve } from "@/lib/service/router";
import type { Connection } from "./connections";
import { noConnection, notUnderstood, tooSlow } from "./errors";

export type Sent = { path: string; method: string; headers: Record<string, string>; body: string | undefined };
export type Received = { status: number; headers: Headers; body: unknown };

const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Sends one request to a connection's service: over HTTP, or in-process when it is our own. */
export async function send(
  connection: Connection,
  operation: Operation,
  sent: Sent,
  context: Pick<Context, "requestId" | "origin"> & { clientAddress?: string },
  timeoutMs: number,
): Promise<Received> {
  const { url } = connection.demand;
  return url === null ? sendInProcess(operation, sent, context) : sendOverHttp(connection, url, sent, timeoutMs);
}

async function sendInProcess(
  operation: Operation,
  { path, body, ...init }: Sent,
  { requestId, origin, clientAddress = "unknown" }: Parameters<typeof send>[3],
): Promise<Received> {
  const request = new Request(`http://built-in${path}`, { ...init, ...(body !== undefined && { body }) });
  const response = await serve(operation.interface, operation.path, request, { requestId, origin, clientAddress });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function sendOverHttp(connection: Connection, url: string, sent: Sent, timeoutMs: number): Promise<Received> {
  const { path, body, ...init } = sent;
  const signal = AbortSignal.timeout(Math.max(1, timeoutMs));
  try {
    const response = await fetch(`${url}${path}`, {
      ...init,
      ...(body !== undefined && { body }),
      signal,
      redirect: "manual",
    });
    const text = await readText(connection, response);
    return { status: response.status, headers: response.headers, body: readReply(connection, response, text) };
  } catch (error) {
    if (signal.aborted) throw tooSlow(connection.title, error);
    if (error instanceof TypeError) throw noConnection(connection.title, error);
    throw error;
  }
}

async function readText(connection: Connection, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw notUnderstood(connection.title, "it is larger than 64 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The JSON of a reply. An error's body may be anything: its status says enough. */
function readReply(connection: Connection, response: Response, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    if (!response.ok) return null;
    const html = /^\s*</.test(text);
    throw notUnderstood(connection.title, html ? "it is a web page, not JSON" : "it is not whole JSON");
  }
}
