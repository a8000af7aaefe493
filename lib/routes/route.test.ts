import { cookies } from "next/headers";
import { beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import * as viewers from "@/lib/auth/viewer";
import type { Operation } from "@/lib/contracts/operation";
import { allOperations } from "@/lib/contracts/operations";
import { saveDraft } from "@/lib/contracts/ours/drafts";
import { createView } from "@/lib/contracts/ours/views";
import { tooManyRequests } from "@/lib/http/problem";
import * as rates from "@/lib/stores/postgres/enforce-rate";
import { withoutDatabase } from "@/lib/test-no-database";
import { route, strangersRoute } from "./route";

withoutDatabase();
let enforceRate: MockInstance<typeof rates.enforceRate>;
beforeEach(() => {
  vi.mocked(cookies).mockResolvedValue({ get: () => undefined } as never);
  vi.spyOn(viewers, "requireViewer").mockResolvedValue({
    personId: "person-1",
    role: "admin",
  } as viewers.SessionViewer);
  enforceRate = vi.spyOn(rates, "enforceRate").mockReset().mockRejectedValue(tooManyRequests(3000));
});

const segment = { params: Promise.resolve({}) };

/** A request whose body tells whether anything has asked for a part of it. */
function requestOf({ method, takesBytes }: Operation, body: unknown = {}) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const pull = vi.fn((controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(bytes);
    controller.close();
  });
  const init = {
    method,
    headers: {
      "content-type": takesBytes ? "application/octet-stream" : "application/json",
      "x-client-address": "203.0.113.9",
    },
    ...(method !== "GET" && { body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: "half" }),
  };
  return { request: new Request("http://localhost/api/any", init), pull };
}

const callerOf = (operation: Operation) => ({
  of: `api:${operation.interface}`,
  credential: "person-1",
  maxWaitMs: 4000,
});

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.interface} ${operation.name}`, operation] as const);

test.each(named(allOperations))("%s over its rate is refused before its body is read", async (_, operation) => {
  const { request, pull } = requestOf(operation);
  const handle = vi.fn();
  const reply = await route({ operation, handle })(request, segment);
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "3"]);
  expect(enforceRate.mock.calls).toEqual([[{}, operation.rate, callerOf(operation)]]);
  expect(pull).not.toHaveBeenCalled();
  expect(handle).not.toHaveBeenCalled();
});

describe("a call that is put off", () => {
  const view = { list: "surveys", name: "Mine", query: "", account_id: null };
  const draft = {
    ...{ thing: "surveys", thing_id: "1", writer: crypto.randomUUID(), version: 1 },
    ...{ follows: null, base: null, draft: {} },
  };

  // Drafts have a rate of their own, counted by the minute; views have the usual one, counted by the second.
  test.each([
    ["of the usual rate", createView, view, { bucket: "views", limit: 20, windowMs: 1000 }],
    ["of a rate of its own", saveDraft, draft, { bucket: "drafts", limit: 600, windowMs: 60_000 }],
  ])("%s has its body read when its moment has come", async (_, operation: Operation, body, rate) => {
    let letPass = () => {};
    const putOff = new Promise<void>((resolve) => {
      letPass = resolve;
    });
    enforceRate.mockReset().mockReturnValue(putOff);
    const { request, pull } = requestOf(operation, body);
    const handle = vi.fn(async () => ({ body: {} }));
    const replying = route({ operation, handle })(request, segment);
    await vi.waitFor(() => expect(enforceRate).toHaveBeenCalledWith({}, rate, callerOf(operation)));
    expect(pull).not.toHaveBeenCalled();
    letPass();
    expect((await replying).status).toBe(operation.response.status);
    expect(pull).toHaveBeenCalledOnce();
    expect(handle).toHaveBeenCalledWith(expect.objectContaining({ input: expect.objectContaining({ raw: body }) }));
  });
});

const openOperations = allOperations.filter(({ authentication }) => authentication === "none");

test.each(named(openOperations))("%s of a stranger is counted for their network", async (_, operation) => {
  const { request, pull } = requestOf(operation);
  const handle = vi.fn();
  expect((await strangersRoute({ operation, handle })(request)).status).toBe(429);
  const caller = { of: `api:${operation.interface}`, credential: "203.0.113.9", maxWaitMs: 0 };
  expect(enforceRate.mock.calls).toEqual([[{}, operation.rate, caller]]);
  expect(pull).not.toHaveBeenCalled();
  expect(handle).not.toHaveBeenCalled();
});
