import { afterEach, expect, test, vi } from "vitest";
import * as demand from "@/lib/contracts/interfaces/demand";
import { api, callAs, onSignedOut } from "./client";

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
  const stop = onSignedOut(told);
  answering(403, { code: "forbidden", message: "No." });
  await expect(api(demand.listAccounts)).rejects.toMatchObject({ code: "forbidden" });
  expect(told).not.toHaveBeenCalled();
  answering(401, { code: "unauthenticated", message: "Unauthorized." });
  await expect(api(demand.listAccounts)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(told).toHaveBeenCalledOnce();
  stop();
});
