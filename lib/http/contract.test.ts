import { expect, test, vi } from "vitest";
import * as z from "zod";
import { noQuery, operation } from "@/lib/contracts/operation";
import { contract } from "./contract";

const call = { interface: "jobs", permission: "surveys:read", name: "listThings", method: "GET", path: "" } as const;

const listing = <Reply extends z.ZodType>(reply: Reply) =>
  operation({
    ...call,
    ...{ summary: "", authentication: "token", query: noQuery, body: z.undefined(), errors: [], reply },
    response: { status: 200, schema: z.unknown() },
    rate: { bucket: "things", limit: 1, windowMs: 1000 },
  });

const plain = listing(z.object({ things: z.array(z.string()) }));
const withDefault = listing(z.object({ things: z.array(z.string()).default([]) }));

test("a reply is taken as it was sent, or read by the call itself", async () => {
  const sent = { things: ["a"] };
  expect(contract<{ listThings: typeof plain }>({ listThings: call }).listThings.read(sent)).toBe(sent);
  const read = () => ({ things: ["read"] });
  expect(contract<{ listThings: typeof plain }>({ listThings: { ...call, read } }).listThings.read(sent)).toEqual({
    things: ["read"],
  });
});

test("a contract is loaded with the first reply that is read by it, and once", async () => {
  const load = vi.fn(async () => ({ listThings: withDefault }));
  const { listThings } = contract({ listThings: { ...call, read: "by contract" } }, load);
  expect(load).not.toHaveBeenCalled();
  expect(await listThings.read({})).toEqual({ things: [] });
  expect(await listThings.read({ things: 5 })).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

test("how a reply is read has to be said where its type is not that of its JSON", () => {
  // @ts-expect-error: a member that is absent in the JSON has a default
  contract<{ listThings: typeof withDefault }>({ listThings: call });
  expect(() => contract<{ listThings: typeof withDefault }>({ listThings: { ...call, read: "by contract" } })).toThrow(
    "The reply of listThings is read by its contract, which has to be named.",
  );
});
