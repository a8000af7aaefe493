import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { Origin } from "@/lib/contracts/context";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import * as accountLists from "./list-accounts";
import { withOwnAccounts } from "./own-account";

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

let listAccounts: MockInstance<typeof accountLists.listAccounts>;
beforeEach(() => {
  listAccounts = vi.spyOn(accountLists, "listAccounts").mockReset();
});

test("accounts are those of now, not of the session's beginning; one that is lost is lost within five seconds", async () => {
  vi.useFakeTimers();
  listAccounts.mockResolvedValue({ items: now, total: 1 } as never);
  const context = somebody("job");
  expect(await accountsOf(context)).toEqual(now);
  listAccounts.mockResolvedValue({ items: [], total: 0 } as never);
  await vi.advanceTimersByTimeAsync(4900);
  expect(await accountsOf(context), "what a page asks for at once rests on one call").toEqual(now);
  await vi.advanceTimersByTimeAsync(100);
  expect(await accountsOf(context)).toEqual([]);
  vi.useRealTimers();
});

test("our own service is asked each time", async () => {
  const { viewer, ...rest } = somebody("job");
  const context = { ...rest, viewer: { ...viewer, connection: "built-in" } };
  for (const items of [now, []]) {
    listAccounts.mockResolvedValue({ items, total: items.length } as never);
    expect(await accountsOf(context)).toEqual(items);
  }
});

test("our own service is waited for on a busy machine, so that a lost account is not shown", async () => {
  vi.useFakeTimers();
  let answer = (_: unknown) => {};
  listAccounts.mockReturnValue(new Promise((resolve) => (answer = resolve)) as never);
  const { viewer, ...rest } = somebody();
  const waiting = accountsOf({ ...rest, viewer: { ...viewer, connection: "built-in" } });
  await vi.advanceTimersByTimeAsync(10_000);
  answer({ items: now, total: 1 });
  expect(await waiting).toEqual(now);
  vi.useRealTimers();
});

test("while the service is away those of the session's beginning stand in; work waits until it is back", async () => {
  listAccounts.mockRejectedValue(new AppError("unavailable", "Away."));
  expect(await accountsOf()).toEqual(former);
  await expect(accountsOf(somebody("job"))).rejects.toThrow("Away.");
});

test("a service that takes its time is not waited for, and its answer is there next time", async () => {
  vi.useFakeTimers();
  let answer = (_: unknown) => {};
  listAccounts.mockReturnValue(new Promise((resolve) => (answer = resolve)) as never);
  const context = somebody();
  const waiting = accountsOf(context);
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toEqual(former);
  answer({ items: now, total: 1 });
  expect(await accountsOf(context)).toEqual(now);
  vi.useRealTimers();
});

test("whose token the service refuses has to sign in again", async () => {
  listAccounts.mockRejectedValue(new AppError("unauthenticated", "Unauthorized."));
  await expect(accountsOf()).rejects.toMatchObject({ code: "unauthenticated" });
});
