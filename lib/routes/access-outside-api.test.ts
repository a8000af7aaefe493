import { cookies, headers } from "next/headers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { keyScopes } from "@/lib/contracts/interface-list";
import { roles } from "@/lib/contracts/rules/permissions";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { withoutRates } from "@/lib/test-rates";
import { makeServiceAccount, type ServiceAccount } from "@/lib/test-service-account";

/**
 * The addresses beside `/api`: respondents' ways in and out, which anybody may take, and users from a directory, by a
 * key of its own kind alone. A route file that has no rule here fails. `access-matrix.test.ts` has the others.
 */
beforeAll(() => {
  vi.mocked(cookies).mockResolvedValue({ get: () => undefined } as never);
  vi.mocked(headers).mockResolvedValue(new Headers() as never);
});

withOwnDatabase();
withoutRates();
withEngine();

type Handler = (request: Request, segment: { params: Promise<unknown> }) => Promise<Response>;
const files = import.meta.glob<Record<string, Handler>>(["/app/**/route.ts", "!/app/api/**"]);

const SCIM = "/app/scim/v2/[[...path]]/route.ts";
const RULES: Record<string, "whoever asks" | "a key for users" | string> = {
  "/app/enter/[surveyId]/route.ts": "whoever asks",
  "/app/return/[outcome]/route.ts": "whoever asks",
  [SCIM]: "a key for users",
  "/app/service/[[...path]]/route.ts": "see access-matrix.test.ts",
  "/app/favicon.ico/route.ts": "whoever asks",
};
const methods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;
type Method = (typeof methods)[number];

test("every address outside our API has a rule, and answers each method", async () => {
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(RULES).toSorted());
});

let [own, other]: ServiceAccount[] = [];
beforeAll(async () => {
  [own, other] = [await makeServiceAccount("Own-3b1d"), await makeServiceAccount("Other-8e2c")];
});
function account(which: "own" | "other"): ServiceAccount {
  const found = which === "own" ? own : other;
  if (!found) throw new Error("The accounts are made before the first test.");
  return found;
}

type Asked = { headers?: Record<string, string>; body?: unknown; params?: Record<string, unknown> };

