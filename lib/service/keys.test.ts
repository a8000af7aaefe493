import { afterAll, beforeAll, expect, test } from "vitest";
import { type InterfaceDeclaration, type KeyedService, type KeyKind, services } from "@/lib/contracts/interface-list";
import { noBody, noQuery, type Operation, operation } from "@/lib/contracts/operation";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { byKey } from "./keys";

/** Two interfaces that the product does not have, with several kinds of key each. */
const pretend = {
  cleaning: {
    ...{
      title: "Cleaning",
      serviceOf: null,
      purpose: "Pretends",
      hasStage: false,
      mayReplaceOurs: false,
      owner: "survey",
    },
    authentication: { by: "key", header: "api-key", kinds: ["private", "public"] },
  },
  checking: {
    ...{
      title: "Checking",
      serviceOf: null,
      purpose: "Pretends",
      hasStage: false,
      mayReplaceOurs: false,
      owner: "survey",
    },
    authentication: { by: "path keys", parts: { publishable_key: "publishable", private_key: "private" } },
  },
} satisfies Record<string, InterfaceDeclaration>;
beforeAll(() => void Object.assign(services, pretend));
afterAll(() => {
  for (const name of Object.keys(pretend)) Reflect.deleteProperty(services, name);
});

withOwnDatabase();

const named = (name: keyof typeof pretend) => name as string as KeyedService;

const operationAt = (of: keyof typeof pretend, path: Operation["path"], acceptsKeys?: readonly KeyKind[]) =>
  operation({
    ...{ name: path, interface: named(of), method: "POST", path, summary: "", permission: null },
    ...(acceptsKeys && { acceptsKeys }),
    authentication: "key",
    query: noQuery,
    body: noBody,
    response: { status: 200, schema: noBody },
    reply: noBody,
    errors: [403],
    rate: { bucket: of, limit: 100, windowMs: 1000 },
  });

const account = { connection: "built-in", accountId: "7", accountName: "Seven" };

async function keyOf(of: keyof typeof pretend, kind: KeyKind): Promise<string> {
  const { text, ...stored } = newKey(named(of), kind);
  await insertKey(db(), { ...account, ...stored, interface: named(of), name: kind, who: "a@b.test" });
  return text;
}

/** Who a key in the header, or in the part of the path, proves to be: the key's name, or the status of the refusal. */
async function callerWith(of: keyof typeof pretend, operation: Operation, key: { header: string } | { part: string }) {
  const headers: HeadersInit = "header" in key ? { "api-key": key.header } : {};
  const [name = ""] = /(?<=\{)\w+/.exec(operation.path) ?? [];
  const params: Record<string, string> = "part" in key ? { [name]: key.part } : {};
  const request = new Request("http://built-in/x", { method: "POST", headers });
  const caller = byKey(named(of))(request, { operation, params });
  return caller.then(
    ({ name }) => name,
    ({ status }: { status?: number }) => status,
  );
}

test("an operation takes its interface's main kind of key unless it declares more; others are refused with a 403", async () => {
  const [secret, open] = [await keyOf("cleaning", "private"), await keyOf("cleaning", "public")];
  const [usual, forAll] = [operationAt("cleaning", "/list"), operationAt("cleaning", "/add", ["private", "public"])];
  expect(await callerWith("cleaning", usual, { header: secret })).toBe("private");
  expect(await callerWith("cleaning", forAll, { header: secret })).toBe("private");
  expect(await callerWith("cleaning", forAll, { header: open })).toBe("public");
  expect(await callerWith("cleaning", usual, { header: open })).toBe(403);
});

test("a key that nobody has, or of another interface, is a 401 whatever the operation takes", async () => {
  const elsewhere = await keyOf("checking", "private");
  for (const operation of [operationAt("cleaning", "/list"), operationAt("cleaning", "/add", ["private", "public"])]) {
    for (const header of ["", "fw_cleaning_public_unknown", elsewhere]) {
      expect(await callerWith("cleaning", operation, { header })).toBe(401);
    }
  }
});

test("a key in the part of a path that is for another kind is as wrong as one that nobody has", async () => {
  const [secret, open] = [await keyOf("checking", "private"), await keyOf("checking", "publishable")];
  const search = operationAt("checking", "/v4/search/{publishable_key}");
  const review = operationAt("checking", "/v3/review/{private_key}");
  expect(await callerWith("checking", search, { part: open })).toBe("publishable");
  expect(await callerWith("checking", review, { part: secret })).toBe("private");
  for (const [operation, part] of [
    [search, secret],
    [review, open],
    [review, "unknown"],
  ] as const) {
    expect(await callerWith("checking", operation, { part })).toBe(401);
  }
});
