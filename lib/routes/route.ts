import "server-only";
import { cookies } from "next/headers";
import * as z from "zod";
import { requireViewer, type SessionViewer, sessionCookie } from "@/lib/auth/viewer";
import { CLIENT_ADDRESS_HEADER, VIEWER_HEADER } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { FORBIDDEN, may } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { networkOf } from "@/lib/http/network";
import { AppError, methodNotAllowed, UNEXPECTED } from "@/lib/http/problem";
import { MAX_STRANGERS_BYTES, withBytes } from "@/lib/http/read-bytes";
import { type Input, readRequest } from "@/lib/http/read-request";
import { streamOf } from "@/lib/http/stream-pieces";
import { onlyReads } from "@/lib/http/writing";
import { logger } from "@/lib/logger";
import { withRefusals } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { databaseProblem } from "@/lib/stores/postgres/database-away";
import { enforceRate } from "@/lib/stores/postgres/enforce-rate";
import { refuseForeignWrites } from "./own-origin";

export type RouteCall<O extends Operation> = {
  context: SignedInContext<SessionViewer>;
  input: Input<O>;
  headers: Headers;
  /** The body of an operation that takes bytes. */
  bytes: AsyncIterable<Uint8Array> | null;
  /** The `[name]` folders of the address. */
  params: Record<string, string>;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
};

type Segment = { params: Promise<Record<string, string>> };

/** JSON, whole or in pieces as they are read, or a file that the browser saves. */
export type RouteAnswer =
  | { body: unknown; headers?: Record<string, string> }
  | { pieces: AsyncIterable<string> }
  | { file: { name: string; type: string; content: BodyInit } };

/** A page that makes many calls at once has the later ones put off this long, rather than refused. */
const MOST_WAIT_MS = 4000;

const rateOf = (operation: Operation, { personId }: SessionViewer) => ({
  of: `api:${operation.interface}`,
  credential: personId,
  maxWaitMs: MOST_WAIT_MS,
});

/**
 * The one wrapper of every handler of our API: request id, viewer, rate, permission, input, handler, and one place where
 * errors become `{message, code, requestId, fields?}`. A route only declares.
 */
export function route<O extends Operation>({
  operation,
  handle,
}: {
  operation: O;
  handle: (call: RouteCall<O>) => Promise<RouteAnswer>;
}) {
  return async (request: Request, segment: Segment): Promise<Response> => {
    const requestId = crypto.randomUUID();
    const { headers, signal } = request;
    try {
      refuseForeignWrites(request);
      const sessionId = (await cookies()).get(sessionCookie.name)?.value;
      const viewer = await requireViewer(sessionId);
      refuseFormerPages(headers, viewer);
      const context = { viewer, requestId, origin: "page" as const, ...(onlyReads(operation) && { signal }) };
      await enforceRate(db(), operation.rate, rateOf(operation, viewer));
      const answer = await withRefusals(db(), context, operation, async () => {
        requirePermission(viewer, operation);
        const sender = { network: networkIn(headers), personId: viewer.personId };
        const input = await readRequest(operation, request, sender);
        return handle({
          ...{ context, input, headers, signal, params: await segment.params },
          bytes: operation.takesBytes ? request.body : null,
        });
      });
      if ("file" in answer) return fileReply(answer.file, requestId);
      if ("pieces" in answer) return streamedReply(answer.pieces, requestId);
      return reply(answer.body, operation.response.status, requestId, answer.headers);
    } catch (error) {
      if (signal.aborted) return reply({ message: "The request was given up." }, 499, requestId); // nobody reads it
      return problemReply(error, { requestId, what: operation.name, onlyReads: onlyReads(operation) });
    }
  };
}

type OpenTo = {
  /** Also what a page of another site sends: a message that proves by itself whom it is of. */
  fromElsewhere?: boolean;
  maxBytes?: number;
};

/**
 * The wrapper of a handler that answers whoever asks, and reads a small body of theirs: of a write that comes from our
 * own pages, or from no browser.
 */
