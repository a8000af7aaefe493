import { expect, test } from "vitest";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { serve } from "./router";

withOwnDatabase();

const ask = async (address: string) => {
  const headers = { "content-type": "application/json", "x-client-address": address };
  const request = new Request("http://service/tokens", { method: "POST", headers, body: "{}" });
  return (await serve("demand", "/tokens", request)).status;
};

test("an IPv6 network has one rate for tokens, and other networks have their own", async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, (_, host) => ask(`2001:db8:1:2::${host.toString(16)}`)));
  expect(replies).toContain(400);
  expect(replies).toContain(429);
  expect(await ask("2001:db8:1:3::1")).toBe(400);
  expect(await ask("192.0.2.7")).toBe(400);
});

test("a trend without a project's id is refused as the specification says, to whoever has a key", async () => {
  const { text, ...hashed } = newKey("analysis");
  const account = { connection: "built-in", accountId: crypto.randomUUID(), accountName: "Somebody" };
  await insertKey(db(), { ...account, ...hashed, interface: "analysis", name: "Script", who: "a@b.test" });
  const trend = async (path: string, headers: Record<string, string>) => {
    const sent = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" };
    const reply = await serve("analysis", path, new Request(`http://service${path}`, sent));
    return [reply.status, await reply.json()];
  };
  const path = "/numeric-analysis-service/trend";
  for (const asked of [path, `${path}/`, `${path}/%20`]) {
    expect(await trend(asked, { authorization: text })).toEqual([400, { message: "projectId is required." }]);
    expect(await trend(asked, {})).toEqual([401, { message: "Unauthorized." }]);
  }
  expect((await trend(`${path}s`, { authorization: text }))[0]).toBe(404);
});
