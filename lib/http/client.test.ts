import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import { api, callAs, onSignedOut, signedInAgain } from "./client";
import { contract } from "./contract";

const demand = contract<typeof Demand>(demandCalls);

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, body: unknown) => {
  const fetched = vi.fn(async (_address: string, _options: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return () => new Headers(fetched.mock.lastCall?.[1].headers);
};

test("every call says whose page it comes from", async () => {
  const sent = answering(200, { accounts: [], total: 0 });
  await api(demand.listAccounts).catch(() => null);
  expect(sent().get("x-viewer")).toBeNull();
  callAs("somebody");
  await api(demand.listAccounts, { headers: { "x-account-id": "1" } }).catch(() => null);
  expect(Object.fromEntries(sent())).toEqual({ "x-viewer": "somebody", "x-account-id": "1" });
});

test("a 401 is told to the page, another refusal is not", async () => {
  const told = vi.fn();
  answering(401, { code: "unauthenticated", message: "Unauthorized." });
  await expect(api(demand.listAccounts)).rejects.toMatchObject({ code: "unauthenticated" });
  const stop = onSignedOut(told);
  answering(403, { code: "forbidden", message: "No." });
  await expect(api(demand.listAccounts)).rejects.toMatchObject({ code: "forbidden" });
  expect(told).not.toHaveBeenCalled();
  stop();
});

test("a call that is refused for the ended session goes again once somebody has signed in, or is given up", async () => {
  const told = vi.fn();
  onTestFinished(onSignedOut(told));
  answering(401, { code: "unauthenticated", message: "Unauthorized." });
  const waiting = api(demand.listAccounts);
  const leaving = new AbortController();
  const left = api(demand.listAccounts, { signal: leaving.signal });
  await expect.poll(() => told).toHaveBeenCalledTimes(2);
  leaving.abort();
  await expect(left).rejects.toBe(leaving.signal.reason);
  answering(200, { total_accounts: 1, page: 1, page_size: 1, accounts: [{ id: "a", name: "A" }] });
  signedInAgain();
  expect((await waiting).data.items).toEqual([{ id: "a", name: "A" }]);
});

test("a refusal says after how long to come again", async () => {
  const busy = { code: "busy", message: "Production asks to wait 20 s." };
  vi.stubGlobal("fetch", async () => Response.json(busy, { status: 429, headers: { "retry-after": "20" } }));
  await expect(api(demand.listAccounts)).rejects.toMatchObject({ code: "busy", retryAfterMs: 20_000 });
});

test("a change that our server did not answer says that it may have been saved; a read, to try again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api(demand.updateSurvey, { body: { id: "1" } })).rejects.toThrow(
    "The server cannot be reached. It is not known whether your changes were saved. Check the survey before you save again.",
  );
  await expect(api(demand.listAccounts)).rejects.toThrow("Check your connection and try again.");
});