export function openRoute<R extends Request, S>(
  what: string,
  handle: (request: R, segment: S, body: Buffer<ArrayBuffer>) => Promise<Response>,
  { fromElsewhere = false, maxBytes = MAX_STRANGERS_BYTES }: OpenTo = {},
) {
  return async (request: R, segment: S): Promise<Response> => {
    try {
      if (!fromElsewhere) refuseForeignWrites(request);
      const sender = { network: networkIn(request.headers), personId: null };
      return await withBytes(request, { maxBytes, sender }, (body) => handle(request, segment, body));
    } catch (error) {
      const handling = { requestId: crypto.randomUUID(), what, onlyReads: ["GET", "HEAD"].includes(request.method) };
      return problemReply(error, handling);
    }
  };
}

type StrangersCall<O extends Operation> = { input: Input<O>; requestId: string };

/** The wrapper of an operation that answers whoever asks: each network has its rate. */
export function strangersRoute<O extends Operation>({
  operation,
  handle,
}: {
  operation: O;
  handle: (call: StrangersCall<O>) => Promise<{ body: unknown }>;
}) {
  return async (request: Request): Promise<Response> => {
    const requestId = crypto.randomUUID();
    try {
      refuseForeignWrites(request);
      const network = networkIn(request.headers);
      await enforceRate(db(), operation.rate, { of: `api:${operation.interface}`, credential: network, maxWaitMs: 0 });
      const input = await readRequest(operation, request, { network, personId: null });
      const { body } = await handle({ input, requestId });
      return reply(body, operation.response.status, requestId);
    } catch (error) {
      return problemReply(error, { requestId, what: operation.name, onlyReads: onlyReads(operation) });
    }
  };
}

const networkIn = (headers: Headers): string => networkOf(headers.get(CLIENT_ADDRESS_HEADER) ?? "");

function requirePermission({ role }: SessionViewer, { permission }: Operation): void {
  if (!may(role, permission ?? "surveys:read")) throw new AppError("forbidden", FORBIDDEN);
}

/** Where an interface takes an account's key elsewhere, a person with several accounts names one of them here. */
export const accountIn = (headers: Headers): string | undefined => headers.get("x-account-id") ?? undefined;

/** The key of a creation. Only one that nobody else can have by chance is passed on; the gateway makes one otherwise. */
export const keyIn = (headers: Headers): string | undefined => z.uuid().safeParse(headers.get("idempotency-key")).data;

/** A method that an address does not have, refused in words; left unexported, Next would refuse it without any. */
export function refuse(allow: string, message?: string) {
  return async (): Promise<Response> => problem(methodNotAllowed(allow, message), crypto.randomUUID());
}

/** Stands where nothing is. */
export const notFound = async (): Promise<Response> =>
  problem(new AppError("not_found", "There is nothing at this address."), crypto.randomUUID());

/** A page of another person or connection stays open when somebody else signs in beside it: it asks for its own. */
function refuseFormerPages(headers: Headers, { personId }: SessionViewer): void {
  const pageOf = headers.get(VIEWER_HEADER);
  if (pageOf === null || pageOf === personId) return;
  throw new AppError(
    "unauthenticated",
    "Somebody else has signed in in this browser since. Sign in again, or reload the page to go on as that person.",
  );
}

function reply(body: unknown, status: number, requestId: string, headers: Record<string, string> = {}): Response {
  const all = { ...headers, "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json(body, { status, headers: all });
}

function fileReply({ name, type, content }: { name: string; type: string; content: BodyInit }, requestId: string) {
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    "x-request-id": requestId,
    "cache-control": "no-store",
  };
  return new Response(content, { headers });
}

function streamedReply(pieces: AsyncIterable<string>, requestId: string): Response {
  const headers = { "content-type": "application/json", "x-request-id": requestId, "cache-control": "no-store" };
  return new Response(streamOf(pieces, requestId), { headers });
}

const problem = ({ message, code, fields, status, headers }: AppError, requestId: string): Response =>
  reply({ message, code, requestId, ...(fields && { fields }) }, status, requestId, headers);

type Handling = { requestId: string; what: string; onlyReads: boolean };

function problemReply(error: unknown, { requestId, what, onlyReads }: Handling): Response {
  if (error instanceof AppError) return problem(error, requestId);
  logger.error({ requestId, what, err: error }, "handler failed");
  const lost = databaseProblem(error, { onlyReads });
  if (lost) return problem(lost, requestId);
  return reply({ message: UNEXPECTED, code: "unavailable", requestId }, 500, requestId);
}
