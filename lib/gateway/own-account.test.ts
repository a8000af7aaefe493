import { beforeEach, expect, test, vi } from "vitest";
import type { Origin } from "@/lib/contracts/context";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { listAccounts } from "./list-accounts";
import { withOwnAccounts } from "./own-account";

vi.mock("./list-accounts", () => ({ listAccounts: vi.fn() }));

const demand = { url: "http://127.0.0.1:9" };
env.CONNECTIONS = JSON.stringify([{ name: "panel", title: "Panel", environment: "staging", demand }]);

const former = [{ id: "former", name: "Former" }];
const now = [{ id: "now", name: "Now" }];

let people = 0;
/** Somebody whose accounts nobody has asked for yet. */
function somebody(origin: Origin = "page") {
  people += 1;
  const viewer = { connection: "panel", email: "a@b.test", name: "A", role: "manager" as const, accounts: former };
  return { viewer: { ...viewer, token: `token-${people}` }, requestId: "r", origin };
}

const accountsOf = async (context = somebody()) => (await withOwnAccounts(context)).viewer.accounts;

beforeEach(() => void vi.mocked(listAccounts).mockReset());

test("accounts are those of now, not of the session's beginning, and asked for once a minute", async () => {
  vi.mocked(listAccounts).mockResolvedValue({ items: now, total: 1 } as never);
  const context = somebody();
  expect(await accountsOf(context)).toEqual(now);
  vi.mocked(listAccounts).mockClear();
  expect(await accountsOf(context)).toEqual(now);
  expect(listAccounts).not.toHaveBeenCalled();
});

test("while the service is away those of the session's beginning stand in; work waits until it is back", async () => {
  vi.mocked(listAccounts).mockRejectedValue(new AppError("unavailable", "Away."));
  expect(await accountsOf()).toEqual(former);
  await expect(accountsOf(somebody("job"))).rejects.toThrow("Away.");
});

test("a service that takes its time is not waited for, and its answer is there next time", async () => {
  vi.useFakeTimers();
  let answer = (_: unknown) => {};
  vi.mocked(listAccounts).mockReturnValue(new Promise((resolve) => (answer = resolve)) as never);
  const context = somebody();
  const waiting = accountsOf(context);
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toEqual(former);
  answer({ items: now, total: 1 });
  expect(await accountsOf(context)).toEqual(now);
  vi.useRealTimers();
});

test("whose token the service refuses has to sign in again", async () => {
  vi.mocked(listAccounts).mockRejectedValue(new AppError("unauthenticated", "Unauthorized."));
  await expect(accountsOf()).rejects.toMatchObject({ code: "unauthenticated" });
});