async function ask(file: string, method: Method, address: string, { headers, body, params = {} }: Asked = {}) {
  const handler = (await files[file]?.())?.[method];
  if (!handler) throw new Error(`${file} has no ${method}.`);
  const sent = { "user-agent": "Mozilla/5.0 Firefox/140.0", "x-client-address": "127.0.0.1", ...headers };
  const request = new Request(`http://localhost${address}`, {
    method,
    headers: { ...sent, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

/** All that somebody could show, by what it is called. */
function credentials(): Record<string, Record<string, string>> {
  const { people, keys } = account("own");
  return {
    nothing: {},
    "a text": { authorization: "Bearer x" },
    ...Object.fromEntries(
      roles.flatMap((role) => [
        [`a token of ${role}`, { authorization: `Bearer ${people[role].token}` }],
        [`a session of ${role}`, { cookie: `session=${people[role].sessionId}` }],
        [`a session of ${role} as a key`, { authorization: `Bearer ${people[role].sessionId}` }],
      ]),
    ),
    ...Object.fromEntries(
      keyScopes.map((scope) => [`a key of ${scope}`, { authorization: `Bearer ${keys[scope].private ?? ""}` }]),
    ),
    "a key for users without Bearer": { authorization: keys.scim.private ?? "" },
    "a key for users in another header": { "x-api-key": keys.scim.private ?? "" },
  };
}

describe("respondents' addresses", () => {
  const places = [
    { file: "/app/enter/[surveyId]/route.ts", address: (id: string) => `/enter/${id}`, name: "surveyId" },
    { file: "/app/return/[outcome]/route.ts", address: (id: string) => `/return/${id}`, name: "outcome" },
  ];

  test.each(places)("$file answers whoever asks, whatever they show", async ({ file, address, name }) => {
    for (const id of [account("own").surveyId, crypto.randomUUID(), "complete"]) {
      const replies = new Set<string>();
      for (const headers of Object.values(credentials())) {
        const reply = await ask(file, "GET", address(id), { headers, params: { [name]: id } });
        expect([200, 302, 303, 400, 404], `${address(id)}: ${reply.status}`).toContain(reply.status);
        replies.add(`${reply.status} ${reply.headers.get("location")?.split("?")[0] ?? ""}`);
      }
      // A survey that is there fills up meanwhile.
      if (id !== account("own").surveyId) expect([...replies], address(id)).toHaveLength(1);
    }
  });

  test.each(places)("$file begins nothing for a look, and takes no other method", async ({ file, address, name }) => {
    const params = { [name]: account("own").surveyId };
    expect((await ask(file, "HEAD", address("x"), { params })).status).toBe(204);
    for (const method of ["POST", "PATCH", "PUT", "DELETE"] as const) {
      const reply = await ask(file, method, address("x"), { params });
      expect([reply.status, reply.headers.get("allow")], method).toEqual([405, "GET, HEAD"]);
    }
  });
});

describe("users from a directory", () => {
  const key = (of: ServiceAccount) => ({ authorization: `Bearer ${of.keys.scim.private ?? ""}` });
  const askScim = (method: Method, path: string, asked: Asked = {}) =>
    ask(SCIM, method, `/scim/v2/${path}`, { ...asked, params: { path: path.split("/") } });
  const calls: [Method, string, unknown?][] = [
    ["GET", "Users"],
    ["POST", "Users", { userName: "new@company.example" }],
    ["GET", "Users/unknown"],
    ["PUT", "Users/unknown", { userName: "new@company.example" }],
    ["PATCH", "Users/unknown", { Operations: [] }],
    ["DELETE", "Users/unknown"],
    ["GET", "ServiceProviderConfig"],
    ["GET", "Groups"],
  ];

  test.each(calls)("%s %s is refused to everybody without a key for users", async (method, path, body) => {
    for (const [name, headers] of Object.entries(credentials())) {
      if (name === "a key of scim") continue;
      const reply = await askScim(method, path, { headers, body });
      expect(reply.status, `with ${name}`).toBe(401);
      expect(await reply.text(), `with ${name}`).not.toContain(account("own").mark);
    }
  });

  test("a key lists the users of its own account alone, and takes no other method", async () => {
    const reply = await askScim("GET", "Users", { headers: key(account("own")) });
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(text).toContain(account("own").people.manager.email);
    expect(text).not.toContain(account("other").mark);
    expect(text).not.toContain(account("other").people.manager.email);
    for (const [method, path] of [
      ["DELETE", "Users"],
      ["POST", "Users/unknown"],
      ["POST", "ServiceProviderConfig"],
    ] as const) {
      expect((await askScim(method, path, { headers: key(account("own")), body: {} })).status).toBe(405);
    }
  });

  test("another account's user is not found and not changed", async () => {
    const theirs = account("other").people.manager.userId;
    const seen = () =>
      askScim("GET", `Users/${theirs}`, { headers: key(account("other")) }).then((reply) => reply.text());
    const before = await seen();
    const bodies: [Method, unknown][] = [
      ["GET", undefined],
      ["PUT", { userName: account("other").people.manager.email, active: false }],
      ["PATCH", { Operations: [{ op: "replace", path: "active", value: false }] }],
      ["DELETE", undefined],
    ];
    for (const [method, body] of bodies) {
      const told = async (id: string) => {
        const reply = await askScim(method, `Users/${id}`, { headers: key(account("own")), body });
        return `${reply.status} ${(await reply.text()).replaceAll(id, "…")}`;
      };
      const reply = await told(theirs);
      expect(reply, method).toMatch(/^404 /);
      expect(reply, method).toBe(await told(crypto.randomUUID()));
    }
    expect(await seen()).toBe(before);
  });
});
