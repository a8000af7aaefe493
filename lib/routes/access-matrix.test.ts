import { sql } from "drizzle-orm";
import { cookies, headers } from "next/headers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { fillPath } from "@/lib/contracts/addresses";
import {
  acceptedKeyKinds,
  byAuthentication,
  isService,
  type KeyScope,
  keyScopes,
  services,
} from "@/lib/contracts/interface-list";
import type { Operation } from "@/lib/contracts/operation";
import { allOperations } from "@/lib/contracts/operations";
import { may, roles } from "@/lib/contracts/rules/permissions";
import { serve } from "@/lib/service/router";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { exampleRequest } from "@/lib/test-examples";
import { withoutRates } from "@/lib/test-rates";
import { type Named, randomFrom, requestFor } from "@/lib/test-requests";
import { giveAnswers, makeServiceAccount, type ServiceAccount } from "@/lib/test-service-account";

/**
 * Every route, at the service and at our own API, for every kind of credential, role and account. What is expected
 * follows from the contract; a route that has none, or no rule for its permission, fails.
 */
const session = { id: undefined as string | undefined };
beforeAll(() => {
  const jar = { get: () => (session.id === undefined ? undefined : { value: session.id }) };
  vi.mocked(cookies).mockResolvedValue(jar as never);
  vi.mocked(headers).mockResolvedValue(new Headers() as never);
});

withOwnDatabase();
withoutRates();
withEngine();

let [own, other]: ServiceAccount[] = [];
beforeAll(async () => {
  [own, other] = [await makeServiceAccount("Own-7f3a"), await makeServiceAccount("Other-9c1e")];
  await giveAnswers(other);
});
const account = (which: "own" | "other"): ServiceAccount => {
  const found = which === "own" ? own : other;
  if (!found) throw new Error("The accounts are made before the first test.");
  return found;
};

/** What is sent beside the credential. */
type Sent = { query?: unknown; body?: unknown; parts?: Record<string, string> };
type RequestHeaders = Record<string, string>;

function requestOf(
  { method }: Operation,
  address: string,
  headers: RequestHeaders,
  { query = {}, body = {} }: Sent,
): Request {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value));
  return new Request(`http://localhost${address}${search.size > 0 ? `?${search}` : ""}`, {
    method,
    headers: { "content-type": "application/json", "x-client-address": "203.0.113.9", ...headers },
    ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
  });
}

const partNames = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/* The service */

const served = allOperations.filter(({ interface: of }) => isService(of));

async function askService(operation: Operation, headers: RequestHeaders, sent: Sent = {}): Promise<Response> {
  const filled = Object.fromEntries(partNames(operation).map((name) => [name, sent.parts?.[name] ?? "unknown"]));
  const path = fillPath(operation.path, filled);
  return serve(operation.interface, path, requestOf(operation, path, headers, sent));
}

type Credential = {
  name: string;
  expected: "admitted" | 401 | 403;
  headers: RequestHeaders;
  parts?: Record<string, string>;
};

const keyOf = (of: KeyScope, kind: string) => (account("own").keys[of] as Record<string, string>)[kind] ?? "";

const refused = (name: string, headers: RequestHeaders): Credential => ({ name, expected: 401, headers });

