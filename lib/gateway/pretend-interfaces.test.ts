import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type InterfaceDeclaration, type InterfaceName, interfaces, services } from "@/lib/contracts/interface-list";
import { noBody, noQuery, type Operation, operation } from "@/lib/contracts/operation";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import type { SignedInContext } from "./call";

/**
 * Three interfaces that the product does not have, each of another kind: a line in the list is all that connections,
 * addresses and credentials need.
 */
const pretend = {
  // Versions by the prefix of the path, keys in a header of its own name, a stage.
  cleaning: {
    title: "Cleaning",
    serviceOf: null,
    purpose: "Pretends to judge respondents",
    authentication: { by: "key", header: "api-key", kinds: ["private", "public"] },
    hasStage: true,
    mayReplaceOurs: false,
    owner: "survey",
  },
  // Two keys of an account in the path.
  checking: {
    title: "Checking",
    serviceOf: null,
    purpose: "Pretends to check respondents",
    authentication: { by: "path keys", parts: { publishable_key: "publishable", private_key: "private" } },
    hasStage: false,
    mayReplaceOurs: true,
    owner: "account",
  },
  // Ours: nobody names it.
  visiting: {
    title: "Visiting",
    serviceOf: null,
    purpose: "Pretends to send respondents",
    authentication: { by: "key", header: "x-api-key", kinds: ["private"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "survey",
  },
} satisfies Record<string, InterfaceDeclaration>;
for (const list of [interfaces, services]) Object.assign(list, pretend);
// Read when it is loaded, so that it sees the lines above.
const { addressOf, connectionReader, findConnection, withOurs } = await import("./connections");
const { call } = await import("./call");

const named = (name: keyof typeof pretend) => name as string as InterfaceName;
const operationOf = (of: keyof typeof pretend, path: Operation["path"]) =>
  operation({
    name: path,
    interface: named(of),
    method: "POST",
    path,
    summary: "",
    authentication: "key",
    permission: null,
    query: noQuery,
    body: noBody,
    response: { status: 200, schema: z.unknown() },
    reply: z.unknown(),
    errors: [],
    rate: { bucket: of, limit: 100, windowMs: 1000 },
  });

withOwnDatabase();

let received: { path: string | undefined; key: unknown; authorization: unknown }[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path, headers }, response) => {
    received.push({ path, key: headers["api-key"], authorization: headers.authorization });
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env.CONNECTIONS = JSON.stringify([
    {
      ...{ name: "panel", title: "Panel", environment: "staging", demand: { url } },
      cleaning: { url: "https://cleaning.test", stageUrl: `${url}/stage`, keys: { "7": "header key" } },
      checking: { url: `${url}/check`, keys: { "7": { publishable_key: "pub/1", private_key: "secret" } } },
    },
  ]);
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  received = [];
});

const viewer = { connection: "panel", email: "a@b.test", name: "A", role: "admin" as const, accounts: [], token: "t" };
const context: SignedInContext = { viewer, requestId: "r", origin: "page" };
const [seven, nine] = ["7", "9"].map((id) => ({ id, name: `Account ${id}` }));

test("a key goes into the header that the interface names, to the stage's address, behind each version's prefix", async () => {
  for (const version of ["", "/v2", "/v3"] as const) {
    await call(context, operationOf("cleaning", `${version}/addRespondent`), { account: seven, body: {} });
  }
  expect(received).toEqual(
    ["", "/v2", "/v3"].map((version) => ({
      path: `/stage${version}/addRespondent`,
      key: "header key",
      authorization: undefined,
    })),
  );
});

test("a key goes into the part of the path that holds it, and no other key of the account with it", async () => {
  await call(context, operationOf("checking", "/api/v4/search/{publishable_key}"), { account: seven, body: {} });
  await call(context, operationOf("checking", "/api/v3/review/{private_key}"), { account: seven, body: {} });
  expect(received).toEqual([
    { path: "/check/api/v4/search/pub%2F1", key: undefined, authorization: undefined },
    { path: "/check/api/v3/review/secret", key: undefined, authorization: undefined },
  ]);
});

test("an account without a key is told so, and nothing is sent", async () => {
  for (const operation of [operationOf("cleaning", "/x"), operationOf("checking", "/{private_key}")]) {
    await expect(call(context, operation, { account: nine, body: {} })).rejects.toThrow("has no key for Account 9");
  }
  expect(received).toEqual([]);
});

test("an interface that a connection does not name is our own; only answers of projects may be ours beside another's", () => {
  const panel = findConnection("panel");
  if (!panel) throw new Error("The connection is missing.");
  expect(addressOf(panel, named("visiting"))).toBeNull();
  expect(addressOf(panel, named("cleaning"))).toBe(`${url}/stage`);
  expect(addressOf(withOurs(panel, named("cleaning")), named("cleaning"))).toBe(`${url}/stage`);
  const [ours] = connectionReader(interfaces)("[]");
  expect(ours).toMatchObject({ cleaning: { url: null, keys: {} }, checking: { url: null, keys: {} } });
});

test("the built-in connection names another service for an interface that may replace ours, and for no other", () => {
  const read = connectionReader(interfaces);
  const other = { url: "https://c.test", keys: {} };
  expect(read(JSON.stringify([{ name: "built-in", checking: other }]))[0]).toMatchObject({ checking: other });
  expect(() => read(JSON.stringify([{ name: "built-in", cleaning: other }]))).toThrow(/0: .*cleaning/);
});

test("settings that do not fit the declaration are refused by their names alone", () => {
  const read = connectionReader(interfaces);
  const panel = { name: "panel", title: "Panel", environment: "staging", demand: { url: "https://d.test" } };
  const wrong: [object, RegExp][] = [
    [{ cleaning: { url: "https://c.test" } }, /cleaning\.stageUrl: A staging connection needs it/],
    [{ checking: { url: "https://c.test", keys: { "7": "bare secret" } } }, /checking\.keys\.7/],
    [{ checking: { url: "https://c.test", keys: { "7": { other_key: "secret" } } } }, /other_key/],
    [{ checking: { url: "https://c.test", stageUrl: "https://c.test" } }, /stageUrl/],
    [{ unheard: { url: "https://c.test" } }, /unheard/],
  ];
  for (const [settings, name] of wrong) {
    const json = JSON.stringify([{ ...panel, ...settings }]);
    expect(() => read(json)).toThrow(name);
    expect(() => read(json)).not.toThrow("secret");
  }
});
