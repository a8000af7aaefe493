import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { serve } from "./router";

withOwnDatabase();

const ask = async (address: string) => {
  const headers = { "content-type": "application/json", "x-client-address": address };
  const request = new Request("http://service/tokens", { method: "POST", headers, body: "{}" });
  return (await serve("demand", "/tokens", request)).status;
};

test("whoever has a network of IPv6 addresses has one rate of asking for tokens, and others have their own", async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, (_, host) => ask(`2001:db8:1:2::${host.toString(16)}`)));
  expect(replies).toContain(400);
  expect(replies).toContain(429);
  expect(await ask("2001:db8:1:3::1")).toBe(400);
  expect(await ask("192.0.2.7")).toBe(400);
});