/** Every kind of credential at an operation of the service, and what it may expect. */
function credentialsFor(operation: Operation): Credential[] {
  const { interface: of, authentication, permission } = operation;
  if (!isService(of)) throw new Error(`${of} is no service.`);
  if (authentication === "none") return [{ name: "none", expected: "admitted", headers: {} }];
  const { people } = account("own");
  const accepted = acceptedKeyKinds(services[of].authentication, operation);
  const others = keyScopes.filter((name) => name !== of);
  return byAuthentication<Credential[]>(services[of].authentication, {
    token: () => [
      refused("none", {}),
      refused("a text", { authorization: "x" }),
      refused("a prefix", { authorization: `Bearer ${people.admin.token}` }),
      refused("a session", { authorization: people.admin.sessionId }),
      refused("a cookie", { cookie: `session=${people.admin.sessionId}` }),
      ...others.map((name) => refused(`a key of ${name}`, { authorization: keyOf(name, "private") })),
      { name: "a service account", expected: "admitted", headers: { authorization: keyOf("demand", "private") } },
      ...roles.map((role) => ({
        ...{ name: role, headers: { authorization: people[role].token } },
        expected: permission === null || may(role, permission) ? ("admitted" as const) : (403 as const),
      })),
    ],
    key: ({ header, kinds }) => [
      { name: "none", expected: 401, headers: {} },
      { name: "a text", expected: 401, headers: { [header]: "x" } },
      { name: "a token", expected: 401, headers: { [header]: people.admin.token } },
      ...others.map((name) => ({
        ...{ name: `a key of ${name}`, expected: 401 as const },
        headers: { [header]: keyOf(name, "private") },
      })),
      ...kinds.map((kind) => ({
        ...{ name: `a ${kind} key`, headers: { [header]: keyOf(of as "quality", kind) } },
        expected: accepted.includes(kind) ? ("admitted" as const) : (403 as const),
      })),
    ],
    "path keys": ({ parts }) => {
      const part = Object.keys(parts).find((name) => partNames(operation).includes(name)) ?? "";
      return [
        { name: "a text", expected: 401, headers: {}, parts: { [part]: "x" } },
        { name: "a token", expected: 401, headers: {}, parts: { [part]: people.admin.token } },
        { name: "a key in a header", expected: 401, headers: { authorization: keyOf("fraud", "private") } },
        ...(["private", "publishable"] as const).map((kind) => ({
          ...{ name: `a ${kind} key`, headers: {}, parts: { [part]: keyOf("fraud", kind) } },
          expected: accepted.includes(kind) && !operation.needsToken ? ("admitted" as const) : (401 as const),
        })),
      ];
    },
  });
}

/** Whoever is admitted is told something else than who they are, and nothing breaks. */
function expectOutcome(what: string, { status }: Response, expected: Credential["expected"]): void {
  if (expected !== "admitted") expect(status, what).toBe(expected);
  else expect(status < 500 && ![401, 403, 405].includes(status), `${what}: ${status}`).toBe(true);
}

test.each(served.map((operation) => [`${operation.interface} ${operation.name}`, operation] as const))(
  "%s admits the credentials and roles of its contract alone",
  async (what, operation) => {
    for (const { name, expected, headers, parts } of credentialsFor(operation)) {
      const reply = await askService(operation, headers, parts ? { parts } : {});
      expectOutcome(`${what} with ${name}`, reply, expected);
    }
  },
);

/* Our own API */

type Handler = (request: Request, segment: { params: Promise<unknown> }) => Promise<Response>;
const files = import.meta.glob<Record<string, Handler>>("/app/api/**/route.ts");

/** Routes that are no operation of a contract, and why. */
const WITHOUT_CONTRACT: Record<string, string> = {
  "/api/auth/[...nextauth]": "signing in and out, by next-auth",
  "/api/health": "for machines that watch the product",
  "/api/[[...path]]": "whatever is not there",
  "/api/saml/[provider]": "assertions of identity providers",
  "/api/saml/[provider]/begin": "the way to an identity provider",
  "/api/saml/[provider]/finish": "the ticket of an assertion that was taken",
  "/api/saml/[provider]/metadata": "what identity providers are set up with",
};
/** Addresses that exist to refuse in words. */
const REFUSING: Record<string, string> = {
  "/api/demand/surveys/[id]": "a survey cannot be deleted",
};
/** Replies that may tell whether something is there, and why. */
const MAY_TELL: Record<string, string> = {
  inviteUser: "an e-mail address is one user of the whole installation, who cannot be invited again",
};
const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

