import "server-only";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import { type ScimAddress, type ScimMethod, scimMethods, scimSchemas } from "@/lib/contracts/ours/scim";
import { networkOf } from "@/lib/http/network";
import { AppError, methodNotAllowed, UNEXPECTED, unauthorized } from "@/lib/http/problem";
import { readJson } from "@/lib/http/read-json";
import { logger } from "@/lib/logger";
import { presentKey, touchKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { databaseProblem } from "@/lib/stores/postgres/database-away";
import { enforceRate } from "@/lib/stores/postgres/enforce-rate";
import { configuration } from "./configuration";
import type { Directory } from "./directory";
import * as users from "./users";

const RATE = { bucket: "users", limit: 25, windowMs: 1000 };
const MINUTE_MS = 60_000;
const MAX_BYTES = 256 * 1024;

type Answer = { status: number; body?: unknown; location?: string };
type Call = { directory: Directory; id: string; query: URLSearchParams; body: () => Promise<unknown> };

/** Answers a request of a directory. `path`: what stands behind `/scim/v2`. */
export async function answerScim(request: Request, path: readonly string[]): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    const directory = await authenticate(request, requestId);
    const { status, body, location } = await answer(request, path, directory);
    const headers = { ...headersOf(requestId), ...(location !== undefined && { location }) };
    return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
  } catch (error) {
    return problemReply(error, requestId, `${request.method} /scim/v2/${path[0] ?? ""}`);
  }
}

async function authenticate({ headers }: Request, requestId: string): Promise<Directory> {
  const [, text = ""] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const key = await presentKey(db(), "scim", text);
  if (!key) throw unauthorized();
  await touchKey(db(), key);
  await enforceRate(db(), RATE, { of: "scim", credential: key.id, maxWaitMs: 0 });
  if (key.mostPerMinute !== null) {
    const rate = { bucket: "all", limit: key.mostPerMinute, windowMs: MINUTE_MS };
    await enforceRate(db(), rate, { of: "key", credential: key.id, maxWaitMs: 0 });
  }
  const { connection, accountId, accountName, name } = key;
  const accounts = [{ id: accountId, name: accountName }];
  const viewer = { connection, email: `key “${name}”`, name, role: "admin" as const, accounts };
  return { viewer, requestId, origin: "service", accountId };
}

async function answer(request: Request, path: readonly string[], directory: Directory): Promise<Answer> {
  const call: Call = {
    directory,
    id: path[1] ?? "",
    query: new URL(request.url).searchParams,
    body: () => readJson(asJson(request), { maxBytes: MAX_BYTES, sender: senderOf(request, directory) }),
  };
  const address = addressOf(path);
  if (!address) throw new AppError("not_found", "There is nothing at this address.");
  const methods: Partial<Record<string, Handle>> = handlers[address];
  const handle = methods[request.method];
  if (!handle) throw methodNotAllowed(scimMethods[address].join(", "));
  return handle(call);
}

type Handle = (call: Call) => Promise<Answer>;
type Handlers<Address extends ScimAddress> = Record<ScimMethod<Address>, Handle>;

const ofConfiguration: Handlers<"/ServiceProviderConfig"> = {
  GET: async () => ({ status: 200, body: configuration() }),
};

const ofUsers: Handlers<"/Users"> = {
  GET: async ({ directory, query }) => ({ status: 200, body: await users.listUsers(directory, query) }),
  POST: async ({ directory, body }) => created(await users.createUser(directory, await body())),
};

const ofUser: Handlers<"/Users/{id}"> = {
  GET: async ({ directory, id }) => ({ status: 200, body: await users.getUser(directory, id) }),
  PUT: async ({ directory, id, body }) => ({ status: 200, body: await users.replaceUser(directory, id, await body()) }),
  PATCH: async ({ directory, id, body }) => ({
    status: 200,
    body: await users.changeUser(directory, id, await body()),
  }),
  DELETE: async ({ directory, id }) => {
    await users.removeUser(directory, id);
    return { status: 204 };
  },
};

const handlers: { [Address in ScimAddress]: Handlers<Address> } = {
  "/Users": ofUsers,
  "/Users/{id}": ofUser,
  "/ServiceProviderConfig": ofConfiguration,
};

function addressOf([resource, id, ...more]: readonly string[]): ScimAddress | null {
  if (more.length > 0) return null;
  if (resource === "Users") return id === undefined ? "/Users" : "/Users/{id}";
  return resource === "ServiceProviderConfig" && id === undefined ? "/ServiceProviderConfig" : null;
}

const created = (user: Awaited<ReturnType<typeof users.createUser>>): Answer => ({
  status: 201,
  body: user,
  location: user.meta.location,
});

/** Directories say `application/scim+json`, which is JSON. */
function asJson(request: Request): Request {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/scim\+json\s*(;|$)/i.test(type)) return request;
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  return new Request(request, { headers });
}

const senderOf = ({ headers }: Request, { accountId }: Directory) => ({
  network: networkOf(headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown"),
  personId: `scim:${accountId}`,
});

const headersOf = (requestId: string) => ({
  "content-type": "application/scim+json",
  "x-request-id": requestId,
  "cache-control": "no-store",
});

function problemReply(error: unknown, requestId: string, what: string): Response {
  if (!(error instanceof AppError)) logger.error({ requestId, what, err: error }, "scim failed");
  // Directories repeat what was not answered, and each of their writes may be repeated.
  const known = error instanceof AppError ? error : databaseProblem(error, { onlyReads: true });
  const status = known?.status ?? 500;
  const body = {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(status === 409 && { scimType: "uniqueness" }),
    ...(status === 400 && { scimType: "invalidValue" }),
    detail: known?.message ?? UNEXPECTED,
  };
  return Response.json(body, { status, headers: { ...headersOf(requestId), ...known?.headers } });
}
