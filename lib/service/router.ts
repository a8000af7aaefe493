import "server-only";
import type { InterfaceName } from "@/lib/contracts/operation";
import { FORBIDDEN, may } from "@/lib/contracts/permissions";
import { AppError, type FieldProblems, methodNotAllowed, tooManyRequests, UNEXPECTED } from "@/lib/http/problem";
import { readRequest } from "@/lib/http/read-request";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { takeSlot } from "@/lib/stores/postgres/rate-limits";
import { auditRefusal } from "./audit-refusal";
import { demandService } from "./demand/demand-service";
import type { Call, Caller, Implementation, InProcess, Service } from "./service";

const services: Partial<Record<InterfaceName, Service>> = { demand: demandService };

/**
 * Answers a request to a built-in interface. `path` is the specification's own ("/surveys"). Over HTTP the caller
 * is limited to the operation's rate; the gateway's own calls, in-process, have been counted by nobody else.
 */
export async function serve(
  interfaceName: string,
  path: string,
  request: Request,
  inProcess?: InProcess,
): Promise<Response> {
  const requestId = inProcess?.requestId ?? crypto.randomUUID();
  try {
    const service = Object.hasOwn(services, interfaceName) ? services[interfaceName as InterfaceName] : undefined;
    if (!service) throw notFound();
    const implementation = findImplementation(service, request.method, path);
    const { operation } = implementation;
    const clientAddress = inProcess?.clientAddress ?? request.headers.get("x-client-address") ?? "unknown";
    const caller = operation.authentication === "none" ? nobody : await service.authenticate(request);
    if (!inProcess) await keepRate(implementation, caller.userId || clientAddress);
    const context = { viewer: caller, requestId, origin: inProcess?.origin ?? ("service" as const) };
    if (operation.permission && !may(caller.role, operation.permission)) {
      await auditRefusal(context, operation, FORBIDDEN);
      throw new AppError("forbidden", FORBIDDEN);
    }
    const input = await readRequest(operation, request);
    const call: Call<typeof operation> = { ...context, ...input, headers: request.headers, clientAddress };
    const answer = await implementation.handle(call);
    return reply(answer.body, operation.response.status, requestId, answer.headers);
  } catch (error) {
    return problemReply(error, requestId, `${request.method} /service/${interfaceName}${path}`);
  }
}

/** Stands for everybody where an operation asks for no proof. */
const nobody: Caller = { connection: "built-in", userId: "", email: "", name: "", role: "analyst", accounts: [] };

function findImplementation(service: Service, method: string, path: string): Implementation {
  const here = service.implementations.filter(({ operation }) => operation.path === path);
  const found = here.find(({ operation }) => operation.method === (method === "HEAD" ? "GET" : method));
  if (found) return found;
  const refusal = service.refuseMethod?.(method, path);
  if (here.length === 0 && refusal === undefined) throw notFound();
  throw methodNotAllowed(here.map(({ operation }) => operation.method).join(", "), refusal);
}

const notFound = () => new AppError("not_found", "There is nothing at this address.");

async function keepRate({ operation }: Implementation, credential: string): Promise<void> {
  const { bucket, limit, windowMs } = operation.rate;
  const key = `service:${operation.interface}:${bucket}:${credential}`;
  const slot = await takeSlot(db(), { key, limit, windowMs, maxWaitMs: 0 });
  if (!slot.granted) throw tooManyRequests(slot.waitMs);
}

function reply(body: unknown, status: number, requestId: string, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { ...headers, "x-request-id": requestId, "cache-control": "no-store" },
  });
}

const refusedFields = new WeakMap<Response, FieldProblems>();

/** Which fields a refusal is about: known beside an in-process reply, never part of it. */
export const fieldsOf = (response: Response): FieldProblems | undefined => refusedFields.get(response);

/** Errors of the built-in services have one field, `message`. */
function problemReply(error: unknown, requestId: string, what: string): Response {
  if (error instanceof AppError) {
    const refused = reply({ message: error.message }, error.status, requestId, error.headers);
    if (error.fields) refusedFields.set(refused, error.fields);
    return refused;
  }
  logger.error({ requestId, what, err: error }, "service failed");
  return reply({ message: UNEXPECTED }, 500, requestId);
}