const addressOf = (file: string) => file.replace(/^\/app/, "").replace(/\/route\.ts$/, "");

/** The address at our API: keys of an account stand in no path there. */
const apiPath = ({ interface: of, path }: Operation) => {
  const inner = path.replace(/\/\{(?:private|publishable)_key\}/, "").replaceAll(/\{(\w+)\}/g, "[$1]");
  return of === "quality" ? "/api/quality/[...path]" : `/api/${of}${inner}`;
};

type ApiRoute = { address: string; file: string; operation: Operation };

const allApiRoutes: ApiRoute[] = allOperations.flatMap((operation) => {
  const address = apiPath(operation);
  const file = Object.keys(files).find((name) => addressOf(name) === address);
  return file === undefined ? [] : [{ address, file, operation }];
});
const isOpen = ({ authentication, permission }: Operation) => authentication === "none" && permission === null;
const apiRoutes = allApiRoutes.filter(({ operation }) => !isOpen(operation));
const openRoutes = allApiRoutes.filter(({ operation }) => isOpen(operation));

async function askApi({ file, operation }: ApiRoute, headers: RequestHeaders, sent: Sent = {}): Promise<Response> {
  const handler = (await files[file]?.())?.[operation.method];
  if (!handler) throw new Error(`${file} has no ${operation.method}.`);
  const parts = Object.fromEntries(partNames(operation).map((name) => [name, sent.parts?.[name] ?? "unknown"]));
  const params = operation.interface === "quality" ? { path: operation.path.slice(1).split("/") } : parts;
  const address = `/api/${operation.interface}${fillPath(operation.path, parts)}`;
  return handler(requestOf(operation, address, headers, sent), { params: Promise.resolve(params) });
}

async function askAs(sessionId: string | undefined, ask: () => Promise<Response>): Promise<Response> {
  session.id = sessionId;
  try {
    return await ask();
  } finally {
    session.id = undefined;
  }
}

test("every address of our API is an operation of a contract, or listed with a reason", async () => {
  const known = new Map<string, Set<string>>();
  for (const { address, operation } of allApiRoutes)
    known.set(address, (known.get(address) ?? new Set()).add(operation.method));
  const withTrendOfNone = new Set([...known.keys(), "/api/analysis/numeric-analysis-service/trend"]);
  for (const [file, load] of Object.entries(files)) {
    const address = addressOf(file);
    if (address in WITHOUT_CONTRACT) continue;
    expect(withTrendOfNone.has(address) || address in REFUSING, `${address} has no contract`).toBe(true);
    const module = await load();
    for (const method of methods) {
      const handler = module[method];
      expect(handler, `${address} answers ${method} in words`).toBeTypeOf("function");
      if (known.get(address)?.has(method) || address.endsWith("/trend")) continue;
      const params = Promise.resolve({ path: ["addRespondent"], id: "x" });
      const request = new Request(`http://localhost${address}`, { method });
      expect([404, 405], `${method} ${address}`).toContain((await handler?.(request, { params }))?.status);
    }
  }
});

