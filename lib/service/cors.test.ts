import { beforeAll, expect, test } from "vitest";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { replacePageOrigins } from "@/lib/stores/postgres/page-origins";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { withOwnDatabase } from "@/lib/test-database";
import { serve } from "./router";

withOwnDatabase();

const SHOP = "https://shop.example";
const OTHER = "https://other.example";
const keys: Record<"private" | "public" | "others", string> = { private: "", public: "", others: "" };

beforeAll(async () => {
  const account = async (name: string, origin: string) => {
    const [row] = await db().insert(accounts).values({ name }).returning();
    const accountId = row?.id ?? "";
    await replacePageOrigins(db(), { connection: "built-in", accountId }, [origin]);
    return { connection: "built-in", accountId, accountName: name, who: "a@b.test" };
  };
  const ours = await account("Ours", SHOP);
  const theirs = await account("Theirs", OTHER);
  for (const [name, kind, of] of [
    ["private", "private", ours],
    ["public", "public", ours],
    ["others", "public", theirs],
  ] as const) {
    const { text, ...stored } = newKey("quality", kind);
    await insertKey(db(), { ...of, ...stored, interface: "quality", name });
    keys[name] = text;
  }
});

const PATH = "/v3/addRespondent";
const call = (method: string, headers: Record<string, string>, path = PATH) => {
  const body = JSON.stringify({
    surveyName: "Pages",
    respondentId: crypto.randomUUID(),
    dataPoints: [{ qualityCheck: "TS", dataPointId: "t", duration: 1 }],
  });
  const sent = { "content-type": "application/json", "x-client-address": "192.0.2.1", ...headers };
  return serve(
    "quality",
    path,
    new Request(`http://service${path}`, { method, headers: sent, ...(method === "POST" && { body }) }),
  );
};
const preflight = (origin: string, path?: string) =>
  call("OPTIONS", { origin, "access-control-request-method": "POST" }, path);
const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

test("a page of a listed origin may ask, call and read every reply, also a refusal", async () => {
  const asked = await preflight(SHOP);
  expect([asked.status, await asked.text(), allowed(asked)]).toEqual([204, "", SHOP]);
  expect(asked.headers.get("access-control-allow-methods")).toBe("POST");
  expect(asked.headers.get("access-control-allow-headers")).toBe("content-type, api-key");
  expect(asked.headers.get("vary")).toBe("origin");
  const called = await call("POST", { origin: SHOP, "api-key": keys.public });
  expect([called.status, allowed(called)]).toEqual([200, SHOP]);
  const refused = await call("POST", { origin: SHOP, "api-key": keys.public, "content-type": "text/plain" });
  expect([refused.status, allowed(refused)]).toEqual([415, SHOP]);
});

test("pages of any other origin are refused: unknown, another account's, and with a private key unreadable", async () => {
  const unknown = await preflight("https://evil.example");
  expect([unknown.status, allowed(unknown)]).toEqual([403, null]);
  for (const [origin, key] of [
    ["https://evil.example", keys.public],
    [OTHER, keys.public],
    [SHOP, keys.others],
    ["null", keys.public],
  ] as const) {
    const reply = await call("POST", { origin, "api-key": key });
    expect([reply.status, allowed(reply)]).toEqual([403, null]);
    expect(await reply.json()).toMatchObject({ message: expect.stringContaining("list its origin in Settings") });
  }
  const secret = await call("POST", { origin: SHOP, "api-key": keys.private });
  expect([secret.status, allowed(secret)]).toEqual([200, null]);
});

test("only operations that are for pages answer what browsers ask", async () => {
  expect((await preflight(SHOP, "/v3/getRespondent")).status).toBe(405);
  expect((await call("OPTIONS", {})).status).toBe(405);
  expect((await preflight(SHOP, "/nothing")).status).toBe(404);
});

test("one network does not use up what all pages have with a key", async () => {
  const from = (address: string) => call("POST", { "api-key": keys.public, "x-client-address": address });
  const replies = await Promise.all(Array.from({ length: 20 }, () => from("192.0.2.9")));
  const statuses = replies.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(429);
  expect((await from("192.0.2.10")).status).toBe(200);
});
