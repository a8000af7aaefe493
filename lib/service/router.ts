import "server-only";
import { matchPath } from "@/lib/contracts/addresses";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import {
  type Authentication,
  byAuthentication,
  services as declared,
  isService,
  type ServiceName,
} from "@/lib/contracts/interface-list";
import type { Operation } from "@/lib/contracts/operation";
import { FORBIDDEN, may } from "@/lib/contracts/rules/permissions";
import { networkOf } from "@/lib/http/network";
import { AppError, type FieldProblems, methodNotAllowed, UNEXPECTED } from "@/lib/http/problem";
import { invalid, readRequest } from "@/lib/http/read-request";
import { streamOf } from "@/lib/http/stream-pieces";
import { logger } from "@/lib/logger";
import { withRefusals } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { enforceRate } from "@/lib/stores/postgres/enforce-rate";
import { activationService } from "./activation/activation-service";
import { analysisService } from "./analysis/analysis-service";
import { admitPage, answerPreflight, enforcePageRate } from "./cors";
import { demandService } from "./demand/demand-service";
import { fieldingService } from "./fielding/fielding-service";
import { fraudService } from "./fraud/fraud-service";
import { pivotService } from "./pivot/pivot-service";
import { qualityService } from "./quality/quality-service";
import { type Caller, type Implementation, type InProcess, type Service, StreamedBody } from "./service";

const services: Record<ServiceName, Service> = {
  demand: demandService,
  activation: activationService,
  analysis: analysisService,
  pivot: pivotService,
  fielding: fieldingService,
  quality: qualityService,
  fraud: fraudService,
};

/**
 * Answers a request to a built-in interface. `path` is the specification's own ("/surveys"). Over HTTP the caller
 * is limited to the operation's rate; the gateway's own calls, in-process, have been counted by nobody else.
 */
export async function serve(interfaceName: string, path: string, request: Request): Promise<Response> {
  const { body, status, headers } = await answer(interfaceName, path, request);
  if (body === undefined) return new Response(null, { status, headers });
  if (!(body instanceof StreamedBody)) return Response.json(body, { status, headers });
  headers.set("content-type", "application/json");
  return new Response(streamOf(body.pieces, headers.get("x-request-id")), { status, headers });
}

/** What `serve` writes as a response; in-process it need not be written and read again. */
export type Reply = { body: unknown; status: number; headers: Headers; fields?: FieldProblems | undefined };

export async function answer(
  interfaceName: string,
  path: string,
  request: Request,
  inProcess?: InProcess,
): Promise<Reply> {
  const requestId = inProcess?.requestId ?? crypto.randomUUID();
  const service = isService(interfaceName) ? services[interfaceName] : null;
  let pageHeaders: Record<string, string> = {};
  try {
    if (!service) throw notFound();
    const clientAddress = inProcess?.clientAddress ?? request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
    const network = networkOf(clientAddress);
    if (request.method === "OPTIONS" && !inProcess) {
      const operations = operationsForPages(service, path);
      const preflight = await answerPreflight(request, { operations, network });
      if (preflight) return reply(undefined, 204, requestId, preflight);
    }
    const { implementation, params } = findImplementation(service, request.method, path);
    const { operation } = implementation;
    if (operation.authentication !== "none") refusePrefix(request, operation.interface);
    const caller =
      operation.authentication === "none"
        ? nobody
        : await service.authenticate(request, { operation, params, inProcess });
    if (!inProcess) {
      pageHeaders = await admitPage(request, { operation, caller });
      await enforcePageRate({ operation, caller, network });
      const credential = caller.userId || network;
      await enforceRate(db(), operation.rate, { of: `service:${operation.interface}`, credential, maxWaitMs: 0 });
      await enforceKeyRate(caller);
    }
    const context = { viewer: caller, requestId, origin: inProcess?.origin ?? ("service" as const) };
    const { body, headers } = await withRefusals(db(), context, operation, async () => {
      if (operation.permission && !may(caller.role, operation.permission)) throw new AppError("forbidden", FORBIDDEN);
      const sender = inProcess ? null : { network, personId: caller.userId || null };
      requireParams(params);
      const input = await readRequest(operation, request, sender);
      const { headers, signal } = request;
      return implementation.handle({ ...context, ...input, headers, clientAddress, params, signal });
    });
    return reply(body, operation.response.status, requestId, { ...headers, ...pageHeaders });
  } catch (error) {
    const errorBody = service?.errorBody ?? messageAlone;
    if (request.signal.aborted) return reply(errorBody(GONE, {}), 499, requestId);
    const what = `${request.method} /service/${interfaceName}${service ? declaredPath(service, path) : ""}`;
    return problemReply(error, { requestId, errorBody, what, pageHeaders });
  }
}

