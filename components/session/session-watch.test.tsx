import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ConnectionView } from "@/lib/contracts/context";
import { listSessions } from "@/lib/contracts/ours/settings";
import { on, Refusal, renderPage, serve } from "../test-page";
import { SessionWatch } from "./session-watch";

afterEach(() => void vi.useRealTimers());

const connection: ConnectionView = {
  ...{ name: "built-in", title: "Built-in", environment: "built-in" },
  ...{ addsQuotas: true, searches: true, fieldedElsewhere: null, checkedElsewhere: null },
};
const person = {
  ...{ id: "p1", name: "Ana Lima", email: "ana@b.test", role: "manager" as const, accounts: [] },
  ...{ expiresAt: "2026-03-01T18:00:00.000Z", isByProvider: false },
};
const A_MONTH_LATER = new Date("2026-04-01T18:00:00.000Z");

test("a clock that runs ahead ends no session: only the server says that one has ended, to whose page it is", async () => {
  vi.useFakeTimers({ now: A_MONTH_LATER, shouldAdvanceTime: true });
  let isOver = false;
  const calls = serve(
    on(listSessions, () => {
      if (isOver) throw new Refusal("unauthenticated", "Sign in to continue.");
      return { sessions: [] };
    }),
  );
  renderPage(<SessionWatch person={person} connection={connection} />);
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.headers.get("x-viewer")).toBe("p1");
  expect(screen.queryByText("Sign in to continue")).toBeNull();
  isOver = true;
  // It asks again after a minute.
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText("Sign in to continue")).toBeDefined();
  expect((await screen.findByLabelText<HTMLInputElement>("E-mail")).value).toBe("ana@b.test");
});