test("every operation that is ours has a handler and says who may carry it out", () => {
  const routed = new Set(allApiRoutes.map(({ operation }) => operation));
  const ours = allOperations.filter(({ interface: of }) => !isService(of));
  expect(ours.filter((operation) => !routed.has(operation)).map(({ name }) => name)).toEqual([]);
  const without = ours.filter((operation) => operation.permission === null && !isOpen(operation));
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe.each(apiRoutes.map((route) => [`${route.operation.method} ${route.address}`, route] as const))(
  "%s",
  (what, route) => {
    const { permission } = route.operation;

    test("admits sessions of the roles of its contract alone", async () => {
      const { people, keys } = account("own");
      const nobody: [string, string | undefined, RequestHeaders][] = [
        ["no session", undefined, {}],
        ["an unknown session", "unknown", {}],
        ["a token", undefined, { authorization: people.admin.token }],
        ["a key", undefined, { "x-api-key": keys.activation.private ?? "", authorization: keys.pivot.private ?? "" }],
        ["a page of somebody else", people.admin.sessionId, { "x-viewer": crypto.randomUUID() }],
      ];
      for (const [name, sessionId, headers] of nobody) {
        const reply = await askAs(sessionId, () => askApi(route, headers));
        expectOutcome(`${what} with ${name}`, reply, 401);
      }
      if (route.operation.method !== "GET") {
        const headers = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
        expectOutcome(what, await askAs(people.admin.sessionId, () => askApi(route, headers)), 403);
      }
      for (const role of roles) {
        const expected = may(role, permission ?? "surveys:read") ? "admitted" : 403;
        const reply = await askAs(people[role].sessionId, () => askApi(route, {}));
        expectOutcome(`${what} as ${role}`, reply, expected);
      }
    });
  },
);

test.each(openRoutes.map((route) => [`${route.operation.method} ${route.address}`, route] as const))(
  "%s answers whoever asks",
  async (what, route) => {
    for (const sessionId of [undefined, account("own").people.analyst.sessionId]) {
      expectOutcome(what, await askAs(sessionId, () => askApi(route, {})), "admitted");
    }
    const headers = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
    if (route.operation.method !== "GET") expectOutcome(what, await askApi(route, headers), 403);
  },
);

/* Another account's things */

const namesOf = ({ accountId, projectId, surveyId, quotaId, rdud, supplierId, people }: ServiceAccount): Named => ({
  ...{ account_id: [accountId], project_id: [projectId], projectId: [projectId], project_ids: [projectId] },
  ...{ survey_id: [surveyId], survey_ids: [surveyId], ids: [surveyId], id: [surveyId, projectId, supplierId] },
  ...{ surveys: [surveyId], quota_id: [quotaId], rdud: [rdud], rid: [rdud], rduds: [rdud], thing_id: [surveyId] },
  ...{ project_manager_id: [people.manager.userId], email: [people.manager.email], Survey_Number: [surveyId] },
  ...{ Session_Id: [rdud], sn_ud: [rdud], sy_nr: [surveyId], surveyName: ["Snacks"], search: [surveyId] },
  ...{ questionId: ["s"], question_id: ["s"], rows: ["s"], columns: [], questions: ["n"], weight: [], filter: [] },
  ...{ fromDate: ["2031-02-01"], toDate: ["2031-02-03"], code: ["panel"], name: ["A name"], rids: [rdud] },
});

/** The same account with none of its things: ids that nobody has. */
const unknownOf = (of: ServiceAccount): ServiceAccount => ({
  ...of,
  ...{ accountId: crypto.randomUUID(), projectId: crypto.randomUUID(), surveyId: crypto.randomUUID() },
  ...{ quotaId: crypto.randomUUID(), rdud: crypto.randomUUID(), supplierId: crypto.randomUUID() },
  people: {
    ...of.people,
    manager: { ...of.people.manager, userId: crypto.randomUUID(), email: `nobody-${crypto.randomUUID()}@example.test` },
  },
});

const partsNaming = ({ projectId, rdud }: ServiceAccount) => ({ projectId, rid: rdud, respondentId: "r-1" });

/** Requests that name the things of an account, the same ones for each that is given. */
function requestsNaming(operation: Operation, of: ServiceAccount): Sent[] {
  const parts = partsNaming(of);
  const random = randomFrom(operation.name.length * 31 + operation.path.length);
  const some = Array.from({ length: 3 }, () => ({ ...requestFor(operation, random, namesOf(of)), parts }));
  return isService(operation.interface) ? [{ ...exampleRequest(operation, of), parts }, ...some] : some;
}

/** Everything that is stored of an account, in one text for each table. */
async function storedOf({ accountId, surveyId }: ServiceAccount): Promise<Record<string, string>> {
  const tables = await db().execute<{ name: string; key: string }>(sql`
    select table_name as name, column_name as key from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'survey_id') order by 1, 2`);
  const found: Record<string, string> = {};
  for (const { name, key } of tables) {
    const value = key === "account_id" ? accountId : surveyId;
    const [row] = await db().execute<{ sum: string }>(sql`
      select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.identifier(name)} t
      where ${sql.identifier(key)}::text = ${value}`);
    found[`${name} by ${key}`] = row?.sum ?? "";
  }
  return found;
}

/** A reply without what differs by the request alone. */
async function told(reply: Response, of: ServiceAccount): Promise<string> {
  const ids = [of.accountId, of.projectId, of.surveyId, of.quotaId, of.rdud, of.supplierId];
  const texts = [...ids, of.people.manager.userId, of.people.manager.email];
  const text = texts.reduce((all, each) => all.replaceAll(each, "…"), await reply.text());
  return `${reply.status} ${text.replaceAll(/"(requestId|request_id)":"[^"]+"/g, "")}`;
}

type Ask = (sent: Sent) => Promise<Response>;

/**
 * Nothing of theirs is told, and a refusal is word for word that of ids which nobody has. Replies to reads are, too; what
 * a write does is the caller's own, and the second time it may be refused.
 */
async function expectNothingOf(operation: Operation, ask: Ask): Promise<void> {
  const [theirs, nobodys] = [account("other"), unknownOf(account("other"))];
  const [named, unknown] = [requestsNaming(operation, theirs), requestsNaming(operation, nobodys)];
  for (const [at, sent] of named.entries()) {
    const seen = await told(await ask(sent), theirs);
    const what = `${operation.name} ${JSON.stringify(sent).slice(0, 1500)}`;
    expect(seen, what).not.toContain(theirs.mark);
    expect(seen, what).not.toMatch(/^5/);
    const isRefused = !seen.startsWith("2");
    if (!isRefused && !onlyTells(operation)) continue;
    if (operation.name in MAY_TELL) continue;
    expect(shape(seen), what).toBe(shape(await told(await ask(unknown[at] ?? {}), nobodys)));
  }
}

/** Some that are asked by GET make a token or record who was asked about. */
const onlyTells = ({ method, permission }: Operation) => method === "GET" && permission?.endsWith(":read") === true;

/** Ids, moments and counts that each call makes anew. */
const shape = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "…")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
    .slice(0, 3000);

type Case = { name: string; operation: Operation; ask: Ask };

/** As the admin of their own account, who may do everything there. Reads come first: a write's own trace is no secret. */
const cases: Case[] = [
  ...served
    .filter(({ authentication }) => authentication !== "none")
    .map((operation): Case => {
      const ask: Ask = (sent) => {
        const credential = credentialsFor(operation).findLast(({ expected }) => expected === "admitted");
        const parts = { ...sent.parts, ...credential?.parts };
        return askService(operation, credential?.headers ?? {}, { ...sent, parts });
      };
      return { name: `${operation.method} /service/${operation.interface}${operation.path}`, operation, ask };
    }),
  ...apiRoutes.map((route): Case => {
    const ask: Ask = (sent) => askAs(account("own").people.admin.sessionId, () => askApi(route, {}, sent));
    return {
      name: `${route.operation.method} ${route.address} ${route.operation.name}`,
      operation: route.operation,
      ask,
    };
  }),
].sort((one, another) => Number(onlyTells(another.operation)) - Number(onlyTells(one.operation)));

describe("another account", () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await storedOf(account("other"));
  });

  test.each(cases.map((each) => [each.name, each] as const))("is not told of by %s", (_, { operation, ask }) =>
    expectNothingOf(operation, ask),
  );

  test("is as it was after all of that", async () => {
    expect(await storedOf(account("other"))).toEqual(before);
  });
});