/** Most clients put `Bearer` before a token by themselves; nobody would guess from "Unauthorized." that it is too much. */
function refusePrefix({ headers }: Request, of: Operation["interface"]): void {
  if (!isService(of) || credentialHeader(declared[of].authentication) !== "authorization") return;
  if (!/^bearer\b/i.test(headers.get("authorization")?.trim() ?? "")) return;
  throw new AppError(
    "unauthenticated",
    "Send the token or key alone in the Authorization header, without the prefix “Bearer”.",
  );
}

const credentialHeader = (authentication: Authentication): string | null =>
  byAuthentication<string | null>(authentication, {
    token: () => "authorization",
    key: ({ header }) => header,
    "path keys": () => null,
  });

/** Nobody reads this: whoever asked has gone. */
const GONE = "The request was given up.";

/** Stands for everybody where an operation asks for no proof. */
const nobody: Caller = { connection: "built-in", userId: "", email: "", name: "", role: "analyst", accounts: [] };

const MINUTE_MS = 60_000;

/** The rate that its account gave a key, over all that it is used for. */
async function enforceKeyRate({ userId, mostPerMinute }: Caller): Promise<void> {
  if (!mostPerMinute) return;
  const rate = { bucket: "all", limit: mostPerMinute, windowMs: MINUTE_MS };
  await enforceRate(db(), rate, { of: "key", credential: userId, maxWaitMs: 0 });
}

function requireParams(params: Record<string, string>): void {
  const missing = Object.keys(params).find((name) => params[name]?.trim() === "");
  if (missing !== undefined) throw invalid({ [missing]: `${missing} is required.` });
}

const operationsForPages = (service: Service, path: string): Operation[] =>
  service.implementations
    .map(({ operation }) => operation)
    .filter((operation) => operation.cors !== undefined && matchPath(operation.path, path) !== null);

/** What is logged of an address: as it is declared, because the address itself can hold a key. */
const declaredPath = (service: Service, path: string): string =>
  service.implementations.find(({ operation }) => matchPath(operation.path, path))?.operation.path ?? "";

type Found = { implementation: Implementation; params: Record<string, string> };

function findImplementation(service: Service, method: string, path: string): Found {
  const here = service.implementations.flatMap((implementation): Found[] => {
    const params = matchPath(implementation.operation.path, path);
    return params ? [{ implementation, params }] : [];
  });
  const asked = method === "HEAD" ? "GET" : method;
  const found = here.find(({ implementation }) => implementation.operation.method === asked);
  if (found) return found;
  const refusal = service.refuseMethod?.(method, path);
  if (here.length === 0 && refusal === undefined) throw notFound();
  throw methodNotAllowed(here.map(({ implementation }) => implementation.operation.method).join(", "), refusal);
}

const notFound = () => new AppError("not_found", "There is nothing at this address.");

function reply(body: unknown, status: number, requestId: string, headers: Record<string, string> = {}): Reply {
  const all = { ...headers, "x-request-id": requestId, "cache-control": "no-store" };
  return { body, status, headers: new Headers(all) };
}

type ErrorBody = NonNullable<Service["errorBody"]>;
type Refused = { requestId: string; errorBody: ErrorBody; what: string; pageHeaders: Record<string, string> };

const messageAlone: ErrorBody = (message) => ({ message });

/** Unless its service says more, an error has one field, `message`; which fields it is about is said in-process only. */
function problemReply(error: unknown, { requestId, errorBody, what, pageHeaders }: Refused): Reply {
  if (error instanceof AppError) {
    const body = errorBody(error.message, error.fields ?? {});
    return { ...reply(body, error.status, requestId, { ...error.headers, ...pageHeaders }), fields: error.fields };
  }
  logger.error({ requestId, what, err: error }, "service failed");
  return reply(errorBody(UNEXPECTED, {}), 500, requestId, pageHeaders);
}
